"""Corrections equal statsmodels', and the published experiment-wise errors come out."""

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.inference.comparison.multiplicity import comparison_wise, corrected, experiment_wise

METHODS = {"holm": "holm", "bonferroni": "bonferroni", "benjamini-hochberg": "fdr_bh"}


@pytest.mark.parametrize("method", METHODS)
def test_corrections_equal_statsmodels(method):
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="skipped: statsmodels is not installed")
    random = np.random.default_rng(1)
    for count in (1, 2, 5, 78):
        p = random.uniform(0, 1, count) ** 3
        p[: count // 3] = p[0]
        np.testing.assert_allclose(corrected(p, method), multitest.multipletests(p, method=METHODS[method])[1])


def test_no_correction_and_undefined_values():
    p = np.array([0.2, np.nan, 0.01])
    np.testing.assert_array_equal(corrected(p, "none"), p)
    np.testing.assert_allclose(corrected(p, "holm"), [0.2, np.nan, 0.02])
    assert np.isnan(corrected(np.array([np.nan]))).all()


def test_worked_errors():
    """105 pairs of 15 systems at .05, and 5 comparisons at .015."""
    assert round(experiment_wise(0.05, 105), 4) == 0.9954
    assert round(experiment_wise(0.015, 5), 4) == 0.0728
    assert experiment_wise(comparison_wise(0.05, 105), 105) == pytest.approx(0.05)


def test_an_unknown_correction():
    with pytest.raises(SpecError, match="unknown correction 'hlm'; did you mean 'holm'"):
        corrected(np.array([0.1]), "hlm")
