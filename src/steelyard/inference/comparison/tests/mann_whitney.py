"""Mann and Whitney's test."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import IndependentTest
from steelyard.inference.correlation.series import ranks
from steelyard.statistics.distributions import normal_below

Array = NDArray[Any]

_MOST_EXACT = 8


class MannWhitney(IndependentTest):
    """Count in how many pairs of a value of A and a value of B that of A is higher, and how likely that many are.

        U = Σ [a > b] + ½ [a = b], referred to all C(m + n, m) orders of m and n values, or to the normal distribution
        with mean mn/2 and variance mn/12 · (N + 1 − Σ(t³ − t) / (N(N − 1))), N = m + n, t the size of a group of ties

    Exact where the smaller sample has up to 8 values and none are tied, else normal, with a continuity correction of ½:
    the choice of scipy's `mannwhitneyu`. It takes all values for independent and does not pair them: of people all
    judgements of the two systems, whatever outputs they are of and however many an output has; of a measure all scores
    of segments.

    Reference: Mann & Whitney (1947), On a test of whether one of two random variables is stochastically larger than the
    other.

    >>> MannWhitney().p(np.array([1.0, 2, 3]), np.array([4.0, 5, 6, 7]))
    0.05714285714285714
    """

    name: ClassVar[str] = "mann-whitney"
    about: ClassVar[str] = "Mann and Whitney's test of all judgements or segment scores of two systems, not paired"
    warning: ClassVar[str] = (
        "mann-whitney takes systems for independent, as judgements of different outputs are; scores of the same texts "
        "are not, and of these it finds less than wilcoxon, the paired test"
    )

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of two samples."""
        return min(1.0, 2 * min(greater(a, b), greater(b, a)))

    def difference(self, a: Array, b: Array) -> float:
        """Return U less what it would be if systems were alike."""
        return wins_and_ties(a, b) - len(a) * len(b) / 2


def wins_and_ties(a: Array, b: Array) -> float:
    """Return U of the first sample: in how many pairs of values it has the higher one, ties counted half."""
    return float(ranks(np.concatenate([a, b]))[: len(a)].sum()) - len(a) * (len(a) + 1) / 2


def greater(a: Array, b: Array) -> float:
    """Return the one-sided p of the values of a being higher than those of b.

    >>> greater(np.array([4.0, 5, 6, 7]), np.array([1.0, 2, 3]))
    0.02857142857142857
    """
    ties = np.unique(np.concatenate([a, b]), return_counts=True)[1]
    if min(len(a), len(b)) <= _MOST_EXACT and (ties == 1).all():
        return exact_upper(int(wins_and_ties(a, b)), len(a), len(b))
    return _normal_upper(wins_and_ties(a, b), len(a), len(b), ties.astype(float))


def _normal_upper(wins: float, m: int, n: int, ties: Array) -> float:
    """Return P(U ≥ wins) of the normal distribution with this mean and variance, with a continuity correction."""
    count = m + n
    variance = m * n / 12 * (count + 1 - float((ties**3 - ties).sum()) / (count * (count - 1)))
    # values that are all the same tell nothing
    return normal_below(-(wins - m * n / 2 - 0.5) / math.sqrt(variance)) if variance > 0 else 1.0


def exact_upper(wins: int, m: int, n: int) -> float:
    """Return P(U ≥ wins) over all orders of m and n values, of which none are tied.

    >>> exact_upper(12, 3, 4), exact_upper(11, 3, 4)
    (0.02857142857142857, 0.05714285714285714)
    """
    if 2 * wins <= m * n:
        return 1 - exact_upper(m * n - wins + 1, m, n) if wins > 0 else 1.0
    most = m * n - wins
    return float(_orders(most, m, n).sum()) / math.comb(m + n, m) if most >= 0 else 0.0


def _orders(most: int, m: int, n: int) -> Array:
    """Return in how many orders of m and n values U is 0, 1 … most: coefficients of Π (1 − q^(n+i)) / (1 − q^i)."""
    ways, (few, many) = np.zeros(most + 1), sorted((m, n))
    ways[0] = 1
    for i in range(1, few + 1):
        rows = -(-len(ways) // i)
        padded = np.zeros(rows * i)
        padded[: len(ways)] = ways
        ways = padded.reshape(rows, i).cumsum(axis=0).ravel()[: len(ways)]
        if many + i <= most:
            ways[many + i :] = ways[many + i :] - ways[: -(many + i)]
    return ways
