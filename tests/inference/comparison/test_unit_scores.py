"""Classical tests equal scipy's and statsmodels', and tails of distributions scipy's."""

import numpy as np
import pytest

from steelyard.inference.comparison.tests.scheffe import Scheffe
from steelyard.inference.comparison.tests.sign import Sign
from steelyard.inference.comparison.tests.t import T
from steelyard.inference.comparison.tests.tukey import Tukey
from steelyard.inference.comparison.tests.unpaired_t import UnpairedT
from steelyard.inference.comparison.tests.unpaired_z import UnpairedZ
from steelyard.inference.comparison.tests.wilcoxon import Wilcoxon
from steelyard.inference.comparison.tests.z import Z
from steelyard.statistics import distributions

stats = pytest.importorskip("scipy.stats", reason="skipped: comparison with scipy, which is not installed")


def pairs_of_scores():
    """Pairs of score vectors: smooth, with ties and zeros, small, large."""
    random = np.random.default_rng(3)
    for count in (3, 8, 30, 49, 60, 400):
        a = random.normal(50, 10, count)
        yield a, a + random.normal(1, 5, count)
        coarse = np.round(a / 10)
        yield coarse, np.round((a + random.normal(1, 5, count)) / 10)


def test_t_tests():
    for a, b in pairs_of_scores():
        if np.ptp(a - b) == 0:
            continue
        assert T().p(a, b) == pytest.approx(stats.ttest_rel(a, b).pvalue, rel=1e-9)
        welch = stats.ttest_ind(a, b, equal_var=False).pvalue
        assert UnpairedT().p(a, b) == pytest.approx(welch, rel=1e-9)
        error = np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / len(a))
        assert UnpairedZ().p(a, b) == pytest.approx(2 * stats.norm.sf(abs(a.mean() - b.mean()) / error), rel=1e-9)


def test_z_test():
    for a, b in pairs_of_scores():
        d = a - b
        if np.ptp(d) == 0:
            continue
        z = d.mean() / (d.std(ddof=1) / np.sqrt(len(d)))
        assert Z().p(a, b) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


def test_sign_test():
    for a, b in pairs_of_scores():
        wins, losses = int((a > b).sum()), int((a < b).sum())
        expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert Sign().p(a, b) == pytest.approx(expected, rel=1e-9)


def test_wilcoxon():
    for a, b in pairs_of_scores():
        d = a - b
        d = d[d != 0]
        if not len(d):
            assert Wilcoxon().p(a, b) == 1
            continue
        tied = len(np.unique(np.abs(d))) < len(d)
        method = "exact" if len(d) <= 50 and not tied else "approx"
        expected = stats.wilcoxon(d, method=method, correction=False).pvalue
        assert Wilcoxon().p(a, b) == pytest.approx(expected, rel=1e-9)


def test_tukey_equals_statsmodels_and_scipy():
    multicomp = pytest.importorskip("statsmodels.stats.multicomp", reason="skipped: statsmodels is not installed")
    random = np.random.default_rng(5)
    scores = random.normal(50, 10, (5, 80)) + np.arange(5)[:, None] * 2
    pairs = np.array([(i, j) for i in range(5) for j in range(i + 1, 5)])
    ours = Tukey().p(scores, pairs)
    groups = np.repeat(np.arange(5), 80)
    np.testing.assert_allclose(ours, multicomp.pairwise_tukeyhsd(scores.ravel(), groups).pvalues, atol=2e-6)
    matrix = stats.tukey_hsd(*scores).pvalue
    np.testing.assert_allclose(ours, [matrix[i, j] for i, j in pairs], atol=2e-8)


def test_scheffe():
    random = np.random.default_rng(5)
    scores = random.normal(50, 10, (4, 30)) + np.arange(4)[:, None] * 3
    (p,) = Scheffe().p(scores, np.array([(0, 3)]))
    within = scores.var(axis=1, ddof=1).mean()
    f = (scores[0].mean() - scores[3].mean()) ** 2 / (within * (2 / 30)) / 3
    assert p == pytest.approx(stats.f.sf(f, 3, 4 * 29), rel=1e-9)


def test_differences_that_do_not_vary():
    a = np.arange(5.0)
    for test in (Z().p, T().p):
        assert test(a, a) == 1 and test(a, a + 1) == 0
    flat = np.ones(4)
    assert UnpairedT().p(flat, flat) == 1 and UnpairedT().p(flat, flat + 1) == 0
    assert UnpairedZ().p(flat, flat) == 1 and UnpairedZ().p(flat, flat + 1) == 0
    for test in (Tukey().p, Scheffe().p):
        assert test(np.array([flat, flat, flat + 1]), np.array([(0, 1), (0, 2)])).tolist() == [1, 0]


@pytest.mark.parametrize("degrees", [1, 2, 7, 30, 1000.5])
def test_tails(degrees):
    for x in (0.0, 0.3, 1.0, 2.5, 9.0, 40.0):
        assert distributions.t_two_sided(x, degrees) == pytest.approx(2 * stats.t.sf(x, degrees), rel=1e-9)
        assert distributions.f_upper(x, 3, degrees) == pytest.approx(stats.f.sf(x, 3, degrees), rel=1e-8)


@pytest.mark.parametrize(("groups", "degrees"), [(2, 5), (3, 10), (13, 6864), (5, 40), (40, 120)])
def test_studentised_range(groups, degrees):
    for q in (0.5, 2.0, 3.5, 5.0, 7.0):
        expected = stats.studentized_range.sf(q, groups, degrees)
        assert distributions.studentised_range_upper(q, groups, degrees) == pytest.approx(expected, abs=1e-7)
