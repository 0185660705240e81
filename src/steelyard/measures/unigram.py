"""Unigram precision, recall, F1 and the recall-heavy Fmean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array, TokenMeasure, ratio
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch, View


@dataclass(frozen=True, kw_only=True)
class UnigramMeasure(TokenMeasure):
    """A measure over matched words and the two lengths; a member of this family only says how they are scored."""

    family: ClassVar[str] = "n-gram"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("hypothesis_tokens", "reference_tokens")}
    undefined: ClassVar[str] = "there is no token to divide by"

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and the two lengths."""
        return ("matches", "hypothesis_tokens", "reference_tokens")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        rows = matched_units(batch, self.view)
        return best_row(rows, batch.present(), self.score(rows))


def matched_units(batch: Batch, view: View) -> Array:
    """Return segment × reference set × (matches, units of the hypothesis, units of the reference)."""
    hypotheses, references = batch.hypotheses(view), batch.references(view)
    length = hypotheses.lengths()
    matches = [_core.ngram_matches(hypotheses, [tokens], 1, batch.stop)[:, 0] for tokens in references]
    pairs = [np.stack((m, length, r.lengths()), axis=1) for m, r in zip(matches, references, strict=True)]
    return np.stack(pairs, axis=1)


@dataclass(frozen=True, kw_only=True)
class UnigramPrecision(UnigramMeasure):
    """Unigram precision: matched words / words of the hypothesis.

    Statistics: matches, tokens of the hypothesis, tokens of the reference.

    Left open: of several references the one with the highest value counts, the first on a tie.
    Reference: Banerjee & Lavie (2005) §2; Melamed et al. (2003).

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c x"]}, ["a b c d e"], measures=["unigram-precision"]).value("A", "unigram-precision")
    0.75
    """

    name: ClassVar[str] = "unigram-precision"
    printed: ClassVar[str] = "Unigram precision"

    def score(self, sums: Array) -> Array:
        """Return precision of summed statistics."""
        return ratio(sums[..., 0], sums[..., 1])


@dataclass(frozen=True, kw_only=True)
class UnigramRecall(UnigramMeasure):
    """Unigram recall: matched words / words of the reference. Statistics and choices as in `unigram-precision`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c x"]}, ["a b c d e"], measures=["unigram-recall"]).value("A", "unigram-recall")
    0.6
    """

    name: ClassVar[str] = "unigram-recall"
    printed: ClassVar[str] = "Unigram recall"

    def score(self, sums: Array) -> Array:
        """Return recall of summed statistics."""
        return ratio(sums[..., 0], sums[..., 2])


@dataclass(frozen=True, kw_only=True)
class UnigramF1(UnigramMeasure):
    """Unigram F1: 2PR / (P + R). Statistics and choices as in `unigram-precision`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c x"]}, ["a b c d e"], measures=["unigram-f1"]).value("A", "unigram-f1")  # 6/9
    0.6666...
    """

    name: ClassVar[str] = "unigram-f1"
    printed: ClassVar[str] = "Unigram F1"

    def score(self, sums: Array) -> Array:
        """Return F1 of summed statistics."""
        sums = np.asarray(sums, float)
        return ratio(2 * sums[..., 0], sums[..., 1] + sums[..., 2])


@dataclass(frozen=True, kw_only=True)
class UnigramFmean(UnigramMeasure):
    """Unigram Fmean: 10PR / (R + 9P), recall nine times as heavy. Statistics and choices as in `unigram-precision`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b c x"]}, ["a b c d e"], measures=["unigram-fmean"]).value("A", "unigram-fmean")  # 30/49
    0.6122...
    """

    name: ClassVar[str] = "unigram-fmean"
    printed: ClassVar[str] = "Unigram Fmean"

    def score(self, sums: Array) -> Array:
        """Return Fmean of summed statistics: 10m / (9·reference tokens + hypothesis tokens)."""
        sums = np.asarray(sums, float)
        return ratio(10 * sums[..., 0], 9 * sums[..., 2] + sums[..., 1])
