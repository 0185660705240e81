"""Text on a terminal: how wide it is, and how it is broken into lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from steelyard.characters import visible

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
# A long word may be broken after these signs, as between the choices of a signature or the options of a measure.
_BREAK = re.compile(r"(?<=[|,;/@_(-])")
_LEAST = 4
_STYLE = re.compile(r"\x1b\[\d*m")


def wrapped(text: str, columns: int | None, indent: int = 0) -> list[str]:
    """Return a text as lines of at most so many columns; those after the first are indented.

    Words are kept whole where they fit; what is too long is broken where its parts end, or anywhere.
    """
    text = visible(text)
    if columns is None or width(text) <= columns:
        return [text]
    lead = text[: len(text) - len(text.lstrip())]
    room = max(columns, indent + len(lead) + _LEAST)
    lines, line, empty = [], lead, True
    for piece, spaced in _pieces(text, room - indent - len(lead)):
        gap = " " * (spaced and not empty)
        if not empty and width(line) + len(gap) + width(piece) > room:
            lines.append(line)
            line, gap = " " * indent + lead, ""
        line, empty = line + gap + piece, False
    return [*lines, line]


def _pieces(text: str, room: int) -> Iterator[tuple[str, bool]]:
    """Yield what is not broken, and whether a space stands before it."""
    for word in text.split():
        spaced = True
        for part in [word] if width(word) <= room // 2 else _BREAK.split(word):
            for piece in _cut(part, room):
                yield piece, spaced
                spaced = False


def _cut(word: str, room: int) -> Iterator[str]:
    """Yield a word in pieces that fit."""
    while width(word) > room:
        end = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n]) <= room)
        yield word[:end]
        word = word[end:]
    if word:
        yield word


def width(text: str) -> int:
    """Return how many places a text takes on a terminal."""
    if text.isascii() and "\x1b" not in text:
        return len(text)
    plain = _STYLE.sub("", text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in plain)
    return len(plain) + wide - sum(unicodedata.combining(c) > 0 for c in plain)


def highlighted(text: str) -> str:
    """Return a text set bold."""
    return f"{_BOLD}{text}{_PLAIN}"
