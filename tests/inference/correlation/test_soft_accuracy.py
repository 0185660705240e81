"""Soft pairwise accuracy: equal to its definition over all exchanges, whatever the order of systems."""

import math

import numpy as np
import pytest

from oracles import pair_accuracy as oracle
from steelyard.errors import InputError
from steelyard.inference.correlation.soft_accuracy import mtme_p, one_sided_p, soft_accuracy
from steelyard.scores.external import ExternalScores


def statistics(values):
    systems = tuple(f"s{n}" for n in range(len(values)))
    return ExternalScores("m", systems, np.array(values, float)).statistics()


def scores(seed, shape=(4, 5)):
    return np.random.default_rng(seed).integers(0, 6, shape).astype(float)


@pytest.mark.parametrize("seed", range(8))
def test_all_exchanges_give_the_definition(seed):
    left, right = scores(seed), scores(seed + 100)
    right[0, 1] = math.nan
    sides = [one_sided_p(statistics(side), trials=32) for side in (left, right)]
    rows = [[None if math.isnan(v) else v for v in row] for row in right]
    assert soft_accuracy(*sides).value == pytest.approx(oracle.soft_accuracy(left.tolist(), rows), abs=1e-12)


def test_p_of_the_other_order_is_the_rest():
    p = one_sided_p(statistics(scores(3, (5, 60))), trials=300)
    assert np.allclose(p + p.T, 1, atol=1e-12) and (p >= 0).all() and (p <= 1).all()


def test_the_order_of_systems_does_not_matter():
    left, right = scores(1, (6, 40)), scores(2, (6, 40))
    right[3] = right[2]
    order = [4, 1, 0, 5, 3, 2]
    values = [
        soft_accuracy(one_sided_p(statistics(a)), one_sided_p(statistics(b))).value
        for a, b in ((left, right), (left[order], right[order]))
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_less_is_better_is_the_other_way_round():
    left = scores(4, (4, 30))
    assert np.allclose(one_sided_p(statistics(-left), higher=False), one_sided_p(statistics(left)), atol=1e-12)


def test_intervals_and_p():
    right = np.arange(8)[:, None] + np.random.default_rng(0).normal(0, 3, (8, 50))
    p = one_sided_p(statistics(right))
    found = soft_accuracy(p, p)
    assert (found.value, found.low, found.high) == (1, 1, 1) and found.p < 0.01 and (found.n, found.pairs) == (8, 28)
    few = soft_accuracy(p[:4, :4], p[:4, :4])
    assert few.test == "exact permutation:24"
    other = soft_accuracy(one_sided_p(statistics(scores(9, (8, 50)))), p)
    assert other.low < other.value < other.high and other.p > found.p


def test_missing_scores_have_no_value_as_mt_metrics_eval_has_it():
    held = scores(5)
    assert not np.isnan(mtme_p(held)).any()
    held[0, 0] = math.nan
    found = soft_accuracy(mtme_p(held), mtme_p(scores(6)))
    assert math.isnan(found.value) and found.reason == "no pair of systems has both p-values" and found.undefined == 6


def test_bad_shapes_are_refused():
    with pytest.raises(InputError, match="expected system × system, twice"):
        soft_accuracy(np.zeros((2, 2)), np.zeros((3, 3)))
    with pytest.raises(InputError, match="expected a matrix, system × segment"):
        mtme_p(np.zeros(3))
    one = soft_accuracy(np.full((1, 1), 0.5), np.full((1, 1), 0.5))
    assert math.isnan(one.value) and one.reason == "there are fewer than 2 systems"
