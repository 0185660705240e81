"""Spearman's ρ."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import RankCoefficient
from steelyard.inference.correlation.series import pearson

Array = NDArray[Any]


class Spearman(RankCoefficient):
    """How far two orders are the same.

        ρ = Pearson's r of the ranks, ties having the mean of their ranks

    It supposes nothing about distances. p is by permutation.

    Reference: Spearman (1904), The proof and measurement of association between two things.

    >>> import numpy as np
    >>> round(float(Spearman().values(np.array([[1.0, 2, 3, 9]]), np.array([[1.0, 3, 2, 4]]))[0]), 4)
    0.8
    """

    name: ClassVar[str] = "spearman"
    about: ClassVar[str] = "Spearman's ρ (mean ranks)"

    def of_ranks(self, x: Array, y: Array) -> Array:
        """Return ρ of each row."""
        return pearson(x, y)
