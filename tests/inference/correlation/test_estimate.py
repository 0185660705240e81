"""Correlations of outputs, with intervals and p-values, and tests of two of them."""

import itertools
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.coefficient import COEFFICIENTS
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference, williams
from steelyard.inference.correlation.estimate import correlation
from steelyard.inference.correlation.grouping import GROUPINGS, correlate_outputs, self_pairs
from steelyard.inference.correlation.partitions import partitioned_correlation

stats = pytest.importorskip("scipy.stats")


@pytest.fixture
def outputs():
    """Three sides, 8 systems × 30 segments, with ties and gaps."""
    random = np.random.default_rng(7)
    gold = np.round(random.normal(size=(8, 1)) + random.normal(size=(8, 30)), 1)
    a, b = (np.round(gold + s * random.normal(size=(8, 30)), 1) for s in (0.7, 1.5))
    a[0, 3] = gold[2, 5] = math.nan
    return a, b, gold


@pytest.mark.parametrize("coefficient", COEFFICIENTS.own())
def test_groups_are_correlated_on_their_own(outputs, coefficient):
    a, _, gold = outputs
    by_system = [correlate(x, y, coefficient).value for x, y in zip(a, gold, strict=True)]
    by_item = [correlate(x, y, coefficient).value for x, y in zip(a.T, gold.T, strict=True)]
    assert correlate_outputs(a, gold, coefficient, "system").value == pytest.approx(np.mean(by_system))
    assert correlate_outputs(a, gold, coefficient, "item").value == pytest.approx(np.nanmean(by_item))
    pooled = correlate_outputs(a, gold, coefficient, "pooled")
    assert pooled.value == pytest.approx(correlate(a.ravel(), gold.ravel(), coefficient).value)
    assert (pooled.n, pooled.missing, pooled.groups) == (238, 2, 1)


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("over", ["systems", "segments", "both"])
def test_intervals_hold_the_value(outputs, grouping, over):
    a, _, gold = outputs
    found = correlation(a, gold, "kendall", grouping=grouping, over=over, draws=sy.Draws(resamples=200, trials=99))
    assert found.low <= found.value <= found.high and (found.low < found.high or found.value == 1)
    assert f"|grouping:{grouping}|" in found.signature and f"|over:{over}|" in found.signature


def test_interval_over_points_is_that_of_a_plain_bootstrap():
    random = np.random.default_rng(3)
    x = random.normal(size=40)
    y = x + random.normal(size=40)
    found = correlation(x, y, draws=sy.Draws(resamples=4000, trials=1000))
    drawn = [stats.pearsonr(x[i], y[i]).statistic for i in (random.integers(0, 40, 40) for _ in range(4000))]
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.03)
    assert found.test == "t" and found.p == pytest.approx(stats.pearsonr(x, y).pvalue, rel=1e-9)


def test_copies_are_no_pairs():
    names = np.array([[0, 0, 0, 1, 2, 2], [-1, -1, 3, 4, 5, 6]])
    assert self_pairs(names).tolist() == [4, 0]
    # without ties, drawing a system twice must not look like a tie foreseen
    x = np.arange(12.0)
    found = correlation(x, -x, "accuracy", draws=sy.Draws(resamples=50, trials=20))
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_statistics_of_a_measure_are_resampled_by_segments():
    corpus = sy.sample()
    scores = sy.score(corpus, measures=["bleu"])
    human = np.random.default_rng(0).normal(size=(6, 60)) + np.arange(6)[:, None]
    found = correlation(
        scores.statistics[0],
        human,
        "spearman",
        grouping="means",
        over="both",
        draws=sy.Draws(resamples=300, trials=1000),
    )
    assert found.n == 6 and found.signature.startswith("bleu|") and found.low <= found.value <= found.high
    with pytest.raises(SpecError, match="statistics go with 'means'"):
        correlation(scores.statistics[0], human)


