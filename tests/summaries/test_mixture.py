"""Mixtures of Gaussians are fitted as scikit-learn fits them from the same beginning."""

import numpy as np
import pytest

from steelyard.summaries.mixture import _FLOOR, Mixture


@pytest.mark.parametrize("components", [1, 2, 3])
def test_the_fit_equals_scikit_learns(components):
    mixture = pytest.importorskip("sklearn.mixture", reason="scikit-learn is not installed")
    generator = np.random.default_rng(components)
    points = np.concatenate([generator.normal(3 * n, 1 + n, (60, 3)) for n in range(3)])
    start = Mixture(
        np.full(components, 1 / components),
        points[generator.choice(len(points), components, replace=False)],
        np.tile(points.var(axis=0) + _FLOOR, (components, 1)),
    )
    ours = start.refined(points)
    theirs = mixture.GaussianMixture(
        components, covariance_type="diag", weights_init=start.weights, means_init=start.means,
        precisions_init=1 / start.variances, max_iter=100, tol=1e-3, reg_covar=_FLOOR,
    ).fit(points)  # fmt: skip
    assert ours.weights == pytest.approx(theirs.weights_, abs=1e-9)
    assert ours.means == pytest.approx(theirs.means_, abs=1e-9)
    assert ours.variances == pytest.approx(theirs.covariances_, abs=1e-9)
    assert ours.log_density(points) == pytest.approx(theirs.score_samples(points), abs=1e-9)
