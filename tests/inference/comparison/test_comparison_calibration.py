"""Tests reject as often as they claim where nothing differs, and intervals cover as often as they claim."""

import pytest
from benchmarks import calibration

stats = pytest.importorskip("scipy.stats", reason="skipped: simulated nulls, as scipy is not installed")


@pytest.fixture(scope="module")
def pairs():
    return {one.label: one for one in calibration.two_systems().statistics}


def within_chance(count: int, simulations: int, share: float) -> bool:
    """Tell whether a count lies within the central 99 % of the binomial distribution."""
    low, high = stats.binom.interval(0.99, simulations, share)
    return bool(low <= count <= high)


@pytest.mark.parametrize("measure", ["bleu", "ter", "sentence-bleu"])
def test_randomisation_rejects_one_in_twenty_of_equal_systems(pairs, measure):
    counts = calibration.rejections(pairs[measure], segments=100, simulations=300, seed=12345)
    assert within_chance(counts["randomisation"], 300, 0.05), counts


@pytest.mark.long
@pytest.mark.parametrize("segments", [300, 1000, 3000])
@pytest.mark.parametrize("measure", calibration.MEASURES)
def test_randomisation_rejects_one_in_twenty_at_any_size(pairs, measure, segments):
    counts = calibration.rejections(pairs[measure], segments, simulations=500, seed=12345)
    assert within_chance(counts["randomisation"], 500, 0.05), counts


@pytest.mark.parametrize("measure", ["bleu", "ter"])
def test_intervals_cover_the_difference_in_the_population(pairs, measure):
    # percentile intervals of 100 segments are a little narrow
    covered = round(300 * calibration.coverage(pairs[measure], segments=100, simulations=300))
    assert within_chance(covered, 300, 0.94), covered


@pytest.mark.long
@pytest.mark.parametrize("measure", calibration.MEASURES)
def test_intervals_cover_at_a_thousand_segments(pairs, measure):
    # 500 resamples make a percentile interval cover half a per cent less
    covered = round(1000 * calibration.coverage(pairs[measure], segments=1000, simulations=1000, seed=12345))
    assert within_chance(covered, 1000, 0.945), covered
