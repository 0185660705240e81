"""What the ROUGE measures share: precision, recall and F of counts against one or several references."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Mean, TokenMeasure, option, ratio
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text import Batch, View
from steelyard.text.view import TOKENISERS

T = TypeVar("T")

#: What `true` and `false` mean for stem and stop, by preset.
_MEANINGS = {
    "stem": {"": "porter", "rouge-1.5.5": "rouge-1.5.5", "rouge-score": "rouge-score"},
    "stop": {"": "english", "rouge-1.5.5": "rouge-1.5.5", "rouge-score": "english"},
}

_COUNTS = ("matches", "hypothesis_units", "reference_units")

SAMPLES_155: dict[str, Any] = {"decimals": 5, "samples": 1000}
ROUGE_155: dict[str, Any] = {"tokens": "rouge", **SAMPLES_155}
ROUGE_SCORE: dict[str, Any] = {"tokens": "rouge", "models": "best-f"}


@dataclass(frozen=True, kw_only=True)
class SharedUnits(Mean):
    """Precision, recall or F of what hypothesis and reference share; a member of the family says what is counted.

    Statistics: the value and 1, or, if so asked for, the counts themselves. Every segment has a value, 0 where there is
    nothing to count, so there is never a segment without a part in the mean.
    """

    family: ClassVar[str] = "rouge"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("hypothesis_units", "reference_units")}
    undefined: ClassVar[str] = "there are no segments"
    all_references: ClassVar[bool] = True

    kind: str = option("f", "f, precision or recall", ("f", "precision", "recall"))
    alpha: float = option(0.5, "F = PR/((1−alpha)P + alpha·R), from 0 (recall) to 1 (precision)")
    beta: float | None = option(None, "in place of alpha: F = (1+beta²)PR/(R + beta²P)")
    models: str = option(
        "pooled",
        "several references: counts pooled, the best by recall or F, the mean of values, or the best P and R apart",
        ("pooled", "best-recall", "best-f", "mean", "apart"),
    )
    jackknife: bool = option(False, "leave out one reference in turn, take the best of the rest, average")
    rest: str = option("best", "of a jackknife: the best of the rest, or their counts pooled", ("best", "pooled"))
    inverted: bool = option(False, "hypothesis and reference change roles")
    average: str = option("documents", "mean over documents, or counts summed over them", ("documents", "counts"))
    decimals: int = option(0, "decimals that P, R and F are rounded to, F from rounded P and R; 0: not at all")
    samples: int = option(0, "a test set's score is the mean of so many of ROUGE-1.5.5's samples; 0: the plain mean")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.alpha <= 1:
            raise SpecError(f"{self.name}: alpha={self.alpha} is not possible; expected 0 to 1")
        if self.beta is not None and not 0 <= self.beta <= 1_000_000:
            raise SpecError(f"{self.name}: beta={self.beta} is not possible; expected 0 to 1000000")
        if self.beta is not None and self.alpha != 0.5:
            raise SpecError(
                f"{self.name}: alpha and beta exclude each other; give alpha={self.alpha} or beta={self.beta}"
            )
        if not 0 <= self.decimals <= 15:
            raise SpecError(f"{self.name}: decimals={self.decimals} is not possible; expected 0 to 15")
        if self.samples and not 2 <= self.samples <= 1_000_000:
            raise SpecError(
                f"{self.name}: samples={self.samples} is not possible; expected 2 to 1000000, or 0 for the plain mean"
            )
        self._check_models()

    def _check_models(self) -> None:
        if self.average == "counts" and self.jackknife:
            raise SpecError(f"{self.name}: average=counts is not possible with jackknife, which averages scores")
        if self.models in ("mean", "apart") and (self.jackknife or self.average == "counts"):
            other = "jackknife" if self.jackknife else "average=counts"
            raise SpecError(f"{self.name}: models={self.models} is not possible with {other}, as no counts are chosen")
        if self.rest == "pooled" and not (self.jackknife and self.models == "pooled"):
            raise SpecError(f"{self.name}: rest=pooled is of a jackknife; add jackknife=true, and leave models out")

    @property
    def digits(self) -> int:
        """Decimals that scores are shown with: those that they are rounded to, if they are."""
        return self.decimals or super().digits

    @property
    def definition(self) -> int:
        """The second where a test set's score is a mean of samples; it was the plain mean before."""
        return 2 if self.samples else 1

    @property
    def tool_samples(self) -> int:
        """Samples that ROUGE-1.5.5 draws."""
        return self.samples

    def sample_score(self, sums: Array) -> Array:
        """Return the scores of samples: with `-t 1` the script rounds neither their P nor their R."""
        return replace(self, decimals=0).score(sums)

    def signature(self) -> dict[str, str]:
        """Return every choice made; the samples are named beside the scores that are made of them."""
        return {name: value for name, value in super().signature().items() if name != "samples"}

    @property
    def fields(self) -> tuple[str, ...]:
        """Sum of the segment values and how many, or the counts themselves."""
        if self.average == "documents":
            return ("value", "segments")
        return _COUNTS

    def among_references(self) -> Self:
        """Return the measure without the jackknife: the reference that is scored is left out already."""
        return replace(self, jackknife=False, rest="best")

    def counts(self, batch: Batch) -> list[Array]:
        """Return for each reference set segment × (matches, units of the hypothesis, units of the reference)."""
        raise self._lacking("counts")

    def roles(self, hypotheses: T, references: T) -> tuple[T, T]:
        """Return both sides in the roles they have."""
        return (references, hypotheses) if self.inverted else (hypotheses, references)

    def shares(self, counts: Array) -> tuple[Array, Array]:
        """Return precision and recall; 0 where there is nothing to divide by, as the tools have it."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(counts, float), -1, 0)
        return np.nan_to_num(ratio(matches, hypothesis)), np.nan_to_num(ratio(matches, reference))

    def recall_rank(self, counts: Array) -> Array:
        """Return the recall by which the best reference is chosen."""
        return self.rounded(self.shares(counts)[1])

    def statistics(self, batch: Batch) -> Array:
        """Return value and 1 for each segment, or its counts."""
        rows, there = self._pairs(batch)
        if self.average == "counts":
            return self._chosen(rows, there)
        values = self._values(rows, there)
        return np.stack([values, np.ones_like(values)], axis=-1)

    def parts(self, batch: Batch) -> dict[str, Array]:
        """Return the counts that the value of each segment is made from; a jackknife or mean has many."""
        if self.average == "counts" or self.jackknife or self.models in ("mean", "apart"):
            return {}
        return dict(zip(_COUNTS, self._chosen(*self._pairs(batch)).T, strict=True))

    def _values(self, rows: Array, there: Array) -> Array:
        """Return one value per segment."""
        if self.models == "apart":
            return self._value(*(np.where(there, share, 0.0).max(axis=1) for share in self.shares(rows)))
        if self.models == "mean":
            return _mean(self.value_of(rows), there)
        if not self.jackknife or rows.shape[1] == 1:
            return self.value_of(self._chosen(rows, there))
        left_out = np.eye(rows.shape[1], dtype=bool)
        rest = np.stack([self._rest(rows, there & ~omitted) for omitted in left_out], axis=1)
        values = np.where(there.sum(axis=1, keepdims=True) == 1, self.value_of(rows), self.value_of(rest))
        return _mean(values, there)

    def _rest(self, rows: Array, there: Array) -> Array:
        """Return the counts of each segment over the references that a jackknife leaves."""
        return np.where(there[..., None], rows, 0).sum(axis=1) if self.rest == "pooled" else self._best(rows, there)

    def score(self, sums: Array) -> Array:
        """Return the mean value, or the value of summed counts."""
        return ratio(sums[..., 0], sums[..., 1]) if self.average == "documents" else self.value_of(sums)

    def has_part(self, rows: Array) -> Array:
        """Return that every row has a part in the score."""
        return np.ones(np.shape(rows)[:-1], bool)

    def notice(self, sums: Array) -> str | None:
        """Return nothing: every segment has a part in the score."""
        del sums
        return None

    def value_of(self, counts: Array) -> Array:
        """Return the value asked for, of counts whose last axis goes."""
        return self._value(*self.shares(counts))

    def _value(self, precision: Array, recall: Array) -> Array:
        precision, recall = self.rounded(precision), self.rounded(recall)
        if self.kind != "f":
            return precision if self.kind == "precision" else recall
        return self.rounded(self._f(precision, recall))

    def rounded(self, values: Array) -> Array:
        """Return values rounded as they are printed: the nearest decimal to the exact binary number."""
        if self.decimals == 0:
            return values
        return np.array([round(v, self.decimals) for v in np.ravel(values).tolist()]).reshape(np.shape(values))

    def _f(self, precision: Array, recall: Array) -> Array:
        alpha = self.alpha if self.beta is None else 1 / (1 + self.beta**2)
        return np.nan_to_num(ratio(precision * recall, (1 - alpha) * precision + alpha * recall))

    def _pairs(self, batch: Batch) -> tuple[Array, Array]:
        """Return segment × reference set × count, and which references there are."""
        rows, there = np.stack(self.counts(batch), axis=1), batch.present()
        return np.where(there[..., None], rows, 0), there

    def _chosen(self, rows: Array, there: Array) -> Array:
        """Return the counts of each segment over its references."""
        if self.models == "pooled" and not self.jackknife:
            return np.asarray(rows.sum(axis=1))
        return self._best(rows, there)

    def _best(self, rows: Array, there: Array) -> Array:
        """Return the counts against the best of the references that are there, the first of several."""
        if self.models == "best-recall":
            rank = self.recall_rank(rows)
        elif self.models == "best-f":
            rank = self.rounded(self._f(*map(self.rounded, self.shares(rows))))
        else:
            rank = self.value_of(rows)
        best = np.where(there, rank, -1.0).argmax(axis=1)
        return np.asarray(rows[np.arange(len(rows)), best])


def _mean(values: Array, there: Array) -> Array:
    """Return the mean over the references of each segment that are there."""
    return np.asarray(ordered_sum(np.where(there, values, 0.0)) / there.sum(axis=1))


@dataclass(frozen=True, kw_only=True)
class RougeMeasure(SharedUnits, TokenMeasure):
    """A member of the family whose units are made of tokens."""

    fewest_words: ClassVar[int] = 1
    presets: ClassVar[dict[str, dict[str, Any]]] = {"rouge-1.5.5": ROUGE_155, "rouge-score": ROUGE_SCORE}

    tokens: str = option("rouge-unicode", "tokenisation", TOKENISERS)
    stem: str = option("none", "none, true (the preset's stemmer, else porter), or a stemmer as in docs/tokens.md")
    stop: str = option("none", "stop words left out: none, true (the preset's), english, rouge-1.5.5, meteor or a file")
    data: str = option("", "folder of ROUGE-1.5.5's lists; if empty, STEELYARD_ROUGE_DATA names it")
    words: int = option(0, "only so many words of each text count; 0: all")
    bytes: int = option(0, "only so many bytes of each text count; 0: all")

    def __post_init__(self) -> None:
        for name, meanings in _MEANINGS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or value in ("true", "false"):
                meaning = meanings.get(self.preset, "none") if value in (True, "true") else "none"
                object.__setattr__(self, name, meaning)
        if self.stop == "rouge":
            object.__setattr__(self, "stop", "rouge-1.5.5")
        super().__post_init__()
        if set(self.data) & set(",()"):
            raise SpecError(f"{self.name}: data={self.data} is not possible; a path cannot hold comma or bracket")
        for name in ("words", "bytes"):
            if not 0 <= (limit := getattr(self, name)) < 2**31:
                raise SpecError(f"{self.name}: {name}={limit} is not possible; expected 1, 2, 3 …, or 0 for no limit")

    def signature(self) -> dict[str, str]:
        """Return every choice made; the folder of lists is told by the digests of what is taken from it."""
        return {name: value for name, value in super().signature().items() if name != "data"}

    @classmethod
    def stem_words(cls) -> tuple[str, ...]:
        """Return what the option stem may be."""
        return ("true", "false", *super().stem_words())

    @property
    def view(self) -> View:
        """The view of the texts that the measure works on."""
        return replace(super().view, data=self.data, words=self.words, bytes=self.bytes)
