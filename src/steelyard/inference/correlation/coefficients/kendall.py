"""Kendall's τ and its variants for ties.

C concordant, D discordant, X tied on the first side alone, Y on the second alone; N all pairs.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import Coefficient, PairCoefficient
from steelyard.inference.correlation.pairs import PairCounts, pair_counts
from steelyard.inference.correlation.series import share, together

Array = NDArray[Any]


class KendallB(PairCoefficient):
    """Pairs in the same order less those in the other, over those that are no ties, side by side.

        τ-b = (C − D) / √((C + D + X)(C + D + Y))

    Reference: Kendall (1945), The treatment of ties in ranking problems.

    >>> float(KendallB().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0])
    0.8
    """

    name: ClassVar[str] = "kendall"
    about: ClassVar[str] = "Kendall's τ-b"

    def of_counts(self, counts: PairCounts) -> Array:
        """Return τ-b of each row."""
        untied = (counts.concordant + counts.discordant).astype(float)
        sides = np.sqrt((untied + counts.tied_left) * (untied + counts.tied_right))
        return share(counts.concordant - counts.discordant, sides)


class KendallA(PairCoefficient):
    """Pairs in the same order less those in the other, over all pairs.

        τ-a = (C − D) / N

    Reference: Kendall (1938), A new measure of rank correlation.

    >>> round(float(KendallA().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0]), 4)
    0.6667
    """

    name: ClassVar[str] = "kendall-a"
    about: ClassVar[str] = "Kendall's τ-a"

    def of_counts(self, counts: PairCounts) -> Array:
        """Return τ-a of each row."""
        return share(counts.concordant - counts.discordant, counts.pairs)


class KendallC(Coefficient):
    """Pairs in the same order less those in the other, for grades of unlike number on the two sides.

        τ-c = 2(C − D) / (n² (m − 1) / m), m the fewer different numbers of the two sides

    Reference: Stuart (1953), The estimation and comparison of strengths of association in contingency tables.

    >>> round(float(KendallC().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0]), 4)
    0.75
    """

    name: ClassVar[str] = "kendall-c"
    about: ClassVar[str] = "Kendall's τ-c"

    def values(self, x: Array, y: Array) -> Array:
        """Return τ-c of each row."""
        x, y = together(x, y)
        counts = pair_counts(x, y)
        n = (~np.isnan(x)).sum(axis=1)
        sides = zip(x, y, strict=True)
        fewer = np.array([min(len(np.unique(side[~np.isnan(side)])) for side in pair) for pair in sides])
        whole = n**2 * (fewer - 1.0) / np.maximum(fewer, 1)
        return share(2.0 * (counts.concordant - counts.discordant), whole)
