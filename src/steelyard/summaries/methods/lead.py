"""The beginning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from steelyard.summaries.method import Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Lead(Method):
    """Take the first units of the last, which is the newest, document.

    With one document, of that. Where it is shorter than what is asked for, the summary is, too.

    Reference: Over & Yen (2004), DUC 2001's first baseline, as in Lin & Hovy (2003), §2.1.
    """

    name: ClassVar[str] = "lead"
    about: ClassVar[str] = "the first units of the last document"

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units of the last document."""
        del count
        *_, start, end = units.documents.starts
        return range(start, end)
