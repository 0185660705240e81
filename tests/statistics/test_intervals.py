"""Intervals by t, BCa and percentiles: against formulas written out, at their limits, and what is said without one."""

import math
from dataclasses import replace

import numpy as np
import pytest
from benchmarks import calibration

import steelyard as sy
from steelyard.draws import INTERVALS
from steelyard.errors import SpecError
from steelyard.statistics.distributions import normal_below, normal_quantile, t_quantile
from steelyard.statistics.intervals import contributions, moments, score_intervals, units_of
from steelyard.statistics.resampling import bootstrap


def means(values, **facets):
    """Statistics of a mean of segment scores: system × segment, nan where there is none."""
    names = tuple("ABCDEF"[: len(values)])
    table = sy.ExternalScores("mean", names, np.asarray(values, float))
    (statistics,) = sy.score_table(None, external=[table]).scores().statistics
    return replace(statistics, facets={name: tuple(column) for name, column in facets.items()})


def interval(statistics, confidence=0.95, **draws):
    low, high = score_intervals(statistics, sy.Draws(**draws)).bounds(confidence)
    return low, high


def test_of_a_mean_it_is_the_interval_of_students_t():
    values = np.array([[3.0, 5, 4, 6, 9], [1.0, 2, 3, 4, 5]])
    low, high = interval(means(values), 0.9)
    for k, row in enumerate(values):
        half = 2.131846786 * row.std(ddof=1) / math.sqrt(5)
        assert (low[k], high[k]) == pytest.approx((row.mean() - half, row.mean() + half))


def test_quantiles_equal_scipys():
    stats = pytest.importorskip("scipy.stats", reason="skipped: comparison with scipy, which is not installed")
    for degrees in (1, 49, 100_000):
        for share in (0.9, 0.999):
            assert t_quantile(share, degrees) == pytest.approx(stats.t.ppf((1 + share) / 2, degrees), rel=1e-9)
    for share in (1e-6, 0.025, 0.5, 0.9):
        assert normal_quantile(share) == pytest.approx(stats.norm.ppf(share), rel=1e-12, abs=1e-15)
        assert normal_below(normal_quantile(share)) == pytest.approx(share)


def test_units_without_a_score_do_not_count():
    values = [3.0, 5, 4, 6, 9]
    full, some = means([values]), means([[*values, math.nan, math.nan]])
    np.testing.assert_allclose(interval(full), interval(some))
    assert score_intervals(some, sy.Draws()).moments.units.tolist() == [5]


def test_documents_are_units_whatever_their_size():
    """A ratio of sums: the contributions are those of the linearised ratio."""
    sizes, random = [1, 4, 2, 7, 3, 5], np.random.default_rng(4)
    rows = [random.normal(size, 1, size) for size in sizes]
    documents = [str(n) for n, size in enumerate(sizes) for _ in range(size)]
    statistics = means([np.concatenate(rows)], document=documents)
    mean, count = np.concatenate(rows).mean(), sum(sizes)
    added = np.array([(row - mean).sum() for row in rows]) / count
    error = math.sqrt((added**2).sum() * 6 / 5)
    spread = score_intervals(statistics, sy.Draws(unit="document")).moments
    assert spread.error[0] == pytest.approx(error, rel=0.03) and spread.units.tolist() == [6]


def test_crossed_units_vary_by_each_factor_and_by_their_combinations():
    random = np.random.default_rng(1)
    grid = random.normal(size=(7, 1)) + random.normal(size=(1, 5)) + random.normal(size=(7, 5))
    places = [(str(i), str(j)) for i in range(7) for j in range(5)]
    statistics = means([grid.ravel()], item=[i for i, _ in places], person=[j for _, j in places])
    off = (grid - grid.mean()) / grid.size
    squares = (off.sum(axis=1) ** 2).sum() + (off.sum(axis=0) ** 2).sum() + (off**2).sum()
    spread = score_intervals(statistics, sy.Draws(unit="item*person")).moments
    assert spread.units.tolist() == [5] and spread.error[0] == pytest.approx(math.sqrt(squares * 5 / 4))
    drawn = bootstrap(statistics, 4000, 1, "item*person").std()
    assert spread.error[0] == pytest.approx(drawn * math.sqrt(5 / 4), rel=0.15)


