"""Pyramid: the weights of the content units that a summary expresses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.corpus.units import FOREIGN, SIZE
from steelyard.errors import SegmentError, SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.labels import LABELS, LabelMean, check_known, labels, only_reference, quantity
from steelyard.text import Batch

_HEAVIEST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Pyramid(LabelMean):
    """Pyramid score (Nenkova & Passonneau 2004): weight of the content units expressed / the most there could be.

    The weight of a summary content unit (SCU) is the number of models that express it. With D the sum of the weights
    of the SCUs expressed and max(X) the sum of the X highest weights of the pyramid:

    original = D / max(X), X being the units of the summary: SCUs expressed, repetitions and units that match no SCU;
    modified = D / max(X), X being the number of SCUs in an average model, at most 1;
    recall = D / all weights.

    A reference is the pyramid: `12:4 15:2 31:1`. For the modified score it also has the mean number of SCUs in a model,
    `size:9`, or the option `models` says how many models there were; then it is the sum of all weights over that. An
    output names the SCU of each of its units: `12 31 12 -`, where `-` stands for none.

    Statistics: the value of the segment and 1; the test set's score is the mean over segments.

    Left open: a repeated SCU adds no weight, but is a unit of the summary (DUCView). A size that is no whole number is
    rounded down, and a modified score above 1 is 1, both as in DUCView. There is one pyramid per segment. A summary
    without units has 0; a pyramid without weights is undefined and has no part in the mean. With weights of 1, recall
    is the score of REALSumm and LitePyramid.
    References: Nenkova & Passonneau (2004); Passonneau et al. (2005) for the modified score.

    >>> import steelyard as sy
    >>> one = {"A": ["a c c -"]}, ["a:4 b:3 c:2 d:2 e:1 size:3"]
    >>> names = ["pyramid", "pyramid(kind=modified)", "pyramid(kind=recall)"]
    >>> [round(sy.score(*one, measures=[name]).value("A", name), 4) for name in names]  # 6/11, 6/9, 6/12
    [0.5455, 0.6667, 0.5]
    """

    name: ClassVar[str] = "pyramid"
    printed: ClassVar[str] = "Pyramid"
    undefined: ClassVar[str] = "the pyramid has no weight"
    texts: ClassVar[str] = "weighted units"

    kind: str = option("original", "which of the three", ("original", "modified", "recall"))
    models: int = option(0, "models of the pyramid, where the references have no size:N (0)")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.models <= _HEAVIEST:
            raise SpecError(f"{self.name}: models={self.models} is not possible; expected 0 to {_HEAVIEST}")

    def values(self, batch: Batch) -> Array:
        """Return the score of each segment."""
        expected = "scu:weight with a weight above 0, such as 12:4, or size:N"
        above_zero = math.ulp(0.0)
        pyramids = only_reference(batch, "pyramid", quantity(above_zero, _HEAVIEST), expected)
        values = np.zeros(len(pyramids))
        for row, (units, pyramid) in enumerate(zip(labels(batch.hypotheses(LABELS)), pyramids, strict=True)):
            size = pyramid.pop(SIZE, 0.0) or (sum(pyramid.values()) / self.models if self.models else 0.0)
            expressed = set(units) - {FOREIGN}
            for label in sorted(expressed):
                check_known(row, label, pyramid, "pyramid")
            values[row] = self._value(row, sum(pyramid[unit] for unit in sorted(expressed)), units, pyramid, size)
        return values

    def _value(self, row: int, weight: float, units: list[str], pyramid: dict[str, float], size: float) -> float:
        heaviest = sorted(pyramid.values(), reverse=True)
        if not heaviest:
            return math.nan
        if not units:
            return 0.0
        if self.kind == "recall":
            return weight / sum(heaviest)
        if self.kind == "original":
            return weight / sum(heaviest[: len(units)])
        if size < 1:
            raise SegmentError(
                row,
                "the reference does not say how many SCUs a model has, 1 or more; add size:N to it, the mean over the "
                "models, or give their number as models=N",
            )
        return min(1.0, weight / sum(heaviest[: math.floor(size)]))
