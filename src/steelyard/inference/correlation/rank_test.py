"""The exact test of Spearman's ρ: of all orders in which one side could stand, ties and all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation.correlation import correlate, regression, two_series
from steelyard.inference.correlation.series import ranks

Array = NDArray[Any]
#: Up to so many points all n! orders are counted.
MOST_EXACT = 10


@dataclass(frozen=True)
class RankTest:
    """Spearman's ρ of n points and its two-sided p: exact up to 10 points, beyond by Student's t, n - 2 degrees."""

    rho: float
    p: float
    n: int
    exact: bool


def rank_test(left: Any, right: Any) -> RankTest:
    """Test ρ of two series against all orders of one of them; pairs with a nan are left out.

    >>> rank_test([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])
    RankTest(rho=0.9, p=0.08333333333333333, n=5, exact=True)
    """
    x, y = two_series(left, right)
    there = ~(np.isnan(x) | np.isnan(y))
    correlation = correlate(x, y, "spearman")
    n, rho = correlation.n, correlation.value
    if math.isnan(rho):
        return RankTest(rho, math.nan, n, n <= MOST_EXACT)
    if n > MOST_EXACT:
        return RankTest(rho, regression(rho, n).p, n, False)
    # Ranks with ties are halves of whole numbers.
    doubled = [np.rint(2 * ranks(side[there])).astype(int) for side in (x, y)]
    return RankTest(rho, _two_sided(*doubled), n, True)


def _two_sided(left: Array, right: Array) -> float:
    """Return the share of orders in which Σ left·right is as far from its mean. O(2ⁿ · n · largest sum)."""
    n = len(left)
    counts = _sums_of_orders(*(tuple(sorted(map(int, side))) for side in (left, right)))
    mean = int(left.sum()) * int(right.sum())  # n times that of all orders, which keeps it whole
    far = np.abs(n * np.arange(len(counts)) - mean) >= abs(n * int(left @ right) - mean)
    return float(counts[far].sum() / math.factorial(n))


@lru_cache(maxsize=64)
def _sums_of_orders(left: tuple[int, ...], right: tuple[int, ...]) -> Array:
    """Return how many orders of `right` give each sum of products with `left`, both sorted."""
    n, most = len(left), sum(a * b for a, b in zip(left, right, strict=True))
    counts = np.zeros((1 << n, most + 1), np.int64)
    counts[0, 0] = 1
    for used in range((1 << n) - 1):  # which of `right` are taken, by as many of `left`
        first = left[used.bit_count()]
        for place in range(n):
            if not used >> place & 1:
                step = first * right[place]
                counts[used | 1 << place, step:] += counts[used, : most + 1 - step]
    sums: Array = counts[-1]
    return sums
