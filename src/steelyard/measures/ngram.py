"""Ngram(i, j): n-gram recall against a model, as Lin and Hovy evaluated summaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.files.numbers import number_in
from steelyard.measures.kinds.base import (
    MEAN_FIELDS,
    Array,
    Fitted,
    Measure,
    mean_rows,
    option,
    ratio,
    undefined_notice,
)
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.brevity import brevity
from steelyard.measures.kinds.frequencies import DocumentFrequencies
from steelyard.measures.kinds.ngram_weights import INFORMATION, NgramWeights
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch, Sentences
from steelyard.text.batch import SENTENCES
from steelyard.text.view import TOKENISERS

_BREVITY = "brevity"


@dataclass(frozen=True, kw_only=True)
class Ngram(BoundedMeasure, Fitted):
    """Ngram(i, j) (Lin & Hovy 2003): BB · exp Σₙ wₙ ln Cₙ, n = i … j, wₙ = 1/(j − i + 1).

    Cₙ = n-grams of the model found in the output (clipped) / n-grams of the model, summed over segments. A zero Cₙ
    gives 0. Several models: the score against each, then their mean (or the highest).

    The paper's Cₙ is of model units (eq. 5): with `units=lines` each line of a model is one, n-grams do not cross its
    ends, and matches are clipped within it, so that an n-gram of the output may serve several units. The output is one
    text, unless `peer=units` cuts it as well. `average=documents` is the mean of the segments' scores; segments
    whose model has no n-gram of some order have none, and are counted.

    Statistics: for each model (reference set) and order, matches and n-grams of the model; with `average=documents` the
    sum of the segments' scores, how many there are, and how many are undefined.

    `information` weighs n-grams (the paper's outlook): by how often they are in the source of their segment (tf), by
    how few sources have them (idf, ln(1 + N/n), n of N; the fitted context), or by the product. Without sources, a
    segment's references together are its source. Cₙ is then the share of the weight.

    Left open: the brevity bonus BB is 1 unless given as `bonus`. With `bonus=brevity` the score of a segment is
    a·Ngram + (1 − a)·B, B = max(0, (target − length)/target) of the output's strings between white space, as the
    paper adds brevity to coverage (its footnote 7); a is `share`. Punctuation is dropped and case folded. Erratum: for
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
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("ngrams",)}
    undefined: ClassVar[str] = "the models have no n-gram of some order asked for"
    all_references: ClassVar[bool] = True
    fewest_words: ClassVar[int] = 4
    positional: ClassVar[tuple[str, ...]] = ("low", "high")

    low: int = option(1, "shortest n-gram (i)")
    high: int = option(4, "longest n-gram (j)")
    units: str = option("none", "units of a model: its lines, sentences by rules, or the whole text", SENTENCES)
    peer: str = option("whole", "the output is one text, or is cut into units too", ("whole", "units"))
    average: str = option("counts", "counts summed over segments, or the mean of segments", ("counts", "documents"))
    bonus: float | str = option(1.0, "brevity bonus BB, up to 1; or brevity, with share and target")
    share: float | None = option(None, "a of bonus=brevity, from 0 to 1")
    target: str | None = option(None, "length in words of bonus=brevity: a number, or the facet that has it")
    information: str = option("none", "what an n-gram weighs by its use in the sources", INFORMATION)
    models: str = option("mean", "over several models", ("mean", "max"))
    tokens: str = option("no-punct", "tokenisation", TOKENISERS)
    case: str = option("fold", "keep, or fold to lower case before tokenising", ("keep", "fold"))

    def __post_init__(self) -> None:
        if isinstance(self.bonus, str) and self.bonus != _BREVITY:
            object.__setattr__(self, "bonus", _number(self.bonus))
        super().__post_init__()
        if not 1 <= self.low <= self.high <= 100:
            raise SpecError(f"{self.name}({self.low},{self.high}): expected 1 ≤ low ≤ high ≤ 100")
        if self.bonus != _BREVITY and not (isinstance(self.bonus, float | int) and 0 < self.bonus <= 1):
            raise SpecError(
                f"{self.name}: bonus={self.bonus} is not possible; expected more than 0, up to 1, or brevity"
            )
        if self.peer == "units" and self.units == "none":
            raise SpecError(f"{self.name}: peer=units needs units; add units=lines or units=rules")
        if self.boundaries != "none" and (self.units, self.information) != ("none", "none"):
            raise SpecError(f"{self.name}: boundaries={self.boundaries} is not possible with units or information")
        self._check_brevity()

    def _check_brevity(self) -> None:
        if self.bonus != _BREVITY:
            if self.share is not None or self.target is not None:
                raise SpecError(f"{self.name}: share and target have no effect without bonus=brevity")
            return
        if self.average != "documents":
            raise SpecError(f"{self.name}: bonus=brevity is of single segments; add average=documents")
        if self.share is None or not 0 <= self.share <= 1:
            raise SpecError(f"{self.name}: bonus=brevity needs share, from 0 to 1: that of Ngram in the score")
        if not self.target or set(self.target) & set(",()="):
            raise SpecError(f"{self.name}: bonus=brevity needs target, a number of words or the facet that has it")

    @property
    def weights(self) -> NgramWeights:
        """What n-grams weigh."""
        return NgramWeights(self.information, self.view, self.low, self.high)

    @property
    def needs_context(self) -> bool:
        """Whether n-grams are weighed by the number of documents that have them."""
        return self.weights.needs_frequencies

    @property
    def frequencies(self) -> DocumentFrequencies:
        """In how many documents n-grams are, where that matters."""
        return DocumentFrequencies(0, {})

    def context_of(self, batches: Iterable[Batch]) -> DocumentFrequencies:
        """Return in how many documents each n-gram is, if that matters."""
        return self.weights.frequencies(batches)

    def merged(self, contexts: Sequence[DocumentFrequencies]) -> DocumentFrequencies:
        """Add the counts up."""
        return self.weights.merged(contexts)

    def with_context(self, context: DocumentFrequencies) -> Measure:
        """Return the measure with the counts."""
        return _FittedNgram(**self.settings(), table=context) if self.needs_context else self

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and n-grams of each order against one model, or those of a mean."""
        return self.fields_against(1)

    def fields_against(self, references: int) -> tuple[str, ...]:
        """Matches and n-grams of each order against each model, or those of a mean."""
        if self.average == "documents":
            return MEAN_FIELDS
        orders = range(self.low, self.high + 1)
        return tuple(
            f"{what}_{n}_model_{m}" for m in range(1, references + 1) for what in ("matches", "ngrams") for n in orders
        )

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        plain = self.units == "none" and self.information == "none"
        rows = np.concatenate(self._counts(batch) if plain else self._unit_counts(batch), axis=1)
        if self.average == "counts":
            return rows
        values = self._value(rows)
        if self.bonus == _BREVITY:
            share = float(self.share or 0)
            values = share * values + (1 - share) * brevity(batch, self.target or "")
        return mean_rows(values)

    def _counts(self, batch: Batch) -> list[Array]:
        """Return for each model segment × (matches, n-grams), of whole texts."""
        hypotheses = self.enclosed(batch.hypotheses(self.view))
        counts = []
        for tokens in batch.references(self.view):
            there = tokens.present().astype(bool)[:, None]
            matches = _core.ngram_matches(hypotheses, [self.enclosed(tokens)], self.high, batch.stop)[:, self.low - 1 :]
            ngrams = np.where(there, self.ngrams_in(tokens, self.high)[:, self.low - 1 :], 0)
            counts.append(np.concatenate((matches, ngrams), axis=1).astype(np.int32))
        return counts

    def _unit_counts(self, batch: Batch) -> list[Array]:
        """Return for each model segment × (matches, n-grams) of units, or their weights."""
        outputs, models = self._texts(batch)
        weighted = self.information != "none"
        counts = []
        for model in models:
            weights = self.weights.of_models(batch, model, self.frequencies) if weighted else None
            rows = _core.unit_matches(*outputs, *model, self.high, self.peer == "units", weights, batch.stop)
            asked = rows.reshape(len(rows), 2, self.high)[..., self.low - 1 :].reshape(len(rows), -1)
            counts.append(asked if weighted else asked.astype(np.int32))
        return counts

    def _texts(self, batch: Batch) -> tuple[Sentences, list[Sentences]]:
        """Return outputs and models cut into units; a whole text is one unit."""
        if self.units != "none":
            return batch.hypothesis_sentences(self.view, self.units), batch.reference_sentences(self.view, self.units)
        outputs, models = batch.hypotheses(self.view), batch.references(self.view)
        offsets = np.arange(len(outputs) + 1)
        return Sentences(outputs, offsets), [Sentences(tokens, offsets) for tokens in models]

    def score(self, sums: Array) -> Array:
        """Return Ngram(i, j) of summed statistics."""
        sums = np.asarray(sums, float)
        return self._value(sums) if self.average == "counts" else ratio(sums[..., 0], sums[..., 1])

    def has_part(self, rows: Array) -> Array:
        """Return which rows have a part in the score: those that have a value, of a mean."""
        return super().has_part(rows) if self.average == "counts" else np.asarray(rows)[..., 1] > 0

    def notice(self, sums: Array) -> str | None:
        """Return how many segments have no part in a mean."""
        return None if self.average == "counts" else undefined_notice(self, sums)

    def _value(self, counts: Array) -> Array:
        """Return Ngram(i, j) of counts against each model."""
        split = np.asarray(counts, float).reshape(*counts.shape[:-1], -1, 2, self.high - self.low + 1)
        matches, totals = split[..., 0, :], split[..., 1, :]
        factor = 1.0 if self.bonus == _BREVITY else float(self.bonus)
        with np.errstate(divide="ignore"):
            scores = factor * np.exp(ordered_sum(np.log(ratio(matches, totals))) / matches.shape[-1])
        there = totals.any(axis=-1)  # a model that is absent says nothing; one that is too short leaves nan
        if self.models == "max":
            best = np.where(there, scores, -np.inf).max(axis=-1)
            return np.where(there.any(axis=-1), best, np.nan)
        return ratio(ordered_sum(np.where(there, scores, 0.0)), there.sum(axis=-1))


@dataclass(frozen=True, kw_only=True)
class _FittedNgram(Ngram):
    """Ngram(i, j) given in how many documents each n-gram is."""

    table: DocumentFrequencies

    @property
    def frequencies(self) -> DocumentFrequencies:
        """In how many documents n-grams are."""
        return self.table

    @property
    def context(self) -> str:
        """Digest of the document frequencies."""
        return self.table.digest

    def unfitted(self) -> Measure:
        """Return the measure without them."""
        return Ngram(**self.settings())


def _number(text: str) -> float:
    if (number := number_in(text)) is None:
        raise SpecError(f"ngram: bonus={text} is not possible; expected a number or brevity")
    return number
