"""Kinds of references.

    first       the reference
    multi       a further reference
    post-edit   what an assessor made of a system's output, which is a reference of that output

Where no kinds are said, the first reference is `first`, and the others are `multi`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from steelyard.errors import SpecError, suggestion, worded

FIRST, MULTI, POST_EDIT = "first", "multi", "post-edit"
KINDS = (FIRST, MULTI, POST_EDIT)
#: What outputs are compared with where nothing else is asked for.
DEFAULT = (FIRST, MULTI)


@dataclass(frozen=True, slots=True)
class ReferenceKind:
    """The kind of a reference; of a post-edit, whose output it was made of, and who made it."""

    kind: str
    system: str = ""
    assessor: str = ""


def checked_kinds(kinds: object) -> tuple[str, ...]:
    """Return kinds of references, given one by one or with commas between them, in the order of `KINDS`."""
    option = worded("--references-of", "references_of")
    words = kinds.split(",") if isinstance(kinds, str) else kinds
    if not isinstance(words, Iterable) or isinstance(words, bytes):
        raise SpecError(f"{option}: {kinds!r:.60} is no kind of reference; give some of {', '.join(KINDS)}")
    names = [word.strip() if isinstance(word, str) else word for word in words]
    for name in names:
        if name not in KINDS:
            raise SpecError(f"{option}: no kind of reference is called {name!r:.60}" + suggestion(name, KINDS))
    if not names:
        raise SpecError(f"{option} names no kind of reference; give some of {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in names)
