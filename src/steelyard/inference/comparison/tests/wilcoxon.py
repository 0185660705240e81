"""Wilcoxon's signed ranks."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest
from steelyard.inference.correlation.series import ranks
from steelyard.statistics.distributions import normal_two_sided

Array = NDArray[Any]

_MOST_EXACT = 50


class Wilcoxon(PairTest):
    """Rank the absolute differences of unit scores, and compare the ranks of wins with those of losses.

        W = Σ rank(|d|) over d > 0, referred to all 2^n patterns of signs, or to the normal distribution with mean
        n(n + 1)/4 and variance n(n + 1)(2n + 1)/24 − Σ(t³ − t)/48 over groups of t ties

    Exact for up to 50 differences without ties, else normal, without a continuity correction. Zero differences are
    left out; if all are zero, p is 1. It assumes independent units whose differences, were the systems alike, would be
    symmetric around 0.

    Reference: Wilcoxon (1945), Individual comparisons by ranking methods.

    >>> Wilcoxon().p(np.array([1.0, 2, 3, 4, 5]), np.zeros(5))
    0.0625
    """

    name: ClassVar[str] = "wilcoxon"
    about: ClassVar[str] = "Wilcoxon's signed ranks of the units' scores"

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of the signed ranks."""
        differences = _nonzero(a - b)
        count = len(differences)
        if count == 0:
            return 1.0
        places = ranks(np.abs(differences))
        positive = float(places[differences > 0].sum())
        ties = np.unique(places, return_counts=True)[1].astype(float)
        if count <= _MOST_EXACT and len(ties) == count:
            return _exact(count, min(positive, count * (count + 1) / 2 - positive))
        variance = count * (count + 1) * (2 * count + 1) / 24 - ((ties**3 - ties).sum()) / 48
        return normal_two_sided((positive - count * (count + 1) / 4) / math.sqrt(variance))

    def difference(self, a: Array, b: Array) -> float:
        """Return the ranks of wins less those of losses."""
        differences = _nonzero(a - b)
        return float((np.sign(differences) * ranks(np.abs(differences))).sum()) if len(differences) else 0.0


def _nonzero(differences: Array) -> Array:
    return np.asarray(differences[differences != 0])


def _exact(count: int, smaller: float) -> float:
    """Return twice the share of sign patterns whose positive ranks sum to no more than the smaller sum."""
    ways = np.zeros(count * (count + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, count + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    return float(min(1.0, 2 * ways[: int(smaller) + 1].sum() / 2.0**count))
