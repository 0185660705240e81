"""GRAMSIM: how alike the frequencies of parts of speech are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.measures.kinds.base import Array, Mean, option
from steelyard.measures.kinds.parsed import ParsedMeasure
from steelyard.text import Batch, View


@dataclass(frozen=True, kw_only=True)
class Gramsim(Mean, ParsedMeasure):
    """GRAMSIM (Amigó et al. 2005): 1 / (1 + distance), between the frequencies of parts of speech.

    A text is the vector of the relative frequencies of part-of-speech tags, the distance is Euclid's. It is about
    style, not content.

    Statistics: the value of the segment and 1; the test set's score is their mean.

    Left open: the paper has the inverse of the distance, which is unbounded for equal texts; 1 is added to it, as in
    `tvm`. Of several references the most similar counts. A text without words is the vector of zeros.
    Reference: Amigó et al. (2005), Evaluating DUC 2004 tasks with the QARLA framework.

    >>> import steelyard as sy
    >>> str(sy.parse("gramsim(layer=pos)"))
    'gramsim(layer=pos)'
    """

    name: ClassVar[str] = "gramsim"
    printed: ClassVar[str] = "GramSim"
    family: ClassVar[str] = "content and style"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "no reference has a word"

    layer: str = option("tag", "the language's own tags, or universal parts of speech", ("tag", "pos"))

    def values(self, batch: Batch) -> Array:
        """Return the similarity of each segment to its most similar reference."""
        view = View("none", layer=self.layer, parser=self.parser)
        outputs, references, there = batch.hypotheses(view), batch.references(view), batch.present()
        types = len(outputs.types())
        values = np.zeros(len(outputs))
        for n in range(len(outputs)):
            mine = np.bincount(outputs.row(n), minlength=types)
            others = (np.bincount(references[k].row(n), minlength=types) for k in np.flatnonzero(there[n]))
            values[n] = 1 / (1 + min(_distance(mine, other) for other in others))
        return values


def _distance(left: Array, right: Array) -> float:
    """Return the distance of frequencies; whole numbers until the end, so that the order of tags does not matter."""
    ours, theirs = max(int(left.sum()), 1), max(int(right.sum()), 1)
    apart = (left * theirs - right * ours).tolist()
    return math.sqrt(sum(number * number for number in apart)) / (ours * theirs)
