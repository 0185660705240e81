"""Correlation coefficients: equal to scipy's, and undefined where they are."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation import COEFFICIENTS, VARIANTS, correlate, ranks

stats = pytest.importorskip("scipy.stats")
THEIRS = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall": lambda x, y: stats.kendalltau(x, y, variant="b").statistic,
}


def varied(series) -> bool:
    return min(series) < max(series)


tied = st.integers(-3, 3).map(float)
numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))
pairs = st.lists(st.tuples(st.one_of(tied, numbers), tied), min_size=2, max_size=30)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
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


@given(st.lists(tied, min_size=1, max_size=20))
def test_ranks_are_mean_ranks(series):
    np.testing.assert_array_equal(ranks(np.array(series)), stats.rankdata(series))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
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
    assert VARIANTS.keys() == COEFFICIENTS.keys() and VARIANTS["kendall"] == "Kendall's τ-b"
