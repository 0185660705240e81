"""Analysis of variance equals scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.inference.anova import anova

stats = pytest.importorskip("scipy.stats")
groups = st.lists(st.lists(st.integers(-20, 20).map(lambda x: x / 4), min_size=2, max_size=8), min_size=2, max_size=5)


@settings(max_examples=60)
@given(groups)
def test_f_and_p_are_those_of_scipy(drawn):
    found = anova({str(n): values for n, values in enumerate(drawn)})
    if any(np.ptp(values) for values in drawn):
        theirs = stats.f_oneway(*drawn)
        assert found.f == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-12)
        assert found.p == pytest.approx(theirs.pvalue, rel=1e-8, abs=1e-14)
        assert 0 <= found.effect <= 1 and found.between + found.within == found.n - 1
    else:
        assert found.reason


def test_missing_values_are_left_out_and_counted():
    found = anova({"a": [1, 2, math.nan], "b": [2, 4, 6]})
    assert (found.n, found.missing) == (5, 1) and found.f == pytest.approx(stats.f_oneway([1, 2], [2, 4, 6]).statistic)


def test_undefined_and_refused():
    assert "one value" in anova({"a": [1], "b": [2]}).reason
    assert anova({"a": [1, 1], "b": [2, 2]}).p == 0 and anova({"a": [1, 1], "b": [2, 2]}).to_dict()["f"] is None
    assert math.isnan(anova({"a": [1, 1], "b": [1, 1]}).p)
    for wrong in (
        {"a": [1, 2]},
        {"a": [1], "b": [math.nan]},
        {"a": [1, math.inf], "b": [1]},
        {"a": ["x", "y"], "b": [1, 2]},
    ):
        with pytest.raises(InputError):
            anova(wrong)


def test_values_whose_squares_vanish_have_no_f():
    result = anova({"a": [0.0, 1e-200], "b": [0.0, 2e-200]})
    assert math.isnan(result.f) and "scale them up" in result.reason