def test_exact_permutation():
    x, y = [1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 3.5, 3.0, 6.0]
    found = correlation(x, y, "spearman")
    every = [stats.spearmanr(p, y).statistic for p in itertools.permutations(x)]
    upper = sum(v >= found.value - 1e-12 for v in every)
    assert found.test == "exact permutation" and found.p == pytest.approx(2 * upper / 120)


@pytest.mark.parametrize(
    ("coefficient", "grouping"), [("kendall", "pooled"), ("accuracy", "item"), ("pearson", "system")]
)
def test_p_is_uniform_without_any_relation(coefficient, grouping):
    random = np.random.default_rng(11)
    p = []
    for _ in range(120):
        a, gold = random.normal(size=(2, 6, 8))
        a[0, 0] = math.nan
        p.append(correlation(a, gold, coefficient, grouping=grouping, draws=sy.Draws(resamples=2, trials=99)).p)
    assert stats.kstest(p, "uniform").pvalue > 1e-3


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_a_measure_against_itself(outputs, grouping):
    a, _, gold = outputs
    assert correlation_difference(a, a, gold, grouping=grouping, draws=sy.Draws(trials=50)).p == 1.0
    assert correlation_difference(a, a, gold, grouping="means", test="williams").p == 1.0


def test_differences_are_found_and_have_a_sign(outputs):
    a, b, gold = outputs
    found = correlation_difference(a, b, gold, draws=sy.Draws(trials=500))
    assert found.p < 0.02 and found.difference == pytest.approx(found.a - found.b) and found.difference > 0
    other = correlation_difference(b, a, gold, draws=sy.Draws(trials=500))
    assert other.difference == -found.difference and other.p == found.p
    assert correlation_difference(a, b, gold, alternative="less", draws=sy.Draws(trials=99)).p > 0.9


def test_exchanges_of_few_systems_are_enumerated(outputs):
    a, b, gold = outputs
    found = correlation_difference(a, b, gold, grouping="means", draws=sy.Draws(trials=1000))
    assert "|test:exact permutation:256 trials|exchanged:system|" in found.signature
    assert found.p * 256 == pytest.approx(round(found.p * 256))


def test_no_exchange_at_all_is_as_large_as_what_was_observed():
    """Also where standardising makes ties of scores that differ in the last bits alone."""
    a, b, gold = [0.1 + 0.2, 0.3, 50.0, 100.0], [1.0, 4.0, 2.0, 3.0], [2.0, 1.0, 3.0, 4.0]
    found = correlation_difference(a, b, gold, "kendall", alternative="greater")
    assert "|test:exact permutation:16 trials|" in found.signature and found.a == 1.0
    assert found.p >= 1 / 16


def test_the_difference_test_keeps_its_level():
    random = np.random.default_rng(5)
    p = []
    for _ in range(150):
        gold = random.normal(size=40)
        a, b = gold + random.normal(size=(2, 40))
        p.append(correlation_difference(a, b, gold, draws=sy.Draws(trials=99)).p)
    assert stats.kstest(p, "uniform").pvalue > 1e-3


def test_williams_by_its_definition():
    random = np.random.default_rng(2)
    gold = random.normal(size=25)
    a, b = gold + random.normal(size=25), gold + 2 * random.normal(size=25)
    r_a, r_b, r_ab = (np.corrcoef(x, y)[0, 1] for x, y in ((a, gold), (b, gold), (a, b)))
    determinant = np.linalg.det(np.corrcoef([gold, a, b]))
    mean = (r_a + r_b) / 2
    t = (r_a - r_b) * math.sqrt(24 * (1 + r_ab)) / math.sqrt(2 * determinant * 24 / 22 + mean**2 * (1 - r_ab) ** 3)
    found = correlation_difference(a, b, gold, test="williams")
    assert (found.t, found.degrees) == (pytest.approx(t), 22)
    assert found.p == pytest.approx(2 * stats.t.sf(abs(t), 22), rel=1e-9)
    assert "at least 4 points" in williams(0.5, 0.4, 0.3, 3).reason


