"""Pairs of points by their order on two sides, ties included.

C concordant, D discordant, X tied on the first side alone, Y on the second alone, B on both; N all pairs. In
meta-evaluation the first side is the measure, the second what people say. Ties of the first side may have a width,
epsilon: two scores that close are taken for equal (Deutsch, Foster & Freitag 2023, "Ties Matter").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.inference.correlation.series import share

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class PairCounts:
    """Counts of pairs per row, each as an array [row] of whole numbers."""

    concordant: Array
    discordant: Array
    tied_left: Array
    tied_right: Array
    tied_both: Array

    def without(self, self_pairs: Array) -> PairCounts:
        """Return the counts without pairs of a point and its own copy, as a bootstrap makes them."""
        return replace(self, tied_both=self.tied_both - self_pairs)

    @property
    def pairs(self) -> Array:
        """All pairs."""
        return np.asarray(
            self.concordant + self.discordant + self.tied_left + self.tied_right + self.tied_both, np.int64
        )


def pair_counts(left: Array, right: Array, epsilon: float = 0.0) -> PairCounts:
    """Count pairs within each row of two matrices; a point with a nan counts for nothing. O(n log n) a row.

    >>> counts = pair_counts(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))
    >>> [int(c[0]) for c in (counts.concordant, counts.discordant, counts.tied_left, counts.tied_right)]
    [4, 0, 1, 1]
    """
    rows = [np.ascontiguousarray(np.atleast_2d(side), float) for side in (left, right)]
    return PairCounts(*_core.pair_counts(rows[0], rows[1], epsilon).T)


def like(left: Array, right: Array, threshold: float = 0.0) -> Array:
    """Return the τ-like coefficient of WMT's relative ranks from direct scores, per row.

    Pairs whose right sides differ by less than the threshold (25 of 100 points in WMT's campaigns) are left out; of the
    others, those that the left side does not order alike are errors: (C - errors) / (C + errors). With threshold 0,
    ties of the right side are errors too. nan where no pair is left.
    """
    if threshold <= 0:
        return ordered(pair_counts(left, right))
    c = pair_counts(right, left, float(np.nextafter(threshold, 0)))
    counted = c.concordant + c.discordant + c.tied_right
    return share(2 * c.concordant - counted, counted)


def ordered(c: PairCounts) -> Array:
    """Return (C - errors) / N, all pairs that are not concordant being errors."""
    return share(2 * c.concordant - c.pairs, c.pairs)
