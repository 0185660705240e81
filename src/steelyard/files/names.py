"""Names that must all differ: of columns, keys and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def repeated(names: Iterable[str]) -> str | None:
    """Return the first name that occurs more than once, if any does.

    >>> repeated(["id", "text", "note", "text"]), repeated(["id", "text"])
    ('text', None)
    """
    return next((name for name, count in Counter(names).items() if count > 1), None)
