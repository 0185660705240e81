"""Student's paired t-test."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest
from steelyard.inference.comparison.unit_scores import standardised_mean
from steelyard.statistics.distributions import t_two_sided

Array = NDArray[Any]


class T(PairTest):
    """Refer the mean difference of pairs of unit scores, over its standard error, to Student's t.

        t = mean(d) / (s(d) / √n), p = P(|T| ≥ |t|) with n − 1 degrees of freedom

    It is about the mean of unit scores, not the score of the whole test set, and assumes units that are independent
    and mean differences that are normal, as those of many units nearly are.

    Reference: Student (1908), The probable error of a mean.

    >>> import numpy as np
    >>> round(T().p(np.array([3.0, 5, 4, 6]), np.array([2.0, 3, 4, 3])), 4)
    0.1027
    """

    name: ClassVar[str] = "t"
    about: ClassVar[str] = "paired t-test of the units' scores"

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of the mean difference by Student's t."""
        return t_two_sided(standardised_mean(a - b), len(a) - 1)
