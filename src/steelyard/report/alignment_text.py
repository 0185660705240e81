"""Alignments as plain text, for a terminal: the words of both texts, grouped into numbered chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.alignments import Alignment
from steelyard.inference.plain import shown
from steelyard.report.text import printable, width

#: After a mapped word, by stage: nothing for the first.
_MARKS = ("", "~", "≈", "=")
_COLOURS = ("\x1b[32m", "\x1b[36m", "\x1b[35m", "\x1b[33m")
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"


def render(alignments: Sequence[Alignment], columns: int = 100, colour: bool = False) -> str:
    """Return every alignment in at most so many columns, and the signature.

    [2 to the house] is the second chunk; what stands outside brackets is not mapped. A mark after a word tells the
    stage that mapped it, as does its colour where colours can be shown.
    """
    lines: list[str] = []
    for one in alignments:
        lines += [*_alignment(one, columns, colour), ""]
    lines += dict.fromkeys(printable(one.signature) for one in alignments)
    return "\n".join(lines) + "\n"


def heading(one: Alignment) -> str:
    """Return which segment, system and reference this is."""
    counted = ", the one that counts" if one.counts else ""
    return f"segment {one.segment} of {one.system}, reference {one.reference}{counted}"


def summary(one: Alignment, marked: bool = False) -> str:
    """Return score, matches by stage (with the marks of the stages), chunks and crossings in one line."""
    (hypothesis, reference), mapped = map(len, one.words), len(one.links)
    stages = ", ".join(f"{stage}{_mark(one, stage) * marked} {count}" for stage, count in one.matches.items())
    return (
        f"{one.measure} {shown(one.value, '.4f')}; mapped {mapped} of {hypothesis} words to {mapped} of {reference} "
        f"({stages}); {one.chunks} chunk{'s' * (one.chunks != 1)}, {one.crossings} crossing{'s' * (one.crossings != 1)}"
    )


def crossing_chunks(one: Alignment) -> list[tuple[int, int]]:
    """Return which chunks cross; all links of a chunk cross the same links of others."""
    first = {link.chunk: link for link in reversed(one.links)}
    return [(a, b) for a in sorted(first) for b in sorted(first) if a < b and first[a].crosses(first[b])]


def _alignment(one: Alignment, columns: int, colour: bool) -> Iterator[str]:
    yield printable(heading(one))
    yield from _wrapped("", printable(summary(one, marked=True)).split(), columns, indent=4)
    yield from (printable(remark) for remark in (one.reason, one.notice) if remark is not None)
    yield from _wrapped("  output     ", _words(one, 0, colour), columns)
    yield from _wrapped("  reference  ", _words(one, 1, colour), columns)
    for stage in one.stages:
        pairs = [(one.words[0][k.hypothesis], one.words[1][k.reference]) for k in one.links if k.stage == stage]
        told = dict.fromkeys(f"{printable(a)} – {printable(b)}" for a, b in pairs if a != b)
        if told:
            yield from _wrapped(f"  {stage:11}", ";\0".join(told).split("\0"), columns)
    if crossed := crossing_chunks(one):
        yield from _wrapped("  crossing   ", ",\0".join(f"{a} × {b}" for a, b in crossed).split("\0"), columns)


def _words(one: Alignment, side: int, colour: bool) -> list[str]:
    """Return the words of a text, each with the brackets, mark and colour it has."""
    links = {(link.hypothesis, link.reference)[side]: link for link in one.links}
    shown = []
    for place, word in enumerate(one.words[side]):
        link, before, after = (links.get(place + step) for step in (0, -1, 1))
        text = printable(word)
        if link is None:
            shown.append(f"{_DIM}{text}{_PLAIN}" if colour else text)
            continue
        text += _mark(one, link.stage)
        text = f"{_COLOURS[one.stages.index(link.stage) % len(_COLOURS)]}{text}{_PLAIN}" if colour else text
        opens = before is None or before.chunk != link.chunk
        closes = after is None or after.chunk != link.chunk
        shown.append((f"[{link.chunk} " if opens else "") + text + ("]" if closes else ""))
    return shown


def _mark(one: Alignment, stage: str) -> str:
    return _MARKS[one.stages.index(stage) % len(_MARKS)]


def _wrapped(lead: str, words: Sequence[str], columns: int, indent: int = 0) -> Iterator[str]:
    """Yield lines of words after a lead, which stands before the first line only; the others are indented as far."""
    line, empty = lead, True
    for word in words or ["(no words)"]:
        if not empty and width(line) + 1 + width(word) > columns:
            yield line
            line, empty = " " * (len(lead) + indent), True
        line += word if empty else f" {word}"
        empty = False
    yield line
