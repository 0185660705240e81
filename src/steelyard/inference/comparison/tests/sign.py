"""The sign test."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest

Array = NDArray[Any]


class Sign(PairTest):
    """Count the units on which each system is better, and refer the smaller count to a fair coin.

        p = 2 · P(X ≤ min(wins, losses)), X binomial with wins + losses throws of 1/2

    It is about how often a system is better, not by how much. Ties are left out; if all units tie, p is 1. It assumes
    independent units and nothing else.

    Reference: Arbuthnott (1710); Dixon & Mood (1946), The statistical sign test.

    >>> round(Sign().p(np.array([1.0, 1, 1, 1, 1, 0]), np.zeros(6)), 4)
    0.0625
    """

    name: ClassVar[str] = "sign"
    about: ClassVar[str] = "sign test of the units' scores"

    def p(self, a: Array, b: Array) -> float:
        """Return the exact two-sided p of the signs of the differences."""
        differences = a - b
        count, wins = int(np.count_nonzero(differences)), int(np.count_nonzero(differences > 0))
        fewer = min(wins, count - wins)
        logs = [_log_choose(count, k) - count * math.log(2) for k in range(fewer + 1)]
        return min(1.0, 2 * math.fsum(map(math.exp, logs))) if count else 1.0

    def difference(self, a: Array, b: Array) -> float:
        """Return wins less losses."""
        return float(np.sign(a - b).sum())


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
