"""The laws that tests of differences keep for every registered measure."""

import pytest

import steelyard as sy
from laws.random_corpora import NAMES, Drawn, many_segments
from steelyard.engines.local import collect
from steelyard.inference.comparison.significance import TESTS, significance_test
from steelyard.measures.registry import registry
from steelyard.scores import from_statistics

OURS = [test for test in TESTS.own() if not significance_test(test).reproduces]


def two_systems(name: str, same: bool) -> sy.Scores:
    """Scores of two systems, or of one under two names; the cost of a measure may allow for few texts only."""
    drawn = many_segments(name)
    count = 5 if registry()[name].cost else 40
    drawn = drawn.at(sorted(range(len(drawn)), key=lambda n: len(drawn.references[n][0]))[: 3 * count : 3])
    first, second = drawn.outputs.values()
    drawn = Drawn({"A": first, "B": first if same else second}, drawn.references)
    return from_statistics(collect(drawn.corpus(), [name], threads=1))


@pytest.mark.parametrize("name", NAMES)
def test_a_system_against_itself_has_p_1(name):
    scores = two_systems(name, same=True)
    for test in OURS:
        (one,) = sy.compare(
            scores, test=test, draws=sy.Draws(trials=200, resamples=50), run=sy.Run(threads=1)
        ).comparisons
        assert (one.p, one.p_corrected, one.difference) == (1, 1, 0), test
        assert (one.better, one.low, one.high, one.wins, one.effect) == (None, 0, 0, 0.5, 0), test


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_two_systems_turns_signs_only(name):
    scores = two_systems(name, same=False)
    for test in OURS:
        options = {"test": test, "draws": sy.Draws(trials=200, resamples=50), "run": sy.Run(threads=1)}
        (one,) = sy.compare(scores, baseline="B", **options).comparisons
        (other,) = sy.compare(scores, baseline="A", **options).comparisons
        assert one.p == pytest.approx(other.p) and 0 <= one.p <= 1, test
        assert (one.difference, one.low, one.high) == pytest.approx((-other.difference, -other.high, -other.low))
        assert one.wins == pytest.approx(1 - other.wins) and one.better == other.better
