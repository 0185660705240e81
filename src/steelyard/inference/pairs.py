"""Pairs of points by their order on two sides, ties included, and the Kendall-like coefficients made of them.

C concordant, D discordant, X tied on the first side alone, Y on the second alone, B on both; N all pairs. In
meta-evaluation the first side is the measure, the second what people say. Ties of the first side may have a width,
epsilon: two scores that close are taken for equal (Deutsch, Foster & Freitag 2023, "Ties Matter").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core

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


def tau_a(c: PairCounts) -> Array:
    """Return (C - D) / N (Kendall 1938)."""
    return _over(c.concordant - c.discordant, c.pairs)


def tau_b(c: PairCounts) -> Array:
    """Return (C - D) / √((C + D + X)(C + D + Y)) (Kendall 1945)."""
    untied = (c.concordant + c.discordant).astype(float)
    return _over(c.concordant - c.discordant, np.sqrt((untied + c.tied_left) * (untied + c.tied_right)))


def tau_10(c: PairCounts) -> Array:
    """Return (C - D - X) / (C + D + X): a tie of the measure is an error (WMT 2010)."""
    return _over(c.concordant - c.discordant - c.tied_left, c.concordant + c.discordant + c.tied_left)


def tau_13(c: PairCounts) -> Array:
    """Return (C - D) / (C + D): ties are left out; Goodman & Kruskal's γ (WMT 2013)."""
    return _over(c.concordant - c.discordant, c.concordant + c.discordant)


def tau_14(c: PairCounts) -> Array:
    """Return (C - D) / (C + D + X): a tie of the measure is no error and no success (WMT 2014)."""
    return _over(c.concordant - c.discordant, c.concordant + c.discordant + c.tied_left)


def tau_eq(c: PairCounts) -> Array:
    """Return (C + B - D - X - Y) / N: ties are to be foreseen too (Deutsch et al. 2023)."""
    return _over(2 * (c.concordant + c.tied_both) - c.pairs, c.pairs)


def accuracy(c: PairCounts) -> Array:
    """Return (C + B) / N: the share of pairs that both sides order alike or both tie (acc_eq, Deutsch et al. 2023)."""
    return _over(c.concordant + c.tied_both, c.pairs)


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
    return _over(2 * c.concordant - counted, counted)


def ordered(c: PairCounts) -> Array:
    """Return (C - errors) / N, all pairs that are not concordant being errors."""
    return _over(2 * c.concordant - c.pairs, c.pairs)


#: name → (how it is written out, what it is of the counts)
FROM_COUNTS: dict[str, tuple[str, Callable[[PairCounts], Array]]] = {
    "kendall": ("Kendall's τ-b", tau_b),
    "kendall-a": ("Kendall's τ-a", tau_a),
    "kendall-10": ("Kendall's τ of WMT 2010 (a measure's tie is an error)", tau_10),
    "kendall-13": ("Kendall's τ of WMT 2013 (without ties; Goodman-Kruskal γ)", tau_13),
    "kendall-14": ("Kendall's τ of WMT 2014 (a measure's tie counts nothing)", tau_14),
    "kendall-eq": ("Kendall's τ-eq (ties are to be foreseen)", tau_eq),
    "kendall-like": ("WMT's τ-like coefficient (what is not ordered alike is an error)", ordered),
    "accuracy": ("pairwise accuracy (acc-eq, ties are to be foreseen)", accuracy),
}


def _over(part: Array, whole: Array) -> Array:
    """Return part / whole, nan where there is nothing to divide by."""
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), np.nan), where=np.asarray(whole) > 0))
