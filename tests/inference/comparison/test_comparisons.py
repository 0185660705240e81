"""Intervals that hold at once, and p corrected over all measures: how a comparison has them and says so."""

import pytest
from benchmarks import calibration

import steelyard as sy
from steelyard.inference.comparison.compare import compare

DRAWS = sy.Draws(trials=50, resamples=300)


@pytest.fixture(scope="module")
def scores():
    return sy.score(sy.sample(), measures=["bleu", "ter", "sentence-bleu"], threads=1)


@pytest.fixture(scope="module")
def two():
    return calibration.two_systems(measures=["bleu", "ter"])


def test_simultaneous_intervals_hold_the_others_and_say_how_many_there_are(scores):
    plain, wide, widest = (
        compare(scores, draws=sy.Draws(trials=50, resamples=300), **more)
        for more in ({}, {"simultaneous": True}, {"simultaneous": True, "correct_over": "all"})
    )
    for pair, each, every in zip(plain.comparisons, wide.comparisons, widest.comparisons, strict=True):
        assert every.low <= each.low < pair.low <= pair.high < each.high <= every.high
        assert (pair.effect_low, pair.p_corrected) == (each.effect_low, each.p_corrected)
        assert every.p_corrected >= each.p_corrected
    assert plain.standings == wide.standings, "scores are each by itself"
    pairs, measures = 15, len(scores.measures)
    assert f"|together:{pairs}|each:0.99" in wide.comparisons[0].signature
    assert f"|over:all|together:{pairs * measures}|each:0.99" in widest.comparisons[0].signature
    assert "together" not in plain.comparisons[0].signature
    assert "intervals: each by itself, not corrected for the number of pairs" in str(plain)
    assert "intervals: of differences together, corrected for how many they are; of scores each by itself" in str(wide)
    assert "intervals: of differences together under all measures, corrected" in str(widest)
    assert widest.experiment_wise == pytest.approx(1 - 0.95 ** (pairs * measures))
    settings = widest.to_dict()["settings"]
    assert (settings["correct_over"], settings["simultaneous"], settings["interval"]) == ("all", True, "t")


def test_one_difference_is_by_itself(two):
    plain, wide = (compare(two, draws=DRAWS, simultaneous=more) for more in (False, True))
    assert [(pair.low, pair.high) for pair in plain.comparisons] == [(pair.low, pair.high) for pair in wide.comparisons]


@pytest.mark.parametrize("kind", ["t", "bca", "percentile"])
def test_every_number_says_by_which_interval(two, kind):
    made = compare(two, draws=sy.Draws(trials=50, resamples=200, interval=kind))
    pair = made.comparisons[0]
    assert f"|interval:{kind}|" in pair.signature and pair.low < pair.difference < pair.high
    assert pair.effect_low < pair.effect < pair.effect_high
    assert f"intervals of 95% by {kind}"[:24].lower() in str(made).lower()


def test_simultaneous_intervals_cover_together():
    """40 test sets of 60 segments; the counts are always the same."""
    few = {name: list(sy.sample().systems[name]) for name in ("basalt", "cedar", "dune", "ember")}
    population = sy.score(few, list(sy.sample().references[0]), ["chrf"]).statistics
    covered = calibration.joint_covering(population, 60, 40)
    assert covered["alone"] < covered["chrf"] == covered["all"] and covered["chrf"] >= 35
