"""Scheffé's test."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.comparison.significance import FamilyTest
from steelyard.inference.comparison.unit_scores import tails_of_means
from steelyard.statistics.distributions import f_upper

Array = NDArray[Any]


class Scheffe(FamilyTest):
    """Refer the difference of two systems' means to the largest that any contrast of all means would have if alike.

        F = t² / (k − 1), p = P(F(k − 1, kn − k) ≥ F), t with the variance pooled over the k systems

    A one-way layout: units are not paired. It allows for all contrasts of the means, not for pairs alone, and so finds
    less than Tukey's. It assumes normal scores of one variance, on the units that all systems have a score for.

    Reference: Scheffé (1953), A method for judging all contrasts in the analysis of variance.

    >>> import numpy as np
    >>> scores = np.array([[24.5, 23.5, 26.4, 27.1], [28.4, 34.2, 29.5, 32.2], [26.1, 28.3, 24.3, 26.2]])
    >>> [round(float(p), 4) for p in Scheffe().p(scores, np.array([(0, 1), (0, 2), (1, 2)]))]
    [0.0104, 0.8417, 0.0249]
    """

    name: ClassVar[str] = "scheffe"
    about: ClassVar[str] = "Scheffé's test of the units' scores"
    warning: ClassVar[str] = (
        "scheffe takes systems for independent and hardly finds anything on the same texts: of systems that "
        "are alike it rejects about 0 to .1 % (TED talks) at level .05; t is the paired test"
    )

    def p(self, scores: Array, pairs: Array) -> Array:
        """Return p of each pair by the F distribution."""
        return tails_of_means(scores, pairs, lambda square, k, n: f_upper(square / (k - 1), k - 1, n - k))
