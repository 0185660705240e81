"""Rows of numbers, two and two: what coefficients of correlation are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core

Array = NDArray[Any]


def pearson(x: Array, y: Array) -> Array:
    """Return Pearson's r of each row: covariance over the product of standard deviations. Linear in n."""
    sides = [np.ascontiguousarray(side, float) for side in (x, y)]
    return np.asarray(_core.pearson(sides[0], sides[1]))


def ranks(x: Array) -> Array:
    """Return ranks from 1; tied numbers have the mean of theirs."""
    return np.asarray(_core.mean_ranks(np.ascontiguousarray(x, float)[None])[0])


def together(x: Array, y: Array) -> tuple[Array, Array]:
    """Return both sides with nan wherever one of them has it."""
    missing = np.isnan(x) | np.isnan(y)
    return (np.where(missing, np.nan, x), np.where(missing, np.nan, y)) if missing.any() else (x, y)


def share(part: Array, whole: Array) -> Array:
    """Return part / whole, nan where there is nothing to divide by."""
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), np.nan), where=np.asarray(whole) > 0))
