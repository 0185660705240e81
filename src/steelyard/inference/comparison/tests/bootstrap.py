"""The bootstrap as a test: resampled differences shifted to the null hypothesis by their own mean."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import CROSSED, Sample, SignificanceOutcome, SignificanceTest
from steelyard.results.signature import Signature
from steelyard.statistics.resampling import tie

Array = NDArray[Any]


class Bootstrap(SignificanceTest):
    """Draw units with replacement, and see how often the difference deviates from its mean as far as it is from 0.

        p = (c + 1) / (R + 1), c of R resamples with |d* − mean(d*)| ≥ |score(A) − score(B)|, d* = score(A*) − score(B*)

    It is about the score of the whole test set, and assumes that the units stand for those one might have drawn
    instead, and that shifting the differences by their mean gives those of systems alike. With few units it is too
    sure of itself. Units may be crossed (a*b).

    Reference: Noreen (1989); Riezler & Maxwell (2005), who shift absolute differences, which gives about half this p.

    >>> shifted_p(np.array([[1.0], [2.0], [3.0]]), np.array([2.0]), np.array([0.0])).tolist()
    [0.25]
    """

    name: ClassVar[str] = "bootstrap"
    about: ClassVar[str] = "bootstrap, shift method: units drawn with replacement"
    units: ClassVar[str] = CROSSED
    counted: ClassVar[str | None] = "resamples"

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair, from the resamples that also give the intervals."""
        a, b = sample.pairs.T
        differences = sample.resampled[:, a] - sample.resampled[:, b]
        return SignificanceOutcome(shifted_p(differences, sample.whole[a], sample.whole[b]), Signature.of(shift="mean"))


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
