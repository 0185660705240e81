"""Codes of the order of scores: coefficients of them are those of the scores, to the last digit."""

import math

import numpy as np
import pytest

from steelyard import _core
from steelyard.draws import Draws
from steelyard.inference.correlation.coefficient import COEFFICIENTS
from steelyard.inference.correlation.estimate import correlation
from steelyard.inference.correlation.grouping import group_values
from steelyard.inference.correlation.order_codes import coded_values, has_codes, joint_codes, order_codes
from steelyard.inference.correlation.pairs import pair_counts
from steelyard.inference.correlation.unit_draws import drawn_cells

GROUPINGS = ("pooled", "item", "system")

ORDINAL = [name for name in COEFFICIENTS.own() if has_codes(name)]


def sides(seed, shape, missing=0.1, steps=9):
    """Scores with ties on both sides; nan where there is none, not always on both sides."""
    stream = np.random.default_rng(seed)
    made = stream.integers(0, steps, (2, *shape)) / 7 - 0.5
    made[stream.random(made.shape) < missing] = math.nan
    return made


def test_codes_are_places_among_the_different_scores():
    values = np.array([[0.5, -1.0, math.nan, 0.5, 3.0], [0.0, -0.0, 1e-300, 2.0, -7.0]])
    assert _core.order_codes(values).tolist() == [[1, 0, -1, 1, 2], [1, 1, 2, 3, 0]]


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("coefficient", ORDINAL)
@pytest.mark.parametrize("over", ["segments", "systems", "both"])
@pytest.mark.parametrize(("shape", "missing"), [((4, 9), 0.1), ((30, 40), 0.0), ((3, 70), 0.5), ((1, 30), 1.0)])
def test_coefficients_of_codes_are_those_of_scores(grouping, coefficient, over, shape, missing):
    left, right = sides(7, shape, missing)
    cells = drawn_cells(shape, over, 3, 0, 5)
    x, y = (side.reshape(-1)[cells] for side in (left, right))
    a, b = (order_codes(side, grouping).reshape(-1)[cells] for side in (left, right))
    for names in (None, cells):
        wanted = group_values(x, y, coefficient, grouping, names)
        assert np.array_equal(coded_values(a, b, coefficient, grouping, names), wanted, equal_nan=True)


@pytest.mark.parametrize("points", [1, 2, 24, 25, 63, 64, 65, 300])
@pytest.mark.parametrize("steps", [1, 2, 11, 10_000])
def test_pairs_of_codes_are_counted_as_those_of_scores(points, steps):
    x, y = sides(points, (6, points), 0.05, steps)
    wanted = pair_counts(x, y)
    found = _core.coded_pair_counts(_core.order_codes(x), _core.order_codes(y)).T
    for got, name in zip(found, ("concordant", "discordant", "tied_left", "tied_right", "tied_both"), strict=True):
        assert got.tolist() == getattr(wanted, name).tolist()


def test_copies_of_a_point_are_counted():
    names = np.array([[3, 3, -1, 3, 0, 0, -1], [5, 4, 3, 2, 1, 0, 6], [-1] * 7])
    assert _core.copy_pairs(names).tolist() == [3 + 1, 0, 0]


@pytest.mark.parametrize("grouping", [*GROUPINGS, "means"])
@pytest.mark.parametrize("coefficient", ["spearman", "kendall", "accuracy"])
def test_whole_estimates_do_not_depend_on_what_scores_are_written_as(grouping, coefficient):
    left, right = sides(2, (6, 12))
    options = {"grouping": grouping, "over": "systems", "draws": Draws(resamples=30, trials=40)}
    if grouping == "means":
        # means are of numbers, so only a change of scale keeps their order
        other = correlation(left * 4, right * 2, coefficient, **options)
    else:
        other = correlation(np.exp(left), right**3, coefficient, **options)
    assert other == correlation(left, right, coefficient, **options)


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("coefficient", ORDINAL)
def test_codes_of_two_measures_can_be_exchanged(grouping, coefficient):
    (x, right), (z, _) = sides(4, (5, 30)), sides(5, (5, 30), 0.2, 13)
    a, b = joint_codes([x, z], grouping)
    swap = np.random.default_rng(0).random((6, *x.shape)) < 0.5
    y = np.broadcast_to(right, swap.shape)
    codes = np.broadcast_to(order_codes(right, grouping), swap.shape)
    wanted = group_values(np.where(swap, z, x), y, coefficient, grouping)
    found = coded_values(np.where(swap, b, a), codes, coefficient, grouping)
    assert np.array_equal(found, wanted, equal_nan=True)
