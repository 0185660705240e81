"""GLEU: the smaller of n-gram precision and recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option, ratio
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class Gleu(BoundedMeasure):
    """GLEU (Wu et al. 2016): matches / max(n-grams of the hypothesis, n-grams of the reference), orders 1 … 4 pooled.

    Statistics: matches, and the larger of the two n-gram counts.

    Left open: of several references the one with the best segment ratio counts, the first on a tie (as NLTK).

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c d"]}, ["a b c e"], measures=["gleu"]).value("A", "gleu")  # 6 of 10 n-grams
    0.6
    """

    name: ClassVar[str] = "gleu"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("ngrams",)}
    undefined: ClassVar[str] = "neither side has an n-gram of the orders asked for"
    presets: ClassVar[dict[str, dict[str, Any]]] = {"nltk": {"tokens": "none"}}

    low: int = option(1, "shortest n-gram")
    order: int = option(4, "longest n-gram")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.low <= self.order <= 100:
            raise SpecError(f"{self.name}: low={self.low}, order={self.order}: expected 1 ≤ low ≤ order ≤ 100")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and n-grams."""
        return ("matches", "ngrams")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        rows = np.stack([self._pair(hypotheses, tokens, batch.stop) for tokens in references], axis=1)
        return best_row(rows, batch.present(), ratio(rows[..., 0], rows[..., 1]))

    def _pair(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        matches = _core.ngram_matches(self.enclosed(hypotheses), [self.enclosed(references)], self.order, stop)
        totals = [
            self.ngrams_in(tokens, self.order)[:, self.low - 1 :].sum(axis=1) for tokens in (hypotheses, references)
        ]
        return np.stack((matches[:, self.low - 1 :].sum(axis=1), np.maximum(*totals)), axis=1).astype(np.int32)

    def score(self, sums: Array) -> Array:
        """Return GLEU of summed statistics."""
        return ratio(sums[..., 0], sums[..., 1])
