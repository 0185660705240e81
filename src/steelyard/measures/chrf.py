"""chrF and chrF++: F-score of character (and word) n-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Measure, option
from steelyard.measures.kinds.bounded import ngram_totals
from steelyard.measures.kinds.references import best_row
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch, View


@dataclass(frozen=True, kw_only=True)
class Chrf(Measure):
    """chrF (Popović 2015): 100 · (1 + β²)·P·R / (β²·P + R), P and R averaged over the orders of character n-grams.

    Statistics: for each order, n-grams of the hypothesis, n-grams of the reference, matches.

    Left open, and chosen here as sacreBLEU does: white space is taken out; an order is averaged in only where
    both sides have n-grams of it (`effective`), while `eps` averages F over all orders with 10⁻¹⁶ for the empty
    ones (the original script, NLTK, Moses); of several references the one with the best segment score counts,
    the first of those that score alike. So the score of a test set can depend on the order in which references are
    given: two that score alike for a segment can have different counts, and these are added up.

    >>> import steelyard as sy
    >>> sy.score({"A": ["The cat sat."]}, ["The cat sits."], measures=["chrf"]).value("A", "chrf")  # as sacreBLEU
    55.2160...
    """

    name: ClassVar[str] = "chrf"
    printed: ClassVar[str] = "chrF"
    family: ClassVar[str] = "character n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("hypothesis", "reference")}
    presets: ClassVar[dict[str, dict[str, Any]]] = {"sacrebleu": {}}

    chars: int = option(6, "longest character n-gram")
    words: int = option(0, "longest word n-gram; 2 makes chrF++")
    beta: float = option(2.0, "weight of recall over precision")
    case: str = option("keep", "keep, or fold to lower case", ("keep", "fold"))
    whitespace: bool = option(False, "keep white space as characters")
    smoothing: str = option("effective", "orders without n-grams", ("effective", "eps"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (1 <= self.chars <= 100 and 0 <= self.words <= 100):
            raise SpecError(f"{self.name}: chars={self.chars}, words={self.words}: expected 1 to 100 and 0 to 100")
        if not 0 <= self.beta <= 1000:
            raise SpecError(f"{self.name}: beta={self.beta} is not possible; expected 0 to 1000")

    @property
    def fields(self) -> tuple[str, ...]:
        """Hypothesis n-grams, reference n-grams and matches of each order."""
        orders = [f"char_{n}" for n in range(1, self.chars + 1)] + [f"word_{n}" for n in range(1, self.words + 1)]
        return tuple(f"{what}_{order}" for order in orders for what in ("hypothesis", "reference", "matches"))

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        fold = self.case == "fold"
        characters = batch.hypothesis_characters(fold, self.whitespace)
        references = batch.reference_characters(fold, self.whitespace)
        rows = [_counts(characters, reference, self.chars, batch.stop) for reference in references]
        if self.words:
            view = View("chrf-words", self.case)
            hypotheses = batch.hypotheses(view)
            words = [_counts(hypotheses, tokens, self.words, batch.stop) for tokens in batch.references(view)]
            rows = [np.concatenate(pair, axis=1) for pair in zip(rows, words, strict=True)]
        if len(rows) == 1:
            return rows[0]
        stacked = np.stack(rows, axis=1)
        return best_row(stacked, batch.present(), self.score(stacked))

    def score(self, sums: Array) -> Array:
        """Return chrF of summed statistics."""
        sums = np.asarray(sums, float)
        hypothesis, reference, matches = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        if self.smoothing != "eps" and (hypothesis > 0).all() and (reference > 0).all():
            # as in large test sets: every order counts
            orders = matches.shape[-1]
            precision, recall = (ordered_sum(matches / counts) / orders for counts in (hypothesis, reference))
            return 100 * self._f(precision, recall, 0.0)
        tiny = np.full_like(matches, 1e-16)
        precision = np.divide(matches, hypothesis, out=tiny.copy(), where=hypothesis > 0)
        recall = np.divide(matches, reference, out=tiny, where=reference > 0)
        if self.smoothing == "eps":
            return np.asarray(100 * ordered_sum(self._f(precision, recall, 1e-16)) / matches.shape[-1])
        both = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(both.sum(axis=-1), 1)
        return 100 * self._f(ordered_sum(precision * both) / orders, ordered_sum(recall * both) / orders, 0.0)

    def _f(self, precision: Array, recall: Array, otherwise: float) -> Array:
        factor = self.beta**2
        below = factor * precision + recall
        return np.divide((1 + factor) * precision * recall, below, out=np.full_like(below, otherwise), where=below > 0)


@dataclass(frozen=True, kw_only=True)
class ChrfPlusPlus(Chrf):
    """chrF++ (Popović 2017): chrF with word 1- and 2-grams averaged in.

    Words are split at white space; a punctuation mark at the end (else at the start) of a word is a word of its own.
    Statistics and choices as in `chrf`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["The cat sat."]}, ["The cat sits."], measures=["chrf++"]).value("A", "chrf++")  # as sacreBLEU
    54.9774...
    """

    name: ClassVar[str] = "chrf++"
    printed: ClassVar[str] = "chrF++"

    words: int = option(2, "longest word n-gram")


def _counts(hypotheses: _core.Tokens, references: _core.Tokens, order: int, stop: _core.Stop) -> Array:
    """Return hypothesis n-grams, reference n-grams and matches per order, interleaved."""
    reference = ngram_totals(references.lengths(), order)
    # an order that the reference lacks does not count against the hypothesis
    hypothesis = np.where(reference > 0, ngram_totals(hypotheses.lengths(), order), 0)
    matches = _core.ngram_matches(hypotheses, [references], order, stop)
    return np.stack((hypothesis, reference, matches), axis=2).reshape(len(matches), 3 * order).astype(np.int32)
