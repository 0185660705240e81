"""Correlation coefficients: equal to scipy's, and undefined where they are."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.coefficient import COEFFICIENTS, coefficient_of
from steelyard.inference.correlation.correlation import correlate, regression
from steelyard.inference.correlation.pairs import like, pair_counts
from steelyard.inference.correlation.series import ranks

stats = pytest.importorskip("scipy.stats")
THEIRS = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall": lambda x, y: stats.kendalltau(x, y, variant="b").statistic,
    "kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c").statistic,
}


def varied(series) -> bool:
    return min(series) < max(series)


tied = st.integers(-3, 3).map(float)
numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))
pairs = st.lists(st.tuples(st.one_of(tied, numbers), tied), min_size=2, max_size=30)


@pytest.mark.parametrize("coefficient", THEIRS)
@settings(max_examples=100)
@given(drawn=pairs)
def test_values_are_those_of_scipy(coefficient, drawn):
    x, y = map(list, zip(*drawn, strict=True))
    found = correlate(x, y, coefficient)
    assert found.n == len(x) and found.missing == 0 and found.coefficient == coefficient
    if varied(x) and varied(y):
        assert found.value == pytest.approx(THEIRS[coefficient](x, y), abs=1e-9)
        assert found.reason is None and -1 <= found.value <= 1
    else:
        assert math.isnan(found.value) and "are all the same" in found.reason


def counted(x, y, epsilon=0.0):
    """Every pair, by its definition: concordant, discordant, tied left, tied right, tied both."""
    counts = [0] * 5
    for i in range(len(x)):
        for j in range(i):
            if any(math.isnan(v) for v in (x[i], x[j], y[i], y[j])):
                continue
            left, right = abs(x[i] - x[j]) <= epsilon, y[i] == y[j]
            alike = (x[i] > x[j]) == (y[i] > y[j])
            counts[4 if left and right else 2 if left else 3 if right else 0 if alike else 1] += 1
    return counts


OF_COUNTS = {
    "kendall-a": lambda c, d, x, y, b: (c - d) / (c + d + x + y + b),
    "kendall-10": lambda c, d, x, y, b: (c - d - x) / (c + d + x),
    "kendall-13": lambda c, d, x, y, b: (c - d) / (c + d),
    "kendall-14": lambda c, d, x, y, b: (c - d) / (c + d + x),
    "kendall-eq": lambda c, d, x, y, b: (c + b - d - x - y) / (c + d + x + y + b),
    "kendall-like": lambda c, d, x, y, b: (c - b - d - x - y) / (c + d + x + y + b),
    "accuracy": lambda c, d, x, y, b: (c + b) / (c + d + x + y + b),
}
gappy = st.one_of(tied, st.just(math.nan), numbers)


@settings(max_examples=100)
@given(st.lists(st.tuples(gappy, gappy), max_size=25), st.sampled_from([0.0, 0.1, 1.0, 1.5]))
def test_pairs_are_those_of_a_loop(drawn, epsilon):
    x, y = (np.array([pair[side] for pair in drawn], float)[None] for side in (0, 1))
    found = pair_counts(x, y, epsilon)
    expected = counted(x[0], y[0], epsilon)
    assert [int(part[0]) for part in vars(found).values()] == expected
    assert int(found.pairs[0]) == sum(expected)


@pytest.mark.parametrize("coefficient", OF_COUNTS)
@settings(max_examples=50)
@given(drawn=st.lists(st.tuples(gappy, tied), min_size=3, max_size=20))
def test_variants_are_their_formulas(coefficient, drawn):
    x, y = map(list, zip(*drawn, strict=True))
    found = correlate(x, y, coefficient)
    if found.reason is None:
        assert found.value == pytest.approx(OF_COUNTS[coefficient](*counted(x, y)), abs=1e-12)
    else:
        assert math.isnan(found.value)


@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0, 2.0])
@given(drawn=st.lists(st.tuples(tied, tied), min_size=2, max_size=20))
def test_relative_ranks_with_a_threshold(threshold, drawn):
    x, y = (np.array(side)[None] for side in zip(*drawn, strict=True))
    alike = n = 0
    for i in range(x.size):
        for j in range(i):
            if abs(y[0, i] - y[0, j]) >= threshold:
                n += 1
                alike += (x[0, i] - x[0, j]) * (y[0, i] - y[0, j]) > 0
    found = float(like(x, y, threshold)[0])
    assert found == pytest.approx((2 * alike - n) / n, abs=1e-12) if n else math.isnan(found)


@pytest.mark.parametrize("coefficient", COEFFICIENTS.own())
def test_rows_are_independent(coefficient):
    random = np.random.default_rng(1)
    x, y = random.integers(0, 4, (2, 6, 9)).astype(float)
    x[2, 3] = y[4, 0] = math.nan
    x[5] = 1.0
    together = coefficient_of(coefficient).values(x, y)
    alone = [correlate(one, other, coefficient).value for one, other in zip(x, y, strict=True)]
    np.testing.assert_allclose(together[:5], alone[:5], atol=1e-12)


def test_a_million_points_take_seconds():
    x, y = np.random.default_rng(0).random((2, 200_000))
    assert abs(correlate(x, y, "kendall").value) < 0.01


@pytest.mark.parametrize(
    ("r", "n", "t", "cd"),
    [(0.295, 13, 1.025, 0.087), (0.907, 13, 7.13, 0.822), (0.735, 15, 3.91, 0.540), (0.965, 15, 13.23, 0.931),
     (0.974, 15, 15.65, 0.950)],
)  # fmt: skip
def test_regression_of_lin_and_hovy(r, n, t, cd):
    """Their t and CD follow from their r, which is rounded to three places."""
    found = regression(r, n)
    low, high = regression(r - 5e-4, n), regression(r + 5e-4, n)
    assert low.t - 0.005 <= t <= high.t + 0.005
    assert low.determination - 5e-4 <= cd <= high.determination + 5e-4
    assert found.degrees == n - 2 and found.p == pytest.approx(2 * stats.t.sf(found.t, n - 2), rel=1e-9)


def test_determination_and_t_are_coefficients():
    x, y = np.random.default_rng(2).normal(size=(2, 9))
    y[3] = math.nan
    r = correlate(x, y)
    fit = regression(r.value, r.n)
    assert correlate(x, y, "cd").value == pytest.approx(fit.determination, rel=1e-12)
    assert correlate(x, y, "lr-t").value == pytest.approx(fit.t, rel=1e-12)
    for series in ([1, 2, 3], [3, 2, 1]):
        line = correlate([1, 2, 3], series, "lr-t")
        assert math.isnan(line.value) and line.reason == "LR_t is not finite: it needs three points that lie on no line"
    assert math.isnan(correlate([1, 2], [1, 2], "lr-t").value)


def test_regression_without_a_value():
    assert math.isnan(regression(0.5, 2).t) and math.isnan(regression(math.nan, 9).p)
    assert regression(1.0, 5).p == 0.0 and regression(-1.0, 5).t == -math.inf


@given(st.lists(tied, min_size=1, max_size=20))
def test_ranks_are_mean_ranks(series):
    np.testing.assert_array_equal(ranks(np.array(series)), stats.rankdata(series))


@pytest.mark.parametrize("coefficient", COEFFICIENTS.own())
def test_pairs_with_nan_are_left_out_and_counted(coefficient):
    nan = math.nan
    found = correlate([1, nan, 2, 3, 4], [2, 5, 1, nan, 9], coefficient)
    assert (found.n, found.missing) == (3, 2)
    assert found.value == correlate([1, 2, 4], [2, 1, 9], coefficient).value


@pytest.mark.parametrize("scale", [1e-200, 1e-8, 1e200])
def test_scale_does_not_matter(scale):
    x, y = np.array([1.0, 2.0, 4.0]), np.array([3.0, 1.0, 5.0])
    assert correlate(x * scale, y).value == pytest.approx(correlate(x, y).value, rel=1e-12)


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        ([], [], "at least 2 pairs, there are 0"),
        ([1], [2], "at least 2 pairs, there is 1"),
        ([1, math.nan], [2, 3], "at least 2 pairs, there is 1"),
        ([1, 1, 1], [1, 2, 3], "the first series are all the same"),
        ([1, 2, 3], [2, 2, 2], "the second series are all the same"),
    ],
)
def test_undefined_says_why(x, y, told):
    found = correlate(x, y)
    assert math.isnan(found.value) and told in found.reason


def test_what_is_refused():
    with pytest.raises(SpecError, match="unknown coefficient 'person'; did you mean 'pearson'"):
        correlate([1, 2], [1, 2], "person")
    with pytest.raises(InputError, match="two series of one length"):
        correlate([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match="infinite"):
        correlate([1, math.inf], [1, 2])


def test_every_variant_has_a_name():
    assert coefficient_of("kendall").about == "Kendall's τ-b"
