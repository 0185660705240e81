"""Pairwise accuracy, in which a pair that both sides tie counts as correct.

C concordant, D discordant, X tied on the first side alone, Y on the second alone, B on both; N all pairs.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import PairCoefficient
from steelyard.inference.correlation.pairs import PairCounts
from steelyard.inference.correlation.series import share

Array = NDArray[Any]


class PairwiseAccuracy(PairCoefficient):
    """The share of pairs that both sides order alike or both tie (acc_eq).

        (C + B) / N

    Reference: Deutsch, Foster & Freitag (2023), Ties matter.

    >>> import numpy as np
    >>> round(float(PairwiseAccuracy().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0]), 4)
    0.6667
    """

    name: ClassVar[str] = "accuracy"
    about: ClassVar[str] = "pairwise accuracy with ties (acc_eq)"
    of_ties: ClassVar[bool] = True
    calibrated: ClassVar[bool] = True

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the accuracy of each row."""
        return share(counts.concordant + counts.tied_both, counts.pairs)


class KendallEq(PairCoefficient):
    """The same as a correlation: τ-eq = 2 · accuracy − 1.

        (C + B − D − X − Y) / N

    Reference: Deutsch, Foster & Freitag (2023), Ties matter.

    >>> import numpy as np
    >>> round(float(KendallEq().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0]), 4)
    0.3333
    """

    name: ClassVar[str] = "kendall-eq"
    about: ClassVar[str] = "Kendall's τ-eq (a pair that both tie counts as correct)"
    of_ties: ClassVar[bool] = True
    calibrated: ClassVar[bool] = True

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of each row."""
        return share(2 * (counts.concordant + counts.tied_both) - counts.pairs, counts.pairs)
