"""The z-test of paired scores."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest
from steelyard.inference.comparison.unit_scores import standardised_mean
from steelyard.statistics.distributions import normal_two_sided

Array = NDArray[Any]


class Z(PairTest):
    """Refer the mean difference of pairs of unit scores, over its standard error, to the normal distribution.

        z = mean(d) / (s(d) / √n), p = P(|Z| ≥ |z|)

    It is about the mean of unit scores, not the score of the whole test set, and assumes independent units, so many
    that their standard deviation is as good as known; with few, p is too small, and t is the test to take.

    Reference: Lin & Hovy (2003), who test summarisers by it.

    >>> import numpy as np
    >>> round(Z().p(np.array([3.0, 5, 4, 6]), np.array([2.0, 3, 4, 3])), 4)
    0.0201
    """

    name: ClassVar[str] = "z"
    about: ClassVar[str] = "z-test of the mean difference between the units' scores"

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of the mean difference by the normal distribution."""
        return normal_two_sided(standardised_mean(a - b))
