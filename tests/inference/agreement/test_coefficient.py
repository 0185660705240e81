"""Coefficients of agreement are found by name; one written outside runs as ours do."""

import re

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.agreement.coefficient import COEFFICIENTS, USUAL, coefficient_of

ROWS = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
OWN = '''
from typing import ClassVar

from steelyard.inference.agreement.coefficient import AgreementCoefficient


class Disagreement(AgreementCoefficient):
    """What raw agreement lacks of 1."""

    name: ClassVar[str] = "disagreement"
    chance: ClassVar[str] = "the share of answers not in common"
    apart: ClassVar[str] = ""

    def values(self, answers, weights):
        """Return the observed disagreement."""
        return answers.observed(weights, answers.same)
'''


@pytest.mark.parametrize("name", COEFFICIENTS.own())
def test_every_coefficient_says_what_it_is(name):
    coefficient = coefficient_of(name)
    told = type(coefficient).__doc__ or ""
    assert coefficient.name == name and coefficient.chance and "Reference:" in told and ">>>" in told


def test_what_is_told_unless_asked_otherwise_is_ours():
    assert set(USUAL) <= set(COEFFICIENTS.own())


def test_one_file_outside_is_a_coefficient(tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    report = sy.agree(ROWS, ["raw", f"{tmp_path / 'mine.py'}:Disagreement"])
    assert report.value("disagreement") == 1 - report.value("raw") == 0.5
    own = report.to_dict()["agreement"][1]
    assert own["chance"] == "the share of answers not in common" and own["signature"].startswith(
        "disagreement|items:2|"
    )


def test_kappa_is_the_name_of_several():
    with pytest.raises(SpecError, match=r"unknown coefficient 'kappa'; the kappas are cohen"):
        coefficient_of("kappa")
    with pytest.raises(SpecError, match="did you mean 'alpha'"):
        coefficient_of("alfa")


#: Names that people know from elsewhere, and what must be in the answer to each.
ANSWERS = {
    "krippendorff": "'alpha'", "Krippendorff's alpha": "'alpha'", "fleiss": "'pi'", "scott": "'pi'", "kappa": "cohen",
    "randolph": "'uniform'", "percent": "'raw'", "kendall": "docs/meta.md",
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_a_well_known_name_is_answered_by_the_right_coefficient(name):
    with pytest.raises(SpecError) as refusal:
        coefficient_of(name)
    answer = str(refusal.value)
    assert ANSWERS[name] in answer and "known: " not in answer


def test_what_is_said_of_well_known_names_is_there():
    named = {name for answer in COEFFICIENTS.other_names.values() for name in re.findall(r"(?<= )'([^']+)'", answer)}
    assert named and named <= set(COEFFICIENTS.own())
