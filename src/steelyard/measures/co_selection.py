"""Co-selection: which units two extracts share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Measure, option, ratio
from steelyard.measures.kinds.labels import LABELS, labels
from steelyard.text import Batch
from steelyard.text.batch import Sentences


@dataclass(frozen=True, kw_only=True)
class CoSelection(Measure):
    """Co-selection: precision, recall or F of the units (sentences) that were extracted.

    P = shared units / units of the output, R = shared units / units of the reference,
    F = (1 + β²)·P·R / (β²·P + R).

    An extract is a list of labels separated by white space, such as `s1 s4 s9`. With `units=lines` it is the
    extracted text itself, one sentence a line; lines are the same if their words are.

    Statistics: shared units, units of the output, units of the reference, summed over the segment's references.

    Left open: an extract is a set, so what is given twice counts once. Several references are several judges; each is
    compared with the output and the counts are summed, so precision is the mean over judges.
    Reference: Pastra & Saggion (2003), after Saggion et al. (2002).

    >>> import steelyard as sy
    >>> sy.score({"A": ["s1 s4 s9"]}, ["s1 s2 s3 s4 s5"], measures=["co-selection"]).value("A", "co-selection")  # 4/8
    0.5
    """

    name: ClassVar[str] = "co-selection"
    printed: ClassVar[str] = "Co-selection"
    family: ClassVar[str] = "facts and extracts"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"shared": ("output_units", "reference_units")}
    undefined: ClassVar[str] = "there is no unit to divide by"
    texts: ClassVar[str] = "labels"
    all_references: ClassVar[bool] = True

    kind: str = option("f", "which of the three", ("precision", "recall", "f"))
    beta: float = option(1.0, "weight of recall in F")
    units: str = option("labels", "labels at white space, or whole lines", ("labels", "lines"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.beta <= 1000:
            raise SpecError(f"{self.name}: beta={self.beta} is not possible; expected 0 to 1000")

    @property
    def fields(self) -> tuple[str, ...]:
        """Shared units, and those of either side."""
        return ("shared", "output_units", "reference_units")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        if self.units == "lines":
            outputs = _lines(batch.hypothesis_sentences(LABELS, "lines"))
            references = [_lines(sentences) for sentences in batch.reference_sentences(LABELS, "lines")]
        else:
            outputs = _sets(labels(batch.hypotheses(LABELS)))
            references = [_sets(labels(tokens)) for tokens in batch.references(LABELS)]
        rows = np.zeros((len(outputs), 3), np.int32)
        for there, extracts in zip(batch.present().T, references, strict=True):
            for n in np.flatnonzero(there).tolist():
                rows[n] += (len(outputs[n] & extracts[n]), len(outputs[n]), len(extracts[n]))
        return rows

    def score(self, sums: Array) -> Array:
        """Return precision, recall or F of summed statistics."""
        shared, output, reference = np.moveaxis(np.asarray(sums, float), -1, 0)
        if self.kind == "precision":
            return ratio(shared, output)
        if self.kind == "recall":
            return ratio(shared, reference)
        square = self.beta**2
        return ratio((1 + square) * shared, square * reference + output)


def _sets(texts: Iterable[list[str]]) -> list[set[object]]:
    return [set(units) for units in texts]


def _lines(sentences: Sentences) -> list[set[object]]:
    tokens, offsets = sentences
    rows = [tuple(tokens.row(n)) for n in range(len(tokens))]
    return [set(rows[a:b]) for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]
