"""Text for files that are read by programs."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return a text in one line, with a space for every run of white space and control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
