"""What judges find useful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard.errors import InputError, suggestion
from steelyard.summaries.method import Array, Ranked
from steelyard.summaries.terms import Weighed

ALL = "all"


@dataclass(frozen=True, kw_only=True)
class Utility(Ranked):
    """Take the units that a judge finds most useful; of equals, those that come first.

        utility:JUDGE   score(i) = the judge's utility
        utility:all     score(i) = Σ of all judges' utilities

    The latter is the "Reference All" of Pastra & Saggion (2003), §3.3: one extract, not several.

    Reference: Radev, Jing & Budzikowska (2000), Centroid-based summarization of multiple documents.
    """

    name: ClassVar[str] = "utility"
    about: ClassVar[str] = "the units most useful to a judge (utility:JUDGE) or to all (utility:all)"
    needs: ClassVar[tuple[str, ...]] = ("utilities",)

    judge: str = ALL

    def check(self, units: Weighed) -> None:
        """Raise if a set lacks the judge's utilities."""
        there = units.documents.utilities
        if not there:
            raise InputError(f"{self}: set {units.documents.id!r} has no utilities; give every set some")
        if self.judge == ALL and ALL in there:
            raise InputError(f"{self}: set {units.documents.id!r} has a judge named {ALL!r}, too; rename that one")
        if self.judge != ALL and self.judge not in there:
            raise InputError(
                f"{self}: set {units.documents.id!r} has no utilities of that judge" + suggestion(self.judge, there)
            )

    def scores(self, units: Weighed) -> Array:
        """Return the utility of each unit."""
        utilities = units.documents.utilities
        chosen = utilities.values() if self.judge == ALL else [utilities[self.judge]]
        return np.asarray(np.sum(list(chosen), axis=0))

    def __str__(self) -> str:
        return f"{self.name}:{self.judge}"
