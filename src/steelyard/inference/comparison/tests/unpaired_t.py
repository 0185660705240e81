"""Welch's t-test."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparison.significance import PairTest
from steelyard.statistics.distributions import t_two_sided

Array = NDArray[Any]


class UnpairedT(PairTest):
    """Refer the difference of two means, over its standard error, to t with Welch's degrees of freedom.

        t = (mean(a) − mean(b)) / √(s²(a)/n + s²(b)/n), p = P(|T| ≥ |t|)

    It takes the scores of the two systems for independent samples, which scores of the same units hardly are: it finds
    less than the paired test. It assumes that both means are normal; variances may differ.

    Reference: Welch (1947), The generalization of "Student's" problem when several different population variances are
    involved.

    >>> round(UnpairedT().p(np.array([3.0, 5, 4, 6]), np.array([2.0, 3, 4, 3])), 4)
    0.106
    """

    name: ClassVar[str] = "unpaired-t"
    about: ClassVar[str] = "Welch's t-test of the units' scores, which takes the two systems for independent"
    warning: ClassVar[str] = (
        "unpaired-t takes systems for independent and hardly finds anything on the same texts: of systems that "
        "are alike it rejects about 0 to .1 % (TED talks) at level .05; t is the paired test"
    )

    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of two independent sets of scores."""
        variances = [float(np.var(scores, ddof=1)) / len(scores) for scores in (a, b)]
        total = sum(variances)
        if total == 0:
            return 1.0 if a.mean() == b.mean() else 0.0
        degrees = total**2 / sum(v**2 / (len(x) - 1) for v, x in zip(variances, (a, b), strict=True))
        return t_two_sided(float(a.mean() - b.mean()) / math.sqrt(total), degrees)
