"""Maximal marginal relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import SpecError
from steelyard.summaries.method import DECIMALS, Array, Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Mmr(Method):
    """Take units one after another that are like the documents, and unlike what is taken already.

        score(i) = λ·cos(S_i, D) − (1 − λ)·cos(S_i, summary)

    D is the mean of all units, the summary the mean of those taken; a cosine with nothing is 0. λ goes from `start`
    to `end` in equal steps over the units to be taken. Of equals, the first is taken. Left open by the paper: how λ is
    annealed, and from where to where.

    Reference: Murray, Renals, Carletta & Moore (2005), §3.1, after Carbonell & Goldstein (1998).
    """

    name: ClassVar[str] = "mmr"
    about: ClassVar[str] = "units like the documents and unlike what is taken already"

    start: float = 0.9
    end: float = 0.5

    def __post_init__(self) -> None:
        for name, share in (("start", self.start), ("end", self.end)):
            if not 0 <= share <= 1:
                raise SpecError(f"mmr: {name}={share:g} is not possible; expected 0 to 1")

    @property
    def nested(self) -> bool:
        """Whether λ stays the same, however many units are taken."""
        return self.start == self.end

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units as they are taken."""
        relevance = units.cosines(units.weights.mean(axis=0))
        norms = np.sqrt(units.squares)
        with_summary, summary = np.zeros(units.count), 0.0
        chosen: list[int] = []
        count = min(count, units.count)
        for weight in np.linspace(self.start, self.end, count).tolist():
            scores = weight * relevance - (1 - weight) * _cosines(with_summary, norms, summary)
            scores[chosen] = -np.inf
            best = int(np.argmax(np.round(scores, DECIMALS)))
            products = units.weights @ units.weights[best]
            summary += 2 * with_summary[best] + products[best]
            with_summary = with_summary + products
            chosen.append(best)
        return chosen


def _cosines(products: Array, norms: Array, square: float) -> Array:
    """Return the cosines with a vector of which the products with each unit and with itself are known."""
    lengths = norms * np.sqrt(square)
    cosines: Array = np.divide(products, lengths, out=np.zeros(len(norms)), where=lengths > 0)
    return cosines
