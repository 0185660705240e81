"""Dependency F: F1 over dependencies that output and reference have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Array, option, ratio
from steelyard.measures.kinds.parsed import WordsParsed
from steelyard.measures.kinds.references import best_row
from steelyard.measures.unigram import matched_units
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class DependencyF(WordsParsed):
    """Dependency F (Riezler & Maxwell 2005): F1 over matching triples of relation, head and dependent.

    F = 2 · matches / (triples of the output + triples of the reference), over multisets of triples; the head of a root
    is empty.

    Statistics: matches, triples of the output, triples of the reference.

    Left open: of several references the one with the highest F counts, the first on a tie. Words are compared in lower
    case; `labels=false` leaves relations out.
    Reference: Riezler & Maxwell (2005), On some pitfalls in automatic evaluation and significance testing for MT.

    >>> from steelyard.measures.dependency_f import DependencyF
    >>> float(DependencyF().score([2, 4, 4]))
    0.5
    """

    name: ClassVar[str] = "dependency-f"
    printed: ClassVar[str] = "Dependency F"
    family: ClassVar[str] = "syntax"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("hypothesis_triples", "reference_triples")}
    undefined: ClassVar[str] = "neither outputs nor references have a word"

    labels: bool = option(True, "whether relations must be the same")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches, and triples of both sides."""
        return ("matches", "hypothesis_triples", "reference_triples")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        rows = matched_units(batch, self.layered("triple" if self.labels else "pair"))
        return best_row(rows, batch.present(), self.score(rows))

    def score(self, sums: Array) -> Array:
        """Return F1 of summed statistics."""
        matches, hypothesis, reference = np.moveaxis(np.asarray(sums, float), -1, 0)
        return ratio(2 * matches, hypothesis + reference)