def test_a_factor_of_one_value_is_not_drawn():
    values = [3.0, 5, 4, 6, 9]
    statistics = means([values], document=["only"] * 5)
    crossed, plain = interval(statistics, unit="document*segment"), interval(statistics)
    # both the segments and the cells of the table are units
    assert crossed[1][0] - crossed[0][0] == pytest.approx(math.sqrt(2) * (plain[1][0] - plain[0][0]))
    assert np.isnan(interval(replace(statistics, facets={"a": ("x",) * 5, "b": ("y",) * 5}), unit="a*b")).all()


MEASURES = ("bleu", "chrf", "ter", "meteor", "nist", "rouge-l", "gtm", "sentence-bleu", "bleu(smoothing=none)")


def test_the_linearised_error_is_that_of_the_bootstrap():
    for statistics in sy.score(sy.sample(), measures=list(MEASURES), threads=1).statistics:
        error = score_intervals(statistics, sy.Draws()).moments.error
        drawn = bootstrap(statistics, 600, 3).std(axis=0, ddof=1)
        np.testing.assert_allclose(error[:5], drawn[:5], rtol=0.15, err_msg=statistics.label)


def test_a_systems_interval_does_not_depend_on_the_others():
    (statistics,) = sy.score(sy.sample(), measures=["bleu"], threads=1).statistics
    alone = statistics.among(("cedar",))
    for kind in INTERVALS:
        whole = np.array(interval(statistics, interval=kind))[:, statistics.systems.index("cedar")]
        assert whole.tolist() == np.array(interval(alone, interval=kind))[:, 0].tolist()


def test_bca_is_the_formula_of_its_paper():
    """Efron (1987), with the tails of Hesterberg (2015), on a skewed sample."""
    values = np.random.default_rng(8).exponential(size=25)
    statistics = means([values])
    drawn = bootstrap(statistics, 1000, 12345)[:, 0]
    off = values - values.mean()
    acceleration = (off**3).sum() / (6 * (off**2).sum() ** 1.5)
    bias = normal_quantile((drawn < values.mean()).mean())
    tail = t_quantile(0.9, 24) * math.sqrt(25 / 24)
    shares = [normal_below(bias + z / (1 - acceleration * z)) for z in (bias - tail, bias + tail)]
    low, high = interval(statistics, 0.9, interval="bca")
    assert (low[0], high[0]) == pytest.approx(tuple(np.quantile(drawn, shares)), rel=1e-9)
    # the right tail is the long one
    assert high[0] - values.mean() > values.mean() - low[0]


def test_percentiles_are_those_of_the_resamples():
    statistics = means([[3.0, 5, 4, 6, 9]])
    drawn = bootstrap(statistics, 300, 7)[:, 0]
    low, high = interval(statistics, 0.8, interval="percentile", resamples=300, seed=7)
    assert (low[0], high[0]) == pytest.approx(tuple(np.quantile(drawn, [0.1, 0.9])))


@pytest.mark.parametrize("kind", INTERVALS)
def test_no_interval_is_of_no_width(kind):
    """One unit, and units that are all alike, say nothing of how far a score may vary."""
    same = sy.score({"A": ["a b"] * 9}, ["a b"] * 9, ["wer", "bleu"], intervals=sy.Draws(interval=kind))
    for score in same.scores:
        assert math.isnan(score.low) and math.isnan(score.high)
        assert score.reason == (
            "no interval: whatever units are drawn it is the same, which does not tell how far it may vary"
        )
        assert score.to_dict()["low"] is None and "[" not in str(same).split("(1)")[1].split("undefined")[0]
    (single,) = sy.score({"A": ["a c"]}, ["a b"], ["wer"], intervals=sy.Draws(interval=kind)).scores
    assert math.isnan(single.low) and single.reason == "no interval: there are fewer than two units"