def test_undefined_says_why():
    same, x = np.ones((3, 4)), np.arange(12.0).reshape(3, 4)
    found = correlation(same, x, "spearman", draws=sy.Draws(trials=5, resamples=5))
    assert math.isnan(found.value) and math.isnan(found.p) and "the left scores are all the same" in found.reason
    assert found.to_dict()["value"] is None
    assert "undefined" in correlation_difference(same, x, x).reason


def test_what_is_refused(outputs):
    a, b, gold = outputs
    for wrong in ({"over": "system"}, {"grouping": "items"}):
        with pytest.raises(SpecError):
            correlation(a, gold, **wrong)
    with pytest.raises(SpecError, match="its points are drawn"):
        correlation([1, 2, 3], [1, 2, 4], over="segments")
    with pytest.raises(SpecError, match="'t' for Pearson's r of one series"):
        correlation(a, gold, "kendall", test="t")
    with pytest.raises(InputError, match="expected two matrices"):
        correlation(a, gold[0])
    with pytest.raises(SpecError, match="Williams' test is of two Pearson"):
        correlation_difference(a, b, gold, "kendall", test="williams")
    with pytest.raises(SpecError, match="unknown test 'wiliams'; did you mean 'williams'"):
        correlation_difference(a, b, gold, test="wiliams")


@pytest.mark.parametrize("scale", [2.0, 0.1, 1e-5])
def test_a_measure_rescaled_is_the_same_measure(scale):
    draw = np.random.default_rng(3)
    for _ in range(20):
        x, gold = draw.random((2, 30))
        found = correlation_difference(x, scale * x + 1, gold, test="williams")
        assert (found.t, found.p, found.reason) == (0.0, 1.0, None)
        turned = correlation_difference(x, -scale * x + 1, gold, test="williams")
        assert math.isnan(turned.p) and "linear function" in turned.reason and turned.to_dict()["t"] is None
    assert math.isnan(williams(0.5, 0.4999, 1 - 1e-12, 30).p)
    assert math.isnan(williams(0.5, -0.5, 0.5, 30).p), "the third side is a difference of the two"


def test_two_points_have_neither_interval_nor_p():
    found = correlation([1, 2], [1, 3])
    assert math.isnan(found.p) and "no p: Student's t needs at least 3 points, there are 2" in found.reason
    assert "no interval" in found.reason


@pytest.mark.parametrize("wrong", [{"trials": 0}, {"trials": 1.5}, {"seed": -1}, {"trials": True}])
def test_draws_that_are_not_possible(wrong):
    (name,) = wrong
    for function in (correlation, lambda *sides, **options: correlation_difference(sides[0], *sides, **options)):
        with pytest.raises(SpecError, match=f"{name}={wrong[name]} is not possible"):
            function([1, 2, 3, 5], [1, 3, 2, 4], draws=sy.Draws(**wrong))
    with pytest.raises(SpecError, match="seed=-1"):
        partitioned_correlation(range(9), range(9), seed=-1)


@pytest.mark.parametrize(
    ("left", "right", "message"),
    [
        ([], [], "cannot correlate 0 numbers with 0"),
        ([1, 2, 3], [3, 4], "cannot correlate 3 numbers with 2"),
        (["a", "b", "c"], [1, 2, 3], "scores are not all numbers"),
        ([[1, 2], [1]], [1, 2], "not in rows of one length"),
        ([[], []], [[], []], "expected two matrices"),
        ([None, {}], [1, 2], "scores are not all numbers"),
    ],
)
def test_sides_that_are_no_scores(left, right, message):
    with pytest.raises(InputError, match=message):
        correlation(left, right)
    with pytest.raises(InputError, match=message):
        correlation_difference(left, left, right)


def test_words_are_no_scores_for_anyone():
    for function in (correlate, partitioned_correlation):
        with pytest.raises(InputError, match="scores are not all numbers"):
            function(["a"] * 9, range(9))
