"""Mixtures of Gaussians with diagonal covariances, fitted by expectation and maximisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

#: Added to variances, so that none is 0.
_FLOOR = 1e-6
#: The fit ends when the mean log density of a step has changed by less.
_CHANGE = 1e-3
_MOST_STEPS = 100


@dataclass(frozen=True)
class Mixture:
    """Σ_k w_k N(x; μ_k, diag σ²_k).

    weights    of each component
    means      component × dimension
    variances  component × dimension
    """

    weights: Array
    means: Array
    variances: Array

    @classmethod
    def fit(cls, points: Array, components: int, seed: int) -> Mixture:
        """Fit a mixture to points: it begins with points drawn at random as means, and the variance of all."""
        rng = np.random.default_rng(seed)
        means = points[rng.choice(len(points), components, replace=False)]
        variances = np.tile(points.var(axis=0) + _FLOOR, (components, 1))
        return cls(np.full(components, 1 / components), means, variances).refined(points)

    def refined(self, points: Array) -> Mixture:
        """Return the mixture after steps of expectation and maximisation, until its density hardly changes."""
        mixture, before = self, -np.inf
        for _ in range(_MOST_STEPS):
            joint = mixture._joint(points)
            density = _log_sum(joint)
            mixture = _maximised(points, np.exp(joint - density[:, None]))
            if abs(density.mean() - before) < _CHANGE:
                break
            before = density.mean()
        return mixture

    def log_density(self, points: Array) -> Array:
        """Return ln p of each point."""
        return _log_sum(self._joint(points))

    def _joint(self, points: Array) -> Array:
        """Return point × component: ln w_k N(x; μ_k, σ²_k)."""
        distances = ((points[:, None] - self.means) ** 2 / self.variances).sum(axis=-1)
        scale = np.log(2 * np.pi * self.variances).sum(axis=-1)
        return np.asarray(np.log(self.weights) - (distances + scale) / 2)


def _maximised(points: Array, shares: Array) -> Mixture:
    """Return the mixture under which points are most probable that belong to components by these shares."""
    sizes = shares.sum(axis=0) + 10 * np.finfo(float).eps
    means = shares.T @ points / sizes[:, None]
    variances = shares.T @ points**2 / sizes[:, None] - means**2 + _FLOOR
    return Mixture(sizes / sizes.sum(), means, variances)


def _log_sum(rows: Array) -> Array:
    highest = rows.max(axis=1)
    return np.asarray(highest + np.log(np.exp(rows - highest[:, None]).sum(axis=1)))
