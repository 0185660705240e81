"""Text for files that are read by programs."""

from __future__ import annotations

from steelyard.characters import harmless


def one_line(text: str) -> str:
    """Return a text in one line, with a space for every run of white space, and no character that steers anything."""
    return harmless(" ".join(text.split()))
