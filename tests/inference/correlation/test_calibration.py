"""Calibrated ties: the epsilon and the accuracy are those of trying every difference."""

import math

import numpy as np
import pytest

from oracles import pair_accuracy as oracle
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation import calibration
from steelyard.inference.correlation.calibration import calibrate, calibrated_correlation
from steelyard.inference.correlation.decisions import exchanged_decisions
from steelyard.inference.correlation.grouping import group_rows, group_values, known_rows, mean_over_groups
from steelyard.inference.correlation.pairs import pair_counts

GROUPINGS = ("pooled", "item", "system")


def table(seed, shape=(4, 5), missing=0.15, steps=6):
    """Random scores with many ties; nan where there is none."""
    stream = np.random.default_rng(seed)
    sides = [stream.integers(0, steps, shape).astype(float) / 4 for _ in range(2)]
    sides[0] += stream.integers(0, 3, shape) / 16
    for side in sides:
        side[stream.random(shape) < missing] = math.nan
    return sides


def groups(left, right, grouping):
    """Groups of points (x, y), None where there is no score."""
    rows = zip(*(group_rows(side[None], grouping)[0] for side in (left, right)), strict=True)
    return [[tuple(None if math.isnan(v) else v for v in point) for point in zip(x, y, strict=True)] for x, y in rows]


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("seed", range(25))
def test_the_best_of_all_epsilons_is_found(seed, grouping):
    left, right = table(seed)
    found = calibrate(left, right, grouping=grouping)
    best, epsilon = oracle.calibrated(groups(left, right, grouping))
    assert found.value == pytest.approx(best, abs=1e-12) and found.epsilon == epsilon
    assert found.n == int((~np.isnan(left + right)).sum()) and found.missing == left.size - found.n


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_weights_that_are_no_whole_numbers_choose_alike(grouping, monkeypatch):
    exact = [calibrate(*table(seed), grouping=grouping) for seed in range(20)]
    monkeypatch.setattr(calibration, "_MOST_WEIGHT", 0)
    assert [calibrate(*table(seed), grouping=grouping) for seed in range(20)] == exact


def test_differences_in_parts_are_the_same(monkeypatch):
    left, right = table(3, (6, 30))
    whole = calibrate(left, right)
    monkeypatch.setattr(calibration, "_PAIRS_AT_ONCE", 50)
    assert calibrate(left, right) == whole


def test_tau_eq_has_the_same_epsilon():
    left, right = table(7, (5, 8))
    accuracy, tau = (calibrate(left, right, name, "item") for name in ("accuracy", "kendall-eq"))
    assert tau.epsilon == accuracy.epsilon and tau.value == pytest.approx(2 * accuracy.value - 1)


def test_of_equal_epsilons_the_smallest_is_taken():
    # with 0.5 a pair is lost, and with 1 another won: as many are right as with 0
    left, right = [0.0, 1.0, 5.0, 5.5], [1.0, 1.0, 2.0, 3.0]
    found = calibrate([left], [right])
    assert (found.value, found.epsilon) == (5 / 6, 0.0)
    assert (found.value, found.epsilon) == oracle.calibrated([list(zip(left, right, strict=True))])


