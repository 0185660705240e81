"""Texts that trouble programs, and corpora of them in all shapes; sizes are bounded."""

from __future__ import annotations

from random import Random
from typing import Any

from laws.kinds_of_text import KINDS

WORDS = (
    "a b c the The cat cats running 0 7 0.5 1,000 , . ! ; - ' don't We'd that's é É Σ ΟΔΟΣ ß İ ı ﬁ 日本 ー ไทย "
    "मैं x-y &amp; & “ … <b> </s> <unk> $1 \\1 %s {} -- = +1 @x #N/A NaN inf None 1e999 -0 a:1 size:3 length:9 vital"
).split()
#: Characters that steer terminals, lines, markup or algorithms, and some that are no characters.
SIGNS = [chr(n) for n in (*range(1, 32), 0x7F, 0x85, 0xA0, 0xAD, 0x300, 0x200B, 0x200D, 0x202E, 0x2028, 0x2029, 0x2066)]
SIGNS += [
    "\ufeff",
    "\ufffd",
    "\ufffe",
    "\U0001f468\u200d\U0001f469",
    "\U0010ffff",
    "\U000e0001",
    "e\u0301",
    "\u1680",
    "|",
]
BROKEN = ["\0", "\ud800", "a\udfffb"]
LONGEST = 40


def text(source: Random) -> str:
    """Return mostly words, some with signs in them, seldom something that must be refused."""
    drawn = source.random()
    if drawn < 0.04:
        return source.choice(["", " ", "\t", "\n", "\u3000", "\r\n"])
    words = [source.choice(WORDS) for _ in range(source.choice((1, 2, 3, 4, 5, 7, 12, LONGEST)))]
    if drawn < 0.3:
        place = source.randrange(len(words))
        words[place] = source.choice((words[place], "")) + source.choice(SIGNS) * source.choice((1, 1, 2, 9))
    if drawn > 0.98:
        words.append(source.choice(BROKEN))
    if drawn > 0.95:
        words = [source.choice(words) * source.choice((1, 50, 999))]
    return source.choice((" ", " ", " ", "  ", "\n", "")).join(words)


def near(source: Random, other: str) -> str:
    """Return a text that shares much with another."""
    words = other.split(" ")
    if len(words) > 1 and source.random() < 0.7:
        a, b = source.randrange(len(words)), source.randrange(len(words))
        words[a], words[b] = words[b], words[a]
    return " ".join(words[: max(1, len(words) - source.randrange(2))])


def corpus(source: Random, kind: str) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Return outputs by system and references by set, as a measure of a kind of texts takes them, or nearly."""
    size = source.choice((1, 2, 3, 5, 9, 17))
    sets = source.choice((1, 1, 2, 3))
    proper = KINDS.get(kind) if source.random() < 0.9 else None
    draw = proper.reference if proper else text
    if proper:
        sets = min(sets, proper.references)
    references: dict[str, list[Any]] = {str(n): [draw(source) for _ in range(size)] for n in range(sets)}
    outputs = {
        name: [_output(source, proper, one) for one in references["0"]] for name in "ABC"[: source.choice((1, 2, 3))]
    }
    for name in list(references)[1:]:
        references[name] = [None if source.random() < 0.2 else one for one in references[name]]
    return outputs, references


def _output(source: Random, proper: Any, reference: str) -> str:
    drawn = source.random()
    if proper:
        return proper.agreeing(reference) if drawn < 0.2 else proper.output(source)
    return reference if drawn < 0.15 else near(source, reference) if drawn < 0.6 else text(source)
