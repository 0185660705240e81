"""Latent semantic analysis: units that are strong in strong topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard.summaries.method import Array, Ranked
from steelyard.summaries.terms import Weighed, check_dimensions


@dataclass(frozen=True, kw_only=True)
class LsaScore(Ranked):
    """Take the units that are longest in the space of the strongest topics.

        score(i) = √(Σ_{k ≤ n} v_k(i)² σ_k²), A = U Σ Vᵀ (term × unit), n = dimensions, or all there are

    Reference: Murray, Renals, Carletta & Moore (2005), §3.3, after Steinberger & Ježek (2004).
    """

    name: ClassVar[str] = "lsa-score"
    about: ClassVar[str] = "the units longest in the space of the strongest topics"

    dimensions: int = 300

    def __post_init__(self) -> None:
        check_dimensions(self.name, self.dimensions)

    def scores(self, units: Weighed) -> Array:
        """Return the length of each unit."""
        return units.topic_lengths(self.dimensions)
