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
    origin      the file, if it comes from outside
    """

    name: ClassVar[str]
    about: ClassVar[str]
    of_ties: ClassVar[bool] = False
    calibrated: ClassVar[bool] = False
    student: ClassVar[bool] = False

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


#: All coefficients, by name.
COEFFICIENTS = Classes(
    "coefficient",
    "steelyard.inference.correlation.coefficients",
    "steelyard.coefficients",
    Coefficient,  # type: ignore[type-abstract]
    ("about",),
)


#: A coefficient as users give it: a name of ours or of an installed package, MODULE:NAME or FILE.py:NAME, its class, or
#: itself.
GivenCoefficient = str | type[Coefficient] | Coefficient


def coefficient_of(choice: GivenCoefficient) -> Coefficient:
    """Return the coefficient that is meant."""
    return COEFFICIENTS.instance(choice)
