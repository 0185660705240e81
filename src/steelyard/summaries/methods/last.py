"""The end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from steelyard.summaries.method import Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Last(Method):
    """Take the last units of the last document; what is cut off is cut off their beginning.

    Reference: "Simple 3" of Pastra & Saggion (2003), §3.2, which "blindly extracts the last part of the document".
    """

    name: ClassVar[str] = "last"
    about: ClassVar[str] = "the last units of the last document"
    backwards: ClassVar[bool] = True

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return the units of the last document, from the end."""
        del count
        *_, start, end = units.documents.starts
        return range(end - 1, start - 1, -1)
