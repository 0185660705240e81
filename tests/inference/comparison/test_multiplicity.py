"""Corrections equal statsmodels', and the published experiment-wise errors come out."""

import math

import numpy as np
import pytest

from steelyard.errors import SpecError
from steelyard.inference.comparison.multiplicity import (
    check_family,
    comparison_wise,
    corrected,
    corrected_together,
    experiment_wise,
    joint_confidence,
)

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


def test_p_are_corrected_over_the_pairs_of_one_measure_or_of_all():
    first, second = np.array([0.01, 0.04]), np.array([0.02, math.nan])
    apart = corrected_together([first, second], "bonferroni", "pairs")
    together = corrected_together([first, second], "bonferroni", "all")
    assert [p.tolist()[0] for p in apart] == [0.02, 0.02] and apart[0].tolist() == [0.02, 0.08]
    assert together[0].tolist() == [0.03, 0.12] and together[1].tolist()[0] == 0.06 and math.isnan(together[1][1])
    with pytest.raises(SpecError, match="correct_over='measures' is not possible"):
        check_family("measures")


def test_joint_confidence_lies_between_that_of_one_interval_and_bonferronis():
    random = np.random.default_rng(5)
    independent = np.abs(random.normal(size=(20_000, 10)))
    each = joint_confidence([independent.max(axis=1)], 10, 0.95)
    assert each == pytest.approx(0.95**0.1, abs=0.002) and each <= 1 - 0.05 / 10
    assert joint_confidence(list(independent.T), 10, 0.95) == each
    # what goes together wholly is as one
    assert joint_confidence([independent[:, 0]], 10, 0.95) == pytest.approx(0.95, abs=0.005)
    assert joint_confidence([np.zeros(20)], 10, 0.95) == 0.95 and joint_confidence([], 1, 0.9) == 0.9
    assert joint_confidence([np.full(20, 9.0)], 10, 0.95) == 1 - 0.05 / 10
