"""What is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard.summaries.method import Array, Ranked
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Query(Ranked):
    """Take the units that are most like the query of their set.

        score(i) = cos(S_i, query), over the weights of terms

    Reference: the "query-based system" of Pastra & Saggion (2003), §3.2.
    """

    name: ClassVar[str] = "query"
    about: ClassVar[str] = "the units most like the query"
    needs: ClassVar[tuple[str, ...]] = ("query",)

    def scores(self, units: Weighed) -> Array:
        """Return the cosine of each unit with the query."""
        return units.answers