def test_where_nothing_can_be_calibrated_there_is_a_reason(monkeypatch):
    nothing = calibrate([[1.0], [2.0]], [[1.0], [math.nan]], grouping="item")
    assert math.isnan(nothing.value) and nothing.reason == "no group has two outputs with both scores"
    assert nothing.undefined == 1 and nothing.groups == 0
    monkeypatch.setattr(calibration, "MOST_PAIRS", 5)
    refused = calibrated_correlation(*table(1))
    assert math.isnan(refused.estimate.value) and "pairs are more than are calibrated (5)" in refused.estimate.reason
    with pytest.raises(SpecError, match="pearson has no ties to calibrate; choose accuracy or kendall-eq"):
        calibrate([[1.0, 2.0]], [[1.0, 2.0]], "pearson")
    with pytest.raises(InputError, match="expected two matrices"):
        calibrate([[1.0, 2.0]], [[1.0]])


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_every_permutation_is_calibrated_anew(grouping):
    left, right = table(11, (5, 6), missing=0.1)
    rows = [group_rows(side[None], grouping)[0] for side in (left, right)]
    rows = [np.where(np.isnan(rows[0] + rows[1]), np.nan, side) for side in rows]
    there = ~np.isnan(rows[0])
    count = there.sum(axis=1)
    chance = calibration._Permuted(rows[0], count * (count - 1) // 2)
    stream = np.random.default_rng(5)
    for _ in range(10):
        shuffled = rows[1].copy()
        for row, held in zip(shuffled, there, strict=True):
            row[held] = stream.permutation(row[held])
        best, _ = oracle.calibrated(
            [[(None if math.isnan(a) else a, None if math.isnan(b) else b) for a, b in zip(x, y, strict=True)]
             for x, y in zip(rows[0], shuffled, strict=True)]
        )  # fmt: skip
        assert chance.best(shuffled) == pytest.approx(best, abs=1e-12)


def test_intervals_and_p():
    stream = np.random.default_rng(1)
    right = stream.integers(0, 3, (6, 40)).astype(float)
    left = right + stream.normal(0, 0.3, right.shape)
    found = calibrated_correlation(left, right, grouping="item", over="segments", draws=Draws(trials=200))
    assert found.estimate.low < found.estimate.value < found.estimate.high and found.estimate.p == 2 / 201
    assert found.epsilon > 0 and f"epsilon:{found.epsilon:.6g}" in found.estimate.signature
    held = mean_over_groups(group_values(left[None], right[None], "accuracy", "item", None, found.epsilon))[0]
    assert held == found.estimate.value
    noise = calibrated_correlation(stream.normal(size=right.shape), right, grouping="item", draws=Draws(trials=200))
    assert noise.estimate.p > 0.05
    assert calibrated_correlation(left, right, grouping="item", draws=Draws(trials=200), over="segments") == found


def test_too_many_pairs_for_trials_have_no_p(monkeypatch):
    monkeypatch.setattr(calibration, "_MOST_PAIRS_IN_TRIALS", 100)
    found = calibrated_correlation(*table(2), draws=Draws(trials=100)).estimate
    assert math.isnan(found.p) and found.reason.startswith("no p: ") and not math.isnan(found.value)


@pytest.mark.parametrize("points", [2, 10, 24, 25, 60])
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
def test_pairs_are_counted_alike_few_or_many(points, epsilon):
    stream = np.random.default_rng(points)
    x, y = stream.integers(0, 8, (2, 5, points)) / 4
    x[0, 0] = math.nan
    counts = pair_counts(x, y, epsilon)
    for n, (left, right) in enumerate(zip(x, y, strict=True)):
        pairs = oracle.pairs_of([(None if math.isnan(a) else a, b) for a, b in zip(left, right, strict=True)])
        signs = [(0 if abs(a[0] - b[0]) <= epsilon else oracle.sign(a[0] - b[0]), oracle.sign(a[1] - b[1]))
                 for a, b in pairs]  # fmt: skip
        assert counts.concordant[n] == sum(s * t > 0 for s, t in signs)
        assert counts.discordant[n] == sum(s * t < 0 for s, t in signs)
        assert counts.tied_left[n] == sum(s == 0 != t for s, t in signs)
        assert counts.tied_right[n] == sum(t == 0 != s for s, t in signs)
        assert counts.tied_both[n] == sum(s == 0 == t for s, t in signs)


@pytest.mark.parametrize("grouping", ["item", "system"])
@pytest.mark.parametrize("seed", range(4))
def test_exchanged_decisions_approach_all_exchanges(seed, grouping):
    left, right = table(seed, (3, 4), missing=0.1)
    other = table(seed + 50, (3, 4), missing=0)[0]
    epsilons = (0.25, 0.0)
    there = ~np.isnan(left + right + other)
    a, b, y = (np.where(there, side, np.nan) for side in (left, other, right))
    found = exchanged_decisions(left, other, right, epsilons, grouping, trials=20_000)
    p, difference = oracle.exchanged(groups(a, y, grouping), groups(b, y, grouping), epsilons)
    assert found.a - found.b == pytest.approx(difference, abs=1e-12)
    assert found.p == pytest.approx(p, abs=0.02)
    swapped = exchanged_decisions(other, left, right, epsilons[::-1], grouping, trials=20_000)
    assert swapped.p == found.p and swapped.one_sided + found.one_sided >= 1


def test_decisions_need_pairs():
    found = exchanged_decisions(np.ones((1, 3)), np.ones((1, 3)), np.ones((1, 3)), (0, 0), "item")
    assert math.isnan(found.p) and found.reason == "no group has two outputs with all scores"


def few_judged(shape=(10, 3000), judged=60):
    """Scores of many outputs, few of which people judged."""
    stream = np.random.default_rng(0)
    scores = stream.normal(size=(2, *shape))
    human = np.full(shape, math.nan)
    places = stream.choice(human.size, judged, replace=False)
    human.flat[places] = stream.integers(0, 5, judged)
    return *scores, human


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_outputs_without_a_judgement_cost_nothing(grouping):
    left, other, human = few_judged()
    # those of few judged outputs alone, which any group holds at its own place
    kept = ~np.isnan(human).all(axis=0)
    found = calibrated_correlation(left, human, grouping=grouping, draws=Draws(resamples=2, trials=5))
    alone = calibrated_correlation(left[:, kept], human[:, kept], grouping=grouping, draws=Draws(resamples=2, trials=5))
    assert (found.epsilon, found.estimate.value, found.estimate.n) == (
        alone.epsilon, alone.estimate.value, alone.estimate.n,
    )  # fmt: skip
    assert found.estimate.p == alone.estimate.p
    tested, same = (
        exchanged_decisions(left[:, s], other[:, s], human[:, s], [0.1, 0.2], grouping, 50) for s in (slice(None), kept)
    )
    assert tested == same and tested.pairs > 0


def test_rows_are_cut_to_the_points_there_are():
    nan = math.nan
    left = np.array([[nan, 1.0, 2.0, nan], [3.0, nan, nan, 4.0], [nan, nan, 5.0, nan]])
    x, y = known_rows(left, left * 10)
    assert np.array_equal(x, [[1, 2], [3, 4], [5, nan]], equal_nan=True)
    assert np.array_equal(y, x * 10, equal_nan=True)
    (none,) = known_rows(np.full((2, 3), nan))
    assert none.shape == (2, 0)
