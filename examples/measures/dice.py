"""Dice: the Dice coefficient of n-grams. The example of docs/new-measure.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, TokenMeasure, option, ratio
from steelyard.measures.kinds.bounded import ngram_totals
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class Dice(TokenMeasure):
    """Dice coefficient (Dice 1945) of n-grams: 2 · matches / (n-grams of the hypothesis + n-grams of the reference).

    Statistics: matches, and the n-grams of both sides.

    Left open: of several references the one with the highest coefficient counts, the first on a tie.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c d"]}, ["a b c e"], measures=[Dice()]).value("A", "dice")  # 2 · 2 of 3 + 3 bigrams
    0.6666...
    """

    name: ClassVar[str] = "dice"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "neither side has an n-gram of this length"
    fewest_words: ClassVar[int] = 2

    order: int = option(2, "length of the n-grams")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= 100:
            raise SpecError(f"{self.name}: order={self.order} is not possible; expected 1 to 100")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches, and n-grams of both sides."""
        return ("matches", "ngrams")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        rows = np.stack([self._pair(hypotheses, tokens) for tokens in references], axis=1)
        return best_row(rows, batch.present(), self.score(rows))

    def _pair(self, hypotheses: _core.Tokens, references: _core.Tokens) -> Array:
        matches = _core.ngram_matches(hypotheses, [references], self.order)[:, -1]
        totals = [ngram_totals(tokens.lengths(), self.order)[:, -1] for tokens in (hypotheses, references)]
        return np.stack((matches, sum(totals)), axis=1)

    def score(self, sums: Array) -> Array:
        """Return the coefficient of summed statistics."""
        return ratio(2 * np.asarray(sums, float)[..., 0], sums[..., 1])
