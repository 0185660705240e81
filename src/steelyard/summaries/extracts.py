"""Extracts: which units a method takes for a size, and where the last is cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError, suggestion
from steelyard.summaries.method import Method
from steelyard.summaries.sizes import CHARACTERS, UNITS, WORDS, Size, length
from steelyard.summaries.terms import Weighed

SENTENCES = "sentences"


@dataclass(frozen=True)
class Cutting:
    """What happens to the unit with which a summary grows longer than it is to be.

    at     words or characters: it is cut where the size is reached; sentences: it stays whole; None: as the size is
           measured
    over   with sentences, a unit is left out, and all after it, if the summary would be longer by more than so many
           words (or characters)
    """

    at: str | None = None
    over: int = 15

    def check(self, sizes: Sequence[Size]) -> None:
        """Raise if sizes cannot be cut so."""
        choices = (WORDS, CHARACTERS, SENTENCES)
        if self.at is not None and self.at not in choices:
            raise SpecError(f"cut={self.at!r} is not possible" + suggestion(str(self.at), choices))
        if self.over < 0:
            raise SpecError(f"over={self.over} is not possible; expected 0 or more")
        for size in sizes:
            if self.at in (WORDS, CHARACTERS) and size.of not in (UNITS, self.at):
                raise SpecError(f"a size of {size} cannot be cut at {self.at}; cut it at {size.of} or sentences")

    def signature(self, sizes: Sequence[Size]) -> dict[str, str]:
        """Return how sizes are cut, if they are."""
        if all(size.of == UNITS for size in sizes):
            return {}
        return {"cut": SENTENCES, "over": str(self.over)} if self.at == SENTENCES else {"cut": self.at or "size"}


@dataclass(frozen=True)
class Extract:
    """What a method takes of a set.

    units   numbers of the units that are in it, at least in part
    text    the units, one a line
    words   how many it has
    short   whether there was not so much as was asked for
    """

    units: tuple[int, ...]
    text: str
    words: int
    short: bool


def extract(method: Method, units: Weighed, size: Size, cutting: Cutting) -> Extract:
    """Return the extract of a size."""
    texts = units.documents.units
    asked = size.within(texts)
    chosen, parts, short = _taken(method, units, size.of, asked, texts, cutting)
    order = range(len(chosen)) if method.as_chosen else sorted(range(len(chosen)), key=chosen.__getitem__)
    text = "\n".join(parts[n] for n in order)
    return Extract(tuple(chosen[n] for n in order), text, len(text.split()), short)


def _taken(
    method: Method, units: Weighed, of: str, asked: int, texts: Sequence[str], cutting: Cutting
) -> tuple[list[int], list[str], bool]:
    """Return the units that are taken, in the order in which they are, what is left of each, and if more was asked."""
    if of == UNITS:
        chosen = list(method.order(units, asked))[:asked]
        return chosen, [texts[unit] for unit in chosen], len(chosen) < asked
    parts: list[str] = []
    chosen, used = [], 0
    for unit in _order(method, units, of, asked, texts):
        text = texts[unit]
        long = used + length(text, of) - asked
        if used >= asked or (cutting.at == SENTENCES and long > cutting.over):
            return chosen, parts, False
        if long > 0 and cutting.at != SENTENCES:
            text = _shortened(text, of, asked - used, method.backwards)
        chosen.append(unit)
        parts.append(text)
        used += length(text, of)
    return chosen, parts, used < asked


def _order(method: Method, units: Weighed, of: str, asked: int, texts: Sequence[str]) -> Sequence[int]:
    """Return units in the order in which they are taken until there are as many words or characters as are asked for.

    What a method takes may depend on how many units it is to take: then it is asked for as few as do.
    """
    if method.nested:
        return method.order(units, units.count)
    order: Sequence[int] = ()
    for count in range(1, units.count + 1):
        order = method.order(units, count)
        if sum(length(texts[unit], of) for unit in order[:count]) >= asked:
            break
    return order


def _shortened(text: str, of: str, size: int, backwards: bool) -> str:
    if of == CHARACTERS:
        return text[-size:] if backwards else text[:size]
    words = text.split()
    return " ".join(words[-size:] if backwards else words[:size])
