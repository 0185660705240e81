"""The bootstrap as a test: resampled differences shifted to the null hypothesis by their own mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.resampling import tie

Array = NDArray[Any]


def shifted_p(differences: Array, a: Array, b: Array, *, absolute: bool = False) -> Array:
    """Return p per pair: how often a resample deviates from the mean of all by the observed difference or more.

    differences   resample × pair, of resampled scores
    a, b          the observed scores of each pair
    absolute      shift absolute differences, as figure 2 of Riezler & Maxwell (2005), which leaves one of two tails

    p = (c + 1) / (R + 1), with |a - b| less the tie tolerance; nan where a difference is undefined in some resample.
    """
    if absolute:
        deviations = np.abs(differences) - np.abs(differences).mean(axis=0)
    else:
        deviations = np.abs(differences - differences.mean(axis=0))
    count = (deviations >= np.abs(a - b) - tie(a, b)).sum(axis=0)
    undefined = np.isnan(differences).any(axis=0) | np.isnan(a - b)
    return np.where(undefined, np.nan, (count + 1) / (len(differences) + 1))
