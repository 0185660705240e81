"""SER: sentence error rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array, TokenMeasure, option, ratio
from steelyard.text import Batch
from steelyard.text.view import TOKENISERS


@dataclass(frozen=True, kw_only=True)
class Ser(TokenMeasure):
    """Sentence error rate: the share (in per cent) of segments that equal none of their references.

    Statistics: wrong segments, and segments. Texts are equal if their tokens are.

    >>> import steelyard as sy
    >>> sy.score({"A": ["a b", "c"]}, ["a b", "d"], measures=["ser"]).value("A", "ser")
    50.0
    """

    name: ClassVar[str] = "ser"
    family: ClassVar[str] = "edit distance"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"wrong": ("segments",)}

    tokens: str = option("none", "tokenisation", TOKENISERS)

    @property
    def fields(self) -> tuple[str, ...]:
        """Wrong segments, and segments."""
        return ("wrong", "segments")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        unequal = np.stack([_core.unequal(hypotheses, tokens, batch.stop) for tokens in references], axis=1)
        wrong = np.where(batch.present(), unequal, 1).min(axis=1)
        return np.stack((wrong, np.ones_like(wrong)), axis=1)

    def score(self, sums: Array) -> Array:
        """Return the share of wrong segments."""
        return 100 * ratio(sums[..., 0], sums[..., 1])
