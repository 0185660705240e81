"""Coordination as Penn's trees show it: single words side by side, anything longer in phrases of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steelyard.annotation.trees.arcs import Arcs
from steelyard.annotation.trees.phrase import Part, Phrase, shown

_CLAUSES = frozenset(("S", "SQ", "SINV", "SBARQ", "SBAR", "VP"))
_NOMINALS = frozenset(("NP", "QP", "WHNP"))


class Zones(NamedTuple):
    """What stands on the right of a word: its own, what is coordinated with it, and what follows that."""

    own: list[Part]
    joined: list[Part]
    after: list[Part]

    @property
    def conjuncts(self) -> list[Part]:
        """The members of the coordination, without the first."""
        return [part for part in self.joined if part.relation == "conj"]


def zones(right: Sequence[Part]) -> Zones:
    """Split the parts on the right of a word."""
    places = [place for place, part in enumerate(right) if part.relation == "conj"]
    if not places:
        return Zones(list(right), [], [])
    first, last = places[0], places[-1] + 1
    while first and (right[first - 1].relation in ("cc", "preconj") or right[first - 1].is_mark):
        first -= 1
    return Zones(list(right[:first]), list(right[first:last]), list(right[last:]))


def coordinated(core: Phrase, joined: Sequence[Part], before: Sequence[Part], arcs: Arcs) -> Phrase:
    """Return the coordination of a phrase with the parts after it; `before` is the "either" or "both" that opens it."""
    members = [part.phrase for part in joined if part.relation == "conj"]
    flat = _of_words(core) and all(phrase.label == core.label and _single_words(phrase) for phrase in members)
    if flat and not before:
        words: list[Phrase | int] = [*core.parts]
        for part in joined:
            words += part.phrase.parts if part.relation == "conj" else [part.bare()]
        return Phrase(core.label, words, joined=core.word is not None)
    parts: list[Phrase | int] = [*shown(before), core]
    for part in joined:
        parts += _spliced(part.phrase, arcs) if part.relation == "conj" else shown([part])
    return Phrase(_label(core.label, {phrase.label for phrase in members}), parts, joined=True)


def _of_words(phrase: Phrase) -> bool:
    return all(isinstance(part, int) for part in phrase.parts)


def _single_words(phrase: Phrase) -> bool:
    return phrase.word is not None or (phrase.joined and _of_words(phrase))


def _spliced(phrase: Phrase, arcs: Arcs) -> list[Phrase | int]:
    """Return the members of a coordination within a coordination, or the phrase itself."""
    if not phrase.joined:
        return [phrase]
    separate = ("conjunction", "mark")
    words = _of_words(phrase)
    return [
        Phrase(phrase.label, [part]) if words and isinstance(part, int) and arcs.kinds[part] not in separate else part
        for part in phrase.parts
    ]


def _label(first: str, others: set[str]) -> str:
    if others == {first}:
        return first
    if first in _CLAUSES:
        return "S"
    return "NP" if {first, *others} <= _NOMINALS else "UCP"
