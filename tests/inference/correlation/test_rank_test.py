"""The exact test of Spearman's ρ."""

import itertools
import math

import numpy as np
import pytest

from steelyard.inference.correlation.correlation import correlate, regression
from steelyard.inference.correlation.rank_test import rank_test


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n", [2, 4, 6])
def test_all_orders_are_counted(seed, n):
    """By writing them out, ties among them."""
    stream = np.random.default_rng(seed)
    x, y = stream.integers(0, 4, n).astype(float), stream.normal(size=n).round(1)
    test = rank_test(x, y)
    rhos = [correlate(x[list(order)], y, "spearman").value for order in itertools.permutations(range(n))]
    if math.isnan(rhos[0]):
        assert math.isnan(test.p) and math.isnan(test.rho)
        return
    assert test.rho == rhos[0] and test.exact
    assert test.p == sum(abs(rho) >= abs(rhos[0]) - 1e-9 for rho in rhos) / len(rhos)


def test_ten_points_are_the_most():
    x = np.arange(10.0)
    # ρ of ten in order: only that order and its reverse are as far off
    assert rank_test(x, x).p == 2 / math.factorial(10)
    # the table of critical values for ten points has .648 at .05, two-sided
    y = x[[2, 1, 0, 3, 8, 5, 4, 7, 6, 9]]
    assert rank_test(x, y).p < 0.05 and rank_test(x, y).exact
    more = np.random.default_rng(1).normal(size=(2, 11))
    test = rank_test(*more)
    assert not test.exact and test.p == regression(test.rho, 11).p


def test_pairs_that_lack_a_side_are_left_out():
    nan = math.nan
    assert rank_test([1, 2, nan, 3, 4], [1, 2, 3, nan, 4]) == rank_test([1, 2, 4], [1, 2, 4])
    assert math.isnan(rank_test([1.0], [2.0]).p) and math.isnan(rank_test([1, 1, 1], [1, 2, 3]).p)
