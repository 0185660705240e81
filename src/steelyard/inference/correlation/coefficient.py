"""Coefficients of correlation: what one says of itself, and the door to all of them.

A coefficient is a class in a file of `coefficients/`, or one of your own, derived from `PairCoefficient` (counts of
pairs of points), `RankCoefficient` (ranks) or `Coefficient` (the numbers themselves).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.inference.checks import checked_answer
from steelyard.inference.correlation.pairs import PairCounts, pair_counts
from steelyard.inference.correlation.series import together
from steelyard.loading import FromOutside
from steelyard.plugins import Classes
from steelyard.results.signature import Signature

Array = NDArray[Any]


class Coefficient(FromOutside, ABC):
    """How far two series of numbers go together; higher is better, and nan where it is undefined.

    name        as it is chosen
    about       how it is written out, with its variant
    of_ties     whether it is about ties, and has a value where one side does not vary
    calibrated  whether a width of ties can be chosen that makes it highest
    student     whether p of one series can be had by Student's t
    why_undefined  what is the matter where both sides vary and it is undefined all the same
    origin      the file, if it comes from outside
    """

    name: ClassVar[str]
    about: ClassVar[str]
    of_ties: ClassVar[bool] = False
    calibrated: ClassVar[bool] = False
    student: ClassVar[bool] = False
    why_undefined: ClassVar[str] = "no two pairs can be told apart on both sides"

    @abstractmethod
    def values(self, x: Array, y: Array) -> Array:
        """Return the coefficient of each row of two matrices; pairs with a nan are left out."""

    def checked(self, values: Array, rows: int) -> Array:
        """Return the coefficient's values of so many rows; what somebody's own gives is looked at first."""
        if not self.from_outside:
            return values
        return checked_answer(f"the coefficient {self.called}", values, rows, -1, 1)

    def signature(self) -> Signature:
        """Return the coefficient's name and, if it comes from outside, the digest of its file."""
        digest = {} if self.origin is None else {"coefficient-digest": self.origin.digest}
        return Signature.of(coefficient=self.name, **digest)


class OrderCoefficient(Coefficient):
    """A coefficient that is about the order of the numbers alone."""


class RankCoefficient(OrderCoefficient):
    """A coefficient of the ranks, ties having the mean of theirs."""

    @abstractmethod
    def of_ranks(self, x: Array, y: Array) -> Array:
        """Return the coefficient of each row of ranks."""

    def values(self, x: Array, y: Array) -> Array:
        """Return the coefficient of each row. O(n log n)."""
        return self.of_ranks(*(_core.mean_ranks(np.ascontiguousarray(side)) for side in together(x, y)))


class PairCoefficient(OrderCoefficient):
    """A coefficient of how many pairs of points are concordant, discordant or tied."""

    @abstractmethod
    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of the counts of each row."""

    def values(self, x: Array, y: Array) -> Array:
        """Return the coefficient of each row. O(n log n)."""
        return self.of_counts(pair_counts(x, y))


_TAU_B = "Kendall's τ-b, which is what most tools compute, is 'kendall'"
_ACCURACY = "pairwise accuracy, where ties count (acc_eq), is 'accuracy'"
_CALIBRATED = "pairwise accuracy with tie calibration (acc*_eq), of meta-evaluation alone, is 'accuracy-calibrated'"
_SOFT = "soft pairwise accuracy, of meta-evaluation alone, is 'soft-accuracy'"
_AGREEMENT = "agreement of assessors is another matter, see docs/agreement.md"
#: Names that people know from elsewhere → what they are here.
_OTHER_NAMES = {
    "tau": _TAU_B, "taub": _TAU_B, "kendalltau": _TAU_B, "kendallstau": _TAU_B, "kendalltaub": _TAU_B,
    "kendallb": _TAU_B,
    "taua": "Kendall's τ-a is 'kendall-a'", "kendalltaua": "Kendall's τ-a is 'kendall-a'",
    "tauc": "Kendall's τ-c is 'kendall-c'", "kendalltauc": "Kendall's τ-c is 'kendall-c'",
    "taueq": "Kendall's τ-eq is 'kendall-eq'", "gamma": "Goodman and Kruskal's γ is 'kendall-13'",
    "pairwiseaccuracy": _ACCURACY, "pa": _ACCURACY, "acc": _ACCURACY,
    "acceq": f"{_ACCURACY}; {_CALIBRATED}", "acc23": _CALIBRATED, "acc*eq": _CALIBRATED, "acc*": _CALIBRATED,
    "spa": _SOFT, "softpairwiseaccuracy": _SOFT, "softpa": _SOFT,
    "pearsonr": "Pearson's r is 'pearson'", "r": "Pearson's r is 'pearson'",
    **dict.fromkeys(("krippendorff", "fleiss", "kappa", "cohen", "alpha", "fleisskappa", "cohenkappa"), _AGREEMENT),
    "spearmanr": "Spearman's ρ is 'spearman'", "rho": "Spearman's ρ is 'spearman'",
}  # fmt: skip

#: All coefficients, by name.
COEFFICIENTS = Classes(
    "coefficient",
    "steelyard.inference.correlation.coefficients",
    "steelyard.coefficients",
    Coefficient,  # type: ignore[type-abstract]
    ("about",),
    _OTHER_NAMES,
)


#: A coefficient as users give it: a name of ours or of an installed package, MODULE:NAME or FILE.py:NAME, its class, or
#: itself.
GivenCoefficient = str | type[Coefficient] | Coefficient


def coefficient_of(choice: GivenCoefficient) -> Coefficient:
    """Return the coefficient that is meant."""
    return COEFFICIENTS.instance(choice)
