"""Ngram(i, j): n-gram recall against a model, as Lin and Hovy evaluated summaries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option, ratio
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch
from steelyard.text.view import TOKENISERS


@dataclass(frozen=True, kw_only=True)
class Ngram(BoundedMeasure):
    """Ngram(i, j) (Lin & Hovy 2003): BB · exp Σₙ wₙ ln Cₙ, n = i … j, wₙ = 1/(j − i + 1).

    Cₙ = n-grams of the model found in the output (clipped) / n-grams of the model, summed over segments. A zero Cₙ
    gives 0. Several models: the score against each, then their mean (or the highest).

    Statistics: for each model (reference set) and order, matches and n-grams of the model.

    Left open: the brevity bonus BB is 1 unless given as `bonus`; punctuation is dropped and case folded. Erratum: for
    "United States, Japan, and Taiwan" the paper prints 0.5 where its equation (5) gives 1/3.

    >>> import steelyard as sy
    >>> model, output = ["United States, Japan, and Taiwan"], ["United States, Taiwan, and Japan"]
    >>> sy.score({"A": output}, model, measures=["ngram(2,2,stop=english)"]).value("A", "ngram(2,2,stop=english)")
    0.3333...
    """

    name: ClassVar[str] = "ngram"
    printed: ClassVar[str] = "n-gram"
    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "the models have no n-gram of some order asked for"
    all_references: ClassVar[bool] = True
    fewest_words: ClassVar[int] = 4
    positional: ClassVar[tuple[str, ...]] = ("low", "high")

    low: int = option(1, "shortest n-gram (i)")
    high: int = option(4, "longest n-gram (j)")
    bonus: float = option(1.0, "brevity bonus BB")
    models: str = option("mean", "over several models", ("mean", "max"))
    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.low <= self.high <= 100:
            raise SpecError(f"{self.name}({self.low},{self.high}): expected 1 ≤ low ≤ high ≤ 100")
        if not 0 < self.bonus <= 1:
            raise SpecError(f"{self.name}: bonus={self.bonus} is not possible; expected more than 0, up to 1")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and n-grams of each order against one model."""
        return self.fields_against(1)

    def fields_against(self, references: int) -> tuple[str, ...]:
        """Matches and n-grams of each order against each model."""
        orders = range(self.low, self.high + 1)
        return tuple(
            f"{what}_{n}_model_{m}" for m in range(1, references + 1) for what in ("matches", "ngrams") for n in orders
        )

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        hypotheses = self.enclosed(batch.hypotheses(self.view))
        parts = []
        for tokens in batch.references(self.view):
            there = tokens.present().astype(bool)[:, None]
            matches = _core.ngram_matches(hypotheses, [self.enclosed(tokens)], self.high, batch.stop)
            parts.append(matches[:, self.low - 1 :])
            parts.append(np.where(there, self.ngrams_in(tokens, self.high)[:, self.low - 1 :], 0))
        return np.concatenate(parts, axis=1).astype(np.int32)

    def score(self, sums: Array) -> Array:
        """Return Ngram(i, j) of summed statistics."""
        sums = np.asarray(sums, float)
        split = sums.reshape(*sums.shape[:-1], -1, 2, self.high - self.low + 1)
        matches, totals = split[..., 0, :], split[..., 1, :]
        with np.errstate(divide="ignore"):
            scores = self.bonus * np.exp(ordered_sum(np.log(ratio(matches, totals))) / matches.shape[-1])
        there = totals.any(axis=-1)  # a model that is absent says nothing; one that is too short leaves nan
        if self.models == "max":
            best = np.where(there, scores, -np.inf).max(axis=-1)
            return np.where(there.any(axis=-1), best, np.nan)
        return ratio(ordered_sum(np.where(there, scores, 0.0)), there.sum(axis=-1))
