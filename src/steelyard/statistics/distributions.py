"""Tails and quantiles of the distributions that tests and intervals refer to: normal, t, F, studentised range."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_STEPS = 500
_PRECISION = 1e-16
_TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """Return P(|Z| ≥ |z|)."""
    return math.erfc(abs(z) / math.sqrt(2))


def normal_below(z: float) -> float:
    """Return P(Z ≤ z)."""
    return math.erfc(-z / math.sqrt(2)) / 2


def t_two_sided(t: float, degrees: float) -> float:
    """Return P(|T| ≥ |t|) of Student's t.

    >>> round(t_two_sided(2.0, 10), 6)
    0.073388
    """
    return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))


@lru_cache(maxsize=256)
def t_quantile(share: float, degrees: float) -> float:
    """Return the t ≥ 0 between which and −t lies this share of Student's t.

    >>> round(t_quantile(0.95, 10), 6)
    2.228139
    """
    outside = 1 - share
    low, high = 0.0, 1.0
    while t_two_sided(high, degrees) > outside:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if t_two_sided(middle, degrees) > outside else (low, middle)
    return high


def normal_quantile(share: float) -> float:
    """Return the z below which lies this share of the normal distribution."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(share)


def f_upper(f: float, between: float, within: float) -> float:
    """Return P(F ≥ f) of the F distribution with these degrees of freedom."""
    return incomplete_beta(within / 2, between / 2, within / (within + between * f)) if f > 0 else 1.0


def studentised_range_upper(q: float, groups: int, degrees: float) -> float:
    """Return P(Q ≥ q) of the range of as many normal means over their estimated standard error (Tukey).

    The double integral of its definition, by Gauss-Legendre quadrature.
    """
    if q <= 0:
        return 1.0
    scales, weights = _scales(degrees)
    z, dz = _nodes(-8.5, 8.5, 120)
    below = _normals_below(z)
    inner = np.maximum(below - _normals_below(z - q * scales[:, None]), 0) ** (groups - 1)
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return float(min(max(1 - weights @ (inner @ (groups * density * dz)), 0.0), 1.0))


def _scales(degrees: float) -> tuple[Array, Array]:
    """Return nodes of s = √(χ²/degrees) and their weights, which sum to 1."""
    # the density of s is narrow around 1 with a spread of √(1 / 2 degrees)
    spread = 1 / math.sqrt(2 * degrees)
    s, ds = _nodes(max(1e-12, 1 - 9 * spread), 1 + 9 * max(spread, 1 / degrees), 100)
    log_density = (degrees - 1) * np.log(s) - degrees * s * s / 2
    weights = np.exp(log_density - log_density.max()) * ds
    return s, weights / weights.sum()


@lru_cache(maxsize=4)
def _rule(count: int) -> tuple[Array, Array]:
    return np.polynomial.legendre.leggauss(count)


def _nodes(low: float, high: float, count: int) -> tuple[Array, Array]:
    places, weights = _rule(count)
    return (places + 1) * (high - low) / 2 + low, weights * (high - low) / 2


def _normals_below(z: Array) -> Array:
    return np.asarray(_ERFC(-z / math.sqrt(2)), float) / 2


_ERFC = np.frompyfunc(math.erfc, 1, 1)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return math.exp(log_front) * fraction / a


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
