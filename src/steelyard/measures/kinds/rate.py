"""Error rates: a distance to the references over a reference length."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array, TokenMeasure, option, ratio
from steelyard.measures.kinds.references import LENGTH_RULES, counted_distance, reference_length
from steelyard.text import Batch
from steelyard.text.batch import lengths
from steelyard.text.view import TOKENISERS


@dataclass(frozen=True, kw_only=True)
class ErrorRate(TokenMeasure):
    """100 · Σ distance / Σ reference length; a measure of this family only says what the distance is."""

    family: ClassVar[str] = "edit distance"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    undefined: ClassVar[str] = "the references have no token"

    tokens: str = option("none", "tokenisation", TOKENISERS)
    length: str = option("average-nearest", "reference length", LENGTH_RULES)

    @property
    def fields(self) -> tuple[str, ...]:
        """Edits, and tokens of the reference."""
        return ("edits", "reference_tokens")

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return the distance of each hypothesis to its reference in one reference set; `stop` is for kernels."""
        raise self._lacking("distance")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the references that the length rule names."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        there, sizes = batch.present(), lengths(references)
        distance = np.stack([self.distance(hypotheses, tokens, batch.stop) for tokens in references], axis=1)
        length = reference_length(self.length, hypotheses.lengths(), sizes, there, distance)
        return np.stack((counted_distance(self.length, sizes, there, distance), length), axis=1)

    def score(self, sums: Array) -> Array:
        """Return the error rate of summed statistics."""
        return 100 * ratio(sums[..., 0], sums[..., 1])
