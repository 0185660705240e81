"""Latent semantic analysis: units of every topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.summaries.method import DECIMALS, Array, Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Lsa(Method):
    """Take units of each topic, as many as it has a share in the whole.

        A = U Σ Vᵀ (term × unit);  topic k has the share σ_k / Σ σ of the units to be taken

    Shares become whole numbers by largest remainders. A topic takes the units with the largest |v_k(i)| that are not
    taken yet, the first topic first.

    Reference: Murray, Renals, Carletta & Moore (2005), §3.2, after Gong & Liu (2001).
    """

    name: ClassVar[str] = "lsa"
    about: ClassVar[str] = "units of each topic of a singular value decomposition, by its share"

    @property
    def nested(self) -> bool:
        """Whether a longer extract has all units of a shorter one; shares are rounded, so it need not."""
        return False

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units of the first topic, of the second, and so on."""
        topics, strengths = units.topics
        chosen: list[int] = []
        for topic, share in zip(topics, _shares(strengths, min(count, units.count)), strict=True):
            if not share:
                continue
            ranked = np.argsort(-np.round(np.abs(topic), DECIMALS), kind="stable").tolist()
            chosen += [unit for unit in ranked if unit not in chosen][:share]
        return chosen


def _shares(strengths: Array, count: int) -> list[int]:
    """Return how many units each topic takes."""
    exact = strengths / strengths.sum() * count
    whole = np.floor(np.round(exact, DECIMALS))
    largest = np.argsort(-np.round(exact - whole, DECIMALS), kind="stable")[: count - int(whole.sum())]
    whole[largest] += 1
    return [int(share) for share in whole]
