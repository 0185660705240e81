"""Lexical overlap: shared words over all words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.base import Array, TokenMeasure, ratio
from steelyard.measures.references import best_row
from steelyard.measures.unigram import unigram_rows
from steelyard.text import Batch
from steelyard.text.batch import present


@dataclass(frozen=True, kw_only=True)
class Overlap(TokenMeasure):
    """Lexical overlap O_l: |h ∩ r| / |h ∪ r| over multisets of words.

    Statistics: matches, tokens of the hypothesis, tokens of the reference.

    Left open: of several references the one with the highest overlap counts, the first on a tie.
    Reference: Giménez & Màrquez (2010), as used by Amigó et al. (2011).

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c"]}, ["b c d"], measures=["overlap"]).value("A", "overlap")
    0.5
    """

    name: ClassVar[str] = "overlap"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "neither side has a token"

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and the two lengths."""
        return ("matches", "hypothesis_tokens", "reference_tokens")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        references = batch.references(self.view)
        rows = unigram_rows(batch.hypotheses(self.view), references)
        return best_row(rows, present(references), self.score(rows))

    def score(self, sums: Array) -> Array:
        """Return the overlap of summed statistics."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(sums, float), -1, 0)
        return ratio(matches, hypothesis + reference - matches)
