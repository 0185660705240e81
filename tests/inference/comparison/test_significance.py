"""Significance tests are found by name; one written outside runs as ours do, with its file in the signature."""

import re

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.comparison.significance import TESTS, PairTest, significance_test

MEDIAN = '''
from typing import ClassVar

import numpy as np

from steelyard.inference.comparison.significance import PairTest


class Constant(PairTest):
    """Say that nothing differs but what differs on every unit."""

    name: ClassVar[str] = "constant"
    about: ClassVar[str] = "a test that tells systems apart only where they differ on every unit"

    def p(self, a, b):
        """Return 0 or 1."""
        return float((a == b).any())
'''


@pytest.fixture
def outside(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MEDIAN)
    return f"{path}:Constant"


@pytest.mark.parametrize("name", TESTS.own())
def test_every_test_says_what_it_is(name):
    test = significance_test(name)
    assert test.name == name and test.about and test.units in ("facet", "crossed", "segment")
    assert test.counted in (None, "trials", "resamples")
    assert "Reference:" in (type(test).__doc__ or "") and ">>>" in (type(test).__doc__ or "")
    assert str(test.signature()) == f"test:{name}"


def test_one_file_outside_is_a_test(outside):
    sample = sy.sample()
    scores = sy.score(dict(sample.systems), list(sample.references), ["wer"])
    comparison = sy.compare(scores, test=outside, draws=sy.Draws(resamples=20)).comparisons[0]
    assert comparison.p == 1 and "|test:constant|test-digest:" in comparison.signature


def test_a_name_or_an_own_file_leads_to_the_same_class(outside):
    test = significance_test(outside)
    assert isinstance(test, PairTest) and test.origin is not None and test.origin.file == "mine.py"
    assert significance_test(outside.replace("Constant", "constant")).name == "constant"
    with pytest.raises(SpecError, match="did you mean 'wilcoxon'"):
        significance_test("wilcoxen")


#: Names that people know from elsewhere, and what must be in the answer to each.
ANSWERS = {
    "paired-t": "'t'", "t-test": "'t'", "paired_t_test": "'t'", "welch": "'unpaired-t'", "paired-bs": "'bootstrap'",
    "bs": "'sacrebleu-bootstrap'", "ar": "'randomisation'", "paired-ar": "'sacrebleu-randomisation'",
    "permutation": "'randomisation'", "randomization": "'randomisation'", "wilcoxon-signed-rank": "'wilcoxon'",
    "mann-whitney-u": "of rank sums, is 'mann-whitney'", "Wilcoxon": "'wilcoxon'",
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_a_well_known_name_is_answered_by_the_right_test(name):
    with pytest.raises(SpecError) as refusal:
        significance_test(name)
    answer = str(refusal.value)
    assert ANSWERS[name] in answer and "known: " not in answer
    assert "unpaired" not in answer or name == "welch"


def test_what_is_said_of_well_known_names_is_there():
    named = {name for answer in TESTS.other_names.values() for name in re.findall(r"(?<= )'([^']+)'", answer)}
    assert named and named <= set(TESTS.own())
