"""Sentence boundaries: artificial tokens by which n-grams know the ends of a text (Leusch et al. 2005 §3.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array, TokenMeasure, option


@dataclass(frozen=True, kw_only=True)
class BoundedMeasure(TokenMeasure):
    """A measure over n-grams: boundaries take part in orders above 1, and never in lengths."""

    boundaries: str = option("none", "artificial tokens at sentence ends", ("none", "begin", "end", "both"))

    def enclosed(self, tokens: _core.Tokens) -> _core.Tokens:
        """Return the texts with the boundaries that are asked for."""
        if self.boundaries == "none":
            return tokens
        return tokens.enclosed(self.boundaries in ("begin", "both"), self.boundaries in ("end", "both"))

    def ngrams_in(self, tokens: _core.Tokens, order: int) -> Array:
        """Return segment × order: n-grams of each text (given without boundaries), orders 1 … order."""
        return ngram_totals(tokens.lengths(), order, {"none": 0, "both": 2}.get(self.boundaries, 1))


def ngram_totals(length: Array, order: int, boundaries: int = 0) -> Array:
    """Return the n-grams of order 1 … order in texts of some lengths; boundaries count from order 2 on."""
    orders = np.arange(1, order + 1, dtype=np.int32)
    totals = length[:, None] + (orders > 1) * np.int32(boundaries) - orders + 1
    return np.asarray(np.maximum(totals, 0), np.int32)
