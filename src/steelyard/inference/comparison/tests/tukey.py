"""Tukey's honestly significant difference."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.comparison.significance import FamilyTest
from steelyard.inference.comparison.unit_scores import tails_of_means
from steelyard.statistics.distributions import studentised_range_upper

Array = NDArray[Any]


class Tukey(FamilyTest):
    """Refer the difference of two systems' means to the range that the means of all systems would have if alike.

        q = |mean(a) − mean(b)| / √(MS within / n), p = P(Q ≥ q) of the studentised range of k means, kn − k degrees

    A one-way layout: units are not paired. It allows for all pairs, so nothing is left to correct, and assumes normal
    scores of one variance in all systems, on the units that all of them have a score for.

    Reference: Tukey (1953), The Problem of Multiple Comparisons.

    >>> import numpy as np
    >>> scores = np.array([[24.5, 23.5, 26.4, 27.1], [28.4, 34.2, 29.5, 32.2], [26.1, 28.3, 24.3, 26.2]])
    >>> [round(float(p), 4) for p in Tukey().p(scores, np.array([(0, 1), (0, 2), (1, 2)]))]
    [0.0082, 0.8273, 0.02]
    """

    name: ClassVar[str] = "tukey"
    about: ClassVar[str] = "Tukey's honestly significant difference of the units' scores"
    warning: ClassVar[str] = (
        "tukey takes systems for independent and hardly finds anything on the same texts: of systems that "
        "are alike it rejects about 0 to .1 % (TED talks) at level .05; t is the paired test"
    )

    def p(self, scores: Array, pairs: Array) -> Array:
        """Return p of each pair by the studentised range."""
        return tails_of_means(
            scores, pairs, lambda square, k, n: studentised_range_upper(math.sqrt(2 * square), k, n - k)
        )