def test_one_value_that_is_scored_has_no_interval():
    made = score_intervals(means([[3.0, math.nan, math.nan], [1.0, 2, 4]]), sy.Draws())
    assert np.isnan(made.bounds(0.95)[0]).tolist() == [True, False]
    assert made.reason(0, "…") == "no interval: there are fewer than two units"


def test_bca_where_all_resamples_lie_on_one_side():
    made = score_intervals(means([[1.0, 2, 3]]), sy.Draws(interval="bca", resamples=50))
    beyond = replace(made, values=made.values + 10)
    assert np.isnan(beyond.bounds(0.95)).all()
    assert beyond.reason(0, "…") == "no interval: all resamples lie on one side of it; choose interval t"


def test_undefined_resamples_leave_no_interval_but_by_t():
    """Of five units two have a score; in some resample neither is drawn."""
    statistics = means([[1.0, 2, math.nan, math.nan, math.nan]])
    for kind in INTERVALS:
        made = score_intervals(statistics, sy.Draws(interval=kind))
        assert np.isnan(made.bounds(0.95)).all() == (kind != "t")
        assert kind == "t" or made.reason(0, "nobody knows") == "no interval: in some resample nobody knows"


def test_intervals_end_at_the_bounds_of_the_measure():
    outputs = {"A": ["a b c d"] * 11 + ["a b c e"], "B": ["x"] * 11 + ["a b c d"]}
    scores = sy.score(outputs, ["a b c d"] * 12, ["bleu", "wer", "rouge-1"], intervals=True)
    for score in scores.scores:
        statistics = next(s for s in scores.statistics if s.label == score.measure)
        least, most = statistics.measure.bounds
        assert least <= score.low <= score.value <= score.high <= most
    assert scores.scores[0].high == 100, "it would reach beyond"
    pair = sy.compare(scores).between("A", "B", "rouge-1")
    assert -1 <= pair.low <= pair.difference <= pair.high <= 1


def test_nothing_is_known_of_another_kind():
    with pytest.raises(SpecError, match=r"interval='normal' is not possible"):
        sy.Draws(interval="normal")
    for function in (sy.bootstrap_ranks, lambda scores, draws: sy.agree([("a", "x", 1), ("a", "y", 2)], draws=draws)):
        with pytest.raises(SpecError, match=r"interval=t is not possible for \w+; they have percentile intervals"):
            function(sy.score(sy.sample(), measures=["wer"], threads=1), draws=sy.Draws("segment", interval="t"))


def test_contributions_are_the_same_in_blocks(monkeypatch):
    (statistics,) = sy.score(sy.sample(), measures=["bleu"], threads=1).statistics
    whole = contributions(statistics.values, statistics.measure.score)
    monkeypatch.setattr("steelyard.statistics.intervals._NUMBERS_AT_ONCE", 100)
    np.testing.assert_array_equal(contributions(statistics.values, statistics.measure.score), whole)
    assert np.abs(whole.sum(axis=1)).max() < 0.02 * np.abs(whole).sum(axis=1).min()


def test_moments_of_no_units():
    spread = moments(np.zeros((2, 0)), units_of(np.zeros((2, 0), bool)))
    assert np.isnan(spread.error).all() and spread.units.tolist() == [0, 0]


def test_intervals_by_t_cover_in_short():
    """200 test sets of 50 segments: the count is always the same, and 95 % within four standard errors."""
    (statistics,) = (s for s in calibration.two_systems(measures=["bleu"]).statistics)
    covered = calibration.covering(statistics, 50, 200)["t"]
    assert 178 <= covered <= 200


@pytest.mark.long
def test_intervals_by_t_cover_on_ted(shared):
    """2,000 test sets each: at least .94 less two standard errors, of six measures at 50, 100 and 500 segments."""
    folder = shared / "data" / "ted-zhen"
    for statistics in calibration.two_systems(folder, calibration.COVERED).statistics:
        for size in calibration.COVERED_SIZES:
            covered = calibration.covering(statistics, size, 2000)["t"]
            assert covered / 2000 >= 0.94 - 2 * math.sqrt(0.94 * 0.06 / 2000), (statistics.label, size, covered)
