"""Something of every document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import ClassVar

from steelyard.summaries.method import Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Coverage(Method):
    """Take the first unit of each document in turn, then the second of each, and so on.

    Units stand in the order in which they are chosen. Left open by the paper: what comes after the first unit of the
    last document; here, the second units.

    Reference: DUC 2001's second baseline, as in Lin & Hovy (2003), §2.1.
    """

    name: ClassVar[str] = "coverage"
    about: ClassVar[str] = "the first unit of each document in turn, then the second of each"
    as_chosen: ClassVar[bool] = True

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units, the first of each document first."""
        del count
        starts = units.documents.starts
        documents = [range(start, end) for start, end in pairwise(starts)]
        return [unit for turn in zip_longest(*documents) for unit in turn if unit is not None]
