"""The z-test of two samples."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest
from steelyard.statistics.distributions import normal_two_sided

Array = NDArray[Any]


class UnpairedZ(PairTest):
    """Refer the difference of two means, over its standard error, to the normal distribution.

        z = (mean(a) − mean(b)) / √(s²(a)/n + s²(b)/n), p = P(|Z| ≥ |z|)

    It takes the scores of the two systems for independent samples, which scores of the same units hardly are: it finds
    less than the paired test. With few units p is too small, and unpaired-t is the test to take.

    Reference: Lin & Hovy (2003), who do not say whether their z-test is of pairs (`z`) or of two samples, as here.

    >>> round(UnpairedZ().p(np.array([3.0, 5, 4, 6]), np.array([2.0, 3, 4, 3])), 4)
    0.0495
    """

    name: ClassVar[str] = "unpaired-z"
    about: ClassVar[str] = "z-test of the units' scores, which takes the two systems for independent"
    warning: ClassVar[str] = (
        "unpaired-z takes systems for independent and hardly finds anything on the same texts: of systems that "
        "are alike it rejects about 0 to .1 % (TED talks) at level .05; z is the paired test"
    )

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of two independent sets of scores."""
        error = math.sqrt(sum(float(np.var(scores, ddof=1)) / len(scores) for scores in (a, b)))
        difference = float(a.mean() - b.mean())
        if error == 0:
            return 1.0 if difference == 0 else 0.0
        return normal_two_sided(difference / error)
