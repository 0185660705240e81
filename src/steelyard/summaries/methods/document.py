"""What all of it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard.summaries.method import Array, Ranked
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Document(Ranked):
    """Take the units that are most like the documents of their set as a whole.

        score(i) = cos(S_i, Σ_j S_j), over the weights of terms

    Reference: "Simple 1" of Pastra & Saggion (2003), §3.2.
    """

    name: ClassVar[str] = "document"
    about: ClassVar[str] = "the units most like the documents as a whole"

    def scores(self, units: Weighed) -> Array:
        """Return the cosine of each unit with the sum of all."""
        return units.relevance
