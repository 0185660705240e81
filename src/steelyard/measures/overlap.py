"""Lexical overlap: shared words over all words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Array, ratio
from steelyard.measures.unigram import UnigramMeasure


@dataclass(frozen=True, kw_only=True)
class Overlap(UnigramMeasure):
    """Lexical overlap O_l: |h ∩ r| / |h ∪ r| over multisets of words.

    Statistics: matches, tokens of the hypothesis, tokens of the reference.

    Left open: of several references the one with the highest overlap counts, the first on a tie.
    Reference: Giménez & Màrquez (2010), as used by Amigó et al. (2011).

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c"]}, ["b c d"], measures=["overlap"]).value("A", "overlap")
    0.5
    """

    name: ClassVar[str] = "overlap"
    printed: ClassVar[str] = "Overlap"

    def score(self, sums: Array) -> Array:
        """Return the overlap of summed statistics."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(sums, float), -1, 0)
        return ratio(matches, hypothesis + reference - matches)
