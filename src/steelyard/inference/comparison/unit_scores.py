"""Scores of units, and what classical tests make of them.

Such tests are about the mean (or the signs) of unit scores, not about the score of the whole test set. Scores of a unit
that differ by rounding only are to be made equal before: to these tests any difference is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.statistics.resampling import tie

Array = NDArray[Any]


def without_rounding(scores: Array) -> Array:
    """Return system × unit scores in which those of a unit no further apart than the tie tolerance are equal."""
    order = np.argsort(scores, axis=0, kind="stable")
    ordered = np.take_along_axis(scores, order, axis=0)
    starts = np.ones(scores.shape, bool)
    starts[1:] = ~(ordered[1:] - ordered[:-1] <= tie(ordered[1:], ordered[:-1]))
    first = np.maximum.accumulate(np.where(starts, np.arange(len(scores))[:, None], 0), axis=0)
    equalled = np.empty_like(scores)
    np.put_along_axis(equalled, order, np.take_along_axis(ordered, first, axis=0), axis=0)
    return equalled


def standardised_mean(differences: Array) -> float:
    """Return the mean over its standard error; infinite where differences are all the same, but 0 where they are 0."""
    error = np.std(differences, ddof=1) / math.sqrt(len(differences))
    mean = differences.mean()
    if error == 0:
        return 0.0 if mean == 0 else math.inf
    return float(mean / error)


def tails_of_means(scores: Array, pairs: Array, tail: Callable[[float, int, int], float]) -> Array:
    """Return tail(t², systems, observations) for each pair of means, with the variance pooled over all systems."""
    systems, units = scores.shape
    means = scores.mean(axis=1)
    within = float(((scores - means[:, None]) ** 2).sum() / (systems * (units - 1)))
    tails = []
    for a, b in pairs:
        square = (means[a] - means[b]) ** 2
        if within == 0:
            tails.append(1.0 if square == 0 else 0.0)
        else:
            tails.append(tail(float(square / (within * 2 / units)), systems, systems * units))
    return np.array(tails)
