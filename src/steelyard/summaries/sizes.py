"""How long a summary is to be: so many units, words or characters, or a share of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, worded
from steelyard.files.numbers import number_in
from steelyard.results.numbers import counted

UNITS, WORDS, CHARACTERS = "units", "words", "characters"
#: More words or characters than any summary is asked to have.
_MOST = 999_999_999
#: What a rate is taken of.
RATES_OF = {"sentences": UNITS, "words": WORDS}


@dataclass(frozen=True)
class Size:
    """A length, or a share of the documents' own.

    amount   how many, or what share of them
    of       units, words or characters
    share    whether it is a share
    """

    amount: float
    of: str
    share: bool = False

    def __str__(self) -> str:
        if not self.share:
            return counted(int(self.amount), self.of.removesuffix("s"))
        return f"{self.amount * 100:g}%" + ("" if self.of == UNITS else f" of {self.of}")

    def within(self, units: Sequence[str]) -> int:
        """Return how many units, words or characters that is of some units; a share is rounded half up."""
        if not self.share:
            return int(self.amount)
        whole = len(units) if self.of == UNITS else sum(length(unit, self.of) for unit in units)
        # 0.1 × 15 lies above 1.5, and 0.3 × 5 below it; neither is meant.
        return max(1, math.floor(round(self.amount * whole, 9) + 0.5))


def length(text: str, of: str) -> int:
    """Return the words of a text, which stand between white space, or its characters, or 1 as it is one unit."""
    return {UNITS: 1, WORDS: len(text.split()), CHARACTERS: len(text)}[of]


def sizes(words: Any, rate: Any, characters: Any, lengths: Any, rate_of: str) -> list[Size]:
    """Return the sizes that are asked for, each once."""
    if rate_of not in RATES_OF:
        raise SpecError(f"rate_of={rate_of!r} is not possible; choose {' or '.join(RATES_OF)}")
    chosen = [
        *(_whole("words", text, WORDS) for text in _texts(words)),
        *(_rate(text, RATES_OF[rate_of]) for text in _texts(rate)),
        *(_characters(text) for text in _texts(characters)),
        *(_length(text, RATES_OF[rate_of]) for text in _texts(lengths)),
    ]
    if not chosen:
        ways = worded("--words, --rate, --characters or --length", "words, rate, characters or length")
        raise SpecError(f"no size is asked for; give {ways}")
    return list(dict.fromkeys(chosen))


def _texts(choice: Any) -> Iterator[str]:
    """Yield what is given as texts: one number or text, or several, with commas between them or as a list."""
    values: Iterable[Any] = () if choice is None else choice if isinstance(choice, list | tuple) else (choice,)
    for value in values:
        yield from (part.strip() for part in str(value).split(","))


def _number(name: str, text: str) -> float:
    number = number_in(text)
    if number is None or number <= 0:
        raise SpecError(f"{name}={text!r} is not possible; expected a number above 0")
    return number


def _whole(name: str, text: str, of: str) -> Size:
    number = _number(name, text)
    if not number.is_integer() or number > _MOST:
        raise SpecError(f"{name}={text!r:.40} is not possible; expected a whole number up to {_MOST:,}")
    return Size(number, of)


def _rate(text: str, of: str) -> Size:
    share = number_in(text)
    if share is None or not 0 < share <= 1:
        raise SpecError(f"rate={text} is not possible; expected a share above 0, and 1 at most, as 0.2")
    return Size(share, of, share=True)


def _percent(name: str, text: str, of: str) -> Size:
    percent = _number(name, text.removesuffix("%"))
    if percent > 100:
        raise SpecError(f"{name}={text} is not possible; expected 100% at most")
    return Size(percent / 100, of, share=True)


def _characters(text: str) -> Size:
    if text.endswith("%"):
        return _percent("characters", text, CHARACTERS)
    return _whole("characters", text, CHARACTERS)


def _length(text: str, of: str) -> Size:
    """Return the size of "10%", "5 units" or "50 words"."""
    if text.endswith("%"):
        return _percent("length", text, of)
    number, _, unit = text.partition(" ")
    if unit.strip() not in (UNITS, WORDS):
        raise SpecError(f"length={text!r} is not possible; write for instance 10%, 5 units or 50 words")
    return _whole("length", number, unit.strip())
