"""Phrases of nouns, numbers, adjectives, adverbs and adpositions."""

from __future__ import annotations

from collections.abc import Sequence

from steelyard.annotation.trees.arcs import Arcs
from steelyard.annotation.trees.phrase import Part, Phrase, questioning, shown, words_of

_NUMBERS = ("CD", "NUM")
_CURRENCIES = ("$", "#")
#: What stays in the base NP on the right of its noun.
_BASE_RIGHT = frozenset("case nummod compound".split())


def noun_phrase(arcs: Arcs, word: int, left: list[Part], right: list[Part]) -> Phrase:
    """Return an NP: a base, and around it another NP if phrases follow it; a number with modifiers is a QP in it."""
    opening = 0
    while opening < len(left) and left[opening].is_mark:
        opening += 1
    base = _base(arcs, word, left[opening:])
    rest = list(right)
    while rest and _stays(arcs, word, rest):
        base.append(rest.pop(0).bare())
    while rest and _is_complement(rest[0]):
        base.append(rest.pop(0).phrase)
    marks = shown(left[:opening])
    label = questioning("NP", base, arcs)
    if all(part.is_mark for part in rest):
        if label == "NP" and len(base) == 1 and isinstance(base[0], Phrase) and arcs.relations[word] == "nummod":
            return Phrase("QP", [*marks, *base[0].parts, *shown(rest)])
        return Phrase(label, [*marks, *base, *shown(rest)])
    parts = [*marks, Phrase(label, base), *shown(rest)]
    return Phrase(questioning("NP", parts, arcs), parts)


def _base(arcs: Arcs, word: int, left: list[Part]) -> list[Phrase | int]:
    parts: list[Phrase | int] = []
    for part in left:
        plain = part.relation == "compound" and part.phrase.label == "NP" and not part.phrase.joined
        parts += part.phrase.parts if plain else [part.bare()]
    # "a red one" has an adjective, which no quantity has
    counts = arcs.tags[word] in _NUMBERS and not any(arcs.tags[part.word] == "JJ" for part in left)
    if counts and left and not (len(left) == 1 and arcs.tags[left[0].word] in _CURRENCIES):
        # "the 300" is no QP: determiners stay outside.
        place = next((i for i, part in enumerate(left) if part.relation not in ("det", "poss", "predet")), len(left))
        if place < len(left):
            inner = [w for part in left[place:] for w in words_of(part.phrase)]
            return [*(part.bare() for part in left[:place]), Phrase("QP", [*inner, word])]
    return [*parts, word]


def _stays(arcs: Arcs, word: int, rest: Sequence[Part]) -> bool:
    """Tell whether the next part belongs to the base: 's, numbers of dates, the "new" of "something new"."""
    part = rest[0]
    if part.relation in _BASE_RIGHT:
        return True
    if part.is_mark:
        return len(rest) > 1 and rest[1].relation == "nummod"
    return part.relation == "amod" and part.phrase.word is not None and arcs.relations[word] != "root"


def _is_complement(part: Part) -> bool:
    """Tell whether a clause belongs to the noun itself, as in "the plan to sell" and "the fact that"."""
    return part.relation in ("acl", "ccomp", "xcomp") and part.phrase.label in ("S", "SBAR")


def modifier_phrase(arcs: Arcs, word: int, left: list[Part], right: list[Part], label: str) -> Phrase:
    """Return an ADJP or ADVP: adverbs before its head are bare; a clause of comparison goes around it."""
    before = [part.phrase if part.relation == "npadvmod" else part.bare() for part in left]
    place = next((i for i, part in enumerate(right) if _compares(arcs, part)), len(right))
    parts = [*before, word, *shown(right[:place])]
    phrase = Phrase(questioning(label, parts, arcs), parts)
    return Phrase(label, [phrase, *shown(right[place:])]) if place < len(right) else phrase


def _compares(arcs: Arcs, part: Part) -> bool:
    return part.phrase.label == "SBAR" and arcs.words[words_of(part.phrase)[0]].lower() in ("than", "as")


def adposition_phrase(arcs: Arcs, word: int, left: list[Part], right: list[Part]) -> Phrase:
    """Return a PP; the "of" of "because of" stands beside its head."""
    after: list[Phrase | int] = []
    for part in right:
        leaf = part.relation in ("pcomp", "compound") and part.kind == "adposition"
        after += [part.bare()] if leaf else shown([part])
    label = "PP"
    if any(isinstance(part, Phrase) and part.label in ("WHNP", "WHADVP") for part in after):
        label = "WHPP"
    return Phrase(label, [*(part.bare() for part in left), word, *after])
