"""Coefficients are found by name; one written outside runs as ours do, with its file in the signature."""

import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference.correlation.coefficient import COEFFICIENTS, coefficient_of
from steelyard.meta.people.levels import FURTHER, Level, coefficients_of

OWN = '''
from typing import ClassVar

from steelyard.inference.correlation.coefficient import PairCoefficient
from steelyard.inference.correlation.series import share


class Concordant(PairCoefficient):
    """The share of pairs in the same order."""

    name: ClassVar[str] = "concordant"
    about: ClassVar[str] = "share of concordant pairs"

    def of_counts(self, counts):
        """Return C / N."""
        return share(counts.concordant, counts.pairs)
'''


@pytest.fixture
def outside(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return f"{path}:Concordant"


@pytest.mark.parametrize("name", COEFFICIENTS.own())
def test_every_coefficient_says_what_it_is(name):
    coefficient = coefficient_of(name)
    told = type(coefficient).__doc__ or ""
    assert coefficient.name == name and coefficient.about
    assert "Reference:" in told and ">>>" in told and str(coefficient.signature()) == f"coefficient:{name}"


def test_one_file_outside_is_a_coefficient(outside):
    left, right = np.random.default_rng(1).normal(size=(2, 12))
    draws = sy.Draws(resamples=50, trials=50)
    found = sy.correlation(left, right, outside, draws=draws)
    tau = sy.correlation(left, right, "kendall-a", draws=draws)
    assert found.value == pytest.approx((tau.value + 1) / 2) and found.low < found.value < found.high
    assert found.coefficient == "concordant" and found.signature.startswith(
        "coefficient:concordant|coefficient-digest:"
    )
    assert found.p == tau.p


def test_one_file_outside_goes_through_meta(outside):
    found = sy.meta(
        sy.sample(), ["bleu"], dimensions=["adequacy"], levels=["segment:item"], coefficients=[outside, "kendall-a"],
        draws=sy.Draws(resamples=20, trials=20),
    )  # fmt: skip
    own, tau = found.correlations
    assert own.value == pytest.approx((tau.value + 1) / 2, abs=0.2) and "|coefficient-digest:" in own.signature


def test_unknown_coefficients_are_answered_with_the_nearest():
    with pytest.raises(SpecError, match="unknown coefficient 'kendal'; did you mean 'kendall'"):
        coefficient_of("kendal")
    with pytest.raises(SpecError, match="unknown coefficient 3"):
        coefficient_of(3)


#: Names that people know from elsewhere, and what must be in the answer to each.
ANSWERS = {
    "kendall-tau": "'kendall'", "tau": "'kendall'", "tau-b": "'kendall'", "kendalltau": "'kendall'",
    "pairwise-accuracy": "(acc_eq), is 'accuracy'", "pa": "'accuracy'", "spa": "'soft-accuracy'",
    "acc-eq": "'accuracy'; ", "acc_eq": "(acc*_eq), of meta-evaluation alone, is 'accuracy-calibrated'",
    "acc*_eq": "'accuracy-calibrated'", "pearsonr": "'pearson'", "spearmanr": "'spearman'", "Pearson": "'pearson'",
    "krippendorff": "docs/agreement.md", "fleiss": "docs/agreement.md", "kappa": "docs/agreement.md",
    "Soft_Accuracy": "'soft-accuracy'", "tau-c": "'kendall-c'",
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_a_well_known_name_is_answered_by_the_right_coefficient(name):
    with pytest.raises(SpecError) as refusal:
        coefficients_of([name], [Level("system")])
    answer = str(refusal.value)
    assert ANSWERS[name] in answer and "known: " not in answer


def test_what_is_said_of_well_known_names_is_there():
    named = {name for answer in COEFFICIENTS.other_names.values() for name in re.findall(r"(?<= )'([^']+)'", answer)}
    assert named and named <= {*COEFFICIENTS.own(), *FURTHER}
