"""Phrases while they are put together, and the parts that make them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steelyard.annotation.trees.arcs import Arcs
from steelyard.corpus.sentences import Span

#: Relations of words that Penn's trees put into a phrase without one of their own.
_BARE = frozenset("aux auxpass cc det mark neg preconj predet punct".split())
_WH_WORDS = frozenset("how what when where which who whom whose why".split())
_CLAUSES = frozenset(("S", "SINV", "SQ"))
_OPENING, _CLOSING = ("(", "-LRB-"), (")", "-RRB-")


@dataclass
class Phrase:
    """A label over words (by place) and smaller phrases; `joined` if it is a coordination whose members can be told."""

    label: str
    parts: list[Phrase | int]
    joined: bool = False

    @property
    def word(self) -> int | None:
        """The only word of a phrase of one."""
        only = self.parts[0]
        return only if len(self.parts) == 1 and isinstance(only, int) else None


class Part(NamedTuple):
    """A word that depends on another: its relation, its kind, and the phrase it heads."""

    word: int
    relation: str
    kind: str
    phrase: Phrase

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation."""
        return self.relation == "punct" or self.kind == "mark"

    def bare(self) -> Phrase | int:
        """Return the word without a phrase if it has nothing with it, else the phrase."""
        only = self.phrase.word
        return self.phrase if only is None else only


def shown(parts: Sequence[Part]) -> list[Phrase | int]:
    """Return what parts are in a phrase: words that need no phrase are bare; asides between commas are PRN."""
    nodes: list[Phrase | int] = []
    closed = -1
    for place, part in enumerate(parts):
        if place == closed:
            continue
        between = 0 < place < len(parts) - 1 and parts[place - 1].is_mark and parts[place + 1].is_mark
        if part.relation == "parataxis" and part.phrase.label in _CLAUSES and between and place - 1 != closed:
            closed = place + 1
            nodes[-1:] = [Phrase("PRN", [nodes[-1], part.phrase, parts[closed].bare()])]
        else:
            nodes.append(part.bare() if part.relation in _BARE or part.is_mark else part.phrase)
    return nodes


def questioning(label: str, parts: Iterable[Phrase | int], arcs: Arcs) -> str:
    """Return WHNP for an NP with a question word or a smaller WH phrase among its parts, and so on."""
    for part in parts:
        if isinstance(part, Phrase):
            if part.label.startswith("WH"):
                return f"WH{label}"
        elif arcs.tags[part].startswith("W") or (not arcs.tags[part] and arcs.words[part].lower() in _WH_WORDS):
            return f"WH{label}"
    return label


def lifted_marks(phrase: Phrase, arcs: Arcs) -> Phrase:
    """Move punctuation from the end of inner phrases to the end of the outermost."""
    marks: list[Phrase | int] = []
    while True:
        inner = phrase
        while isinstance(inner.parts[-1], Phrase):
            inner = inner.parts[-1]
        last = inner.parts[-1]
        if len(inner.parts) == 1 or not isinstance(last, int) or arcs.kinds[last] != "mark":
            return Phrase(phrase.label, [*phrase.parts, *reversed(marks)])
        marks.append(inner.parts.pop())


def bracket_asides(phrase: Phrase, arcs: Arcs) -> None:
    """Make PRN of what stands between round brackets, in every phrase."""
    waiting = [phrase]
    while waiting:
        at = waiting.pop()
        marks = [arcs.words[part] if isinstance(part, int) else "" for part in at.parts]
        first = next((place for place, word in enumerate(marks) if word in _OPENING), None)
        end = next((place for place, word in enumerate(marks) if word in _CLOSING and place > (first or 0)), None)
        if first is not None and end is not None and end - first + 1 < len(at.parts):
            at.parts[first : end + 1] = [Phrase("PRN", at.parts[first : end + 1])]
        waiting += [part for part in at.parts if isinstance(part, Phrase)]


def words_of(phrase: Phrase) -> list[int]:
    """Return the words of a phrase, without recursion."""
    words: list[int] = []
    waiting: list[Phrase | int] = [phrase]
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            words.append(part)
        else:
            waiting += reversed(part.parts)
    return words


def spans(phrase: Phrase) -> tuple[Span, ...]:
    """Return a phrase and all within it in preorder, without recursion."""
    extents: list[tuple[str, int, int]] = []
    open_: list[int] = []
    waiting: list[Phrase | int | None] = [phrase]
    at = 0
    while waiting:
        part = waiting.pop()
        if part is None:
            label, first, _ = extents[open_[-1]]
            extents[open_.pop()] = (label, first, at)
        elif isinstance(part, int):
            at += 1
        else:
            open_.append(len(extents))
            extents.append((part.label, at, at))
            waiting += [None, *reversed(part.parts)]
    return tuple(Span(*span) for span in extents)
