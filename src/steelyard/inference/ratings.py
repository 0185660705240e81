"""Ratings: what assessors answered about items, and the pairs of answers that agreement rests on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.formats.content import counted
from steelyard.errors import InputError

Array = NDArray[Any]
#: A tag, a number, or several tags.
Answer = str | float | frozenset[str]
#: A system (or nothing) and an item of it.
Key = tuple[str, str]


class Rating(NamedTuple):
    """One assessor's answer to one item.

    `system` tells apart items that several systems have; `repeat` tells apart answers to the same item.
    """

    item: str
    assessor: str
    answer: Answer
    system: str = ""
    repeat: str = ""

    @property
    def key(self) -> Key:
        """What was rated."""
        return self.system, self.item


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of which all answers are numbers, or all are tags.

    tags   item → the tags it allows, or how many; an item that is not there allows those that occur anywhere
    """

    ratings: tuple[Rating, ...]
    tags: Mapping[Key, int | tuple[Answer, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.ratings:
            raise InputError("there are no ratings; give at least one item with the answers of two assessors")
        if len({isinstance(rating.answer, float) for rating in self.ratings}) > 1:
            raise InputError("some answers are numbers and some are tags; give numbers only, or strings only")
        seen: set[tuple[Key, str, str]] = set()
        for rating in self.ratings:
            _check_answer(rating)
            place = (rating.key, rating.assessor, rating.repeat)
            if place in seen:
                raise InputError(f"{twice(rating)}; keep one answer, or tell them apart by 'repeat'")
            seen.add(place)

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any] | Mapping[str, Any]]) -> Ratings:
        """Make ratings of rows: (item, assessor, answer), or mappings with these and any other field of `Rating`."""
        return cls(tuple(_rating(row) for row in rows))

    @property
    def numeric(self) -> bool:
        """Whether all answers are numbers."""
        return isinstance(self.ratings[0].answer, float)

    def firsts(self) -> list[Rating]:
        """Return the ratings without answers that an assessor gave again."""
        found: dict[tuple[Key, str], Rating] = {}
        for rating in self.ratings:
            found.setdefault((rating.key, rating.assessor), rating)
        return list(found.values())


@dataclass(frozen=True, eq=False)
class AnswerPairs:
    """The first answers to the items that have two or more, as arrays.

    scale                    the different answers, in order
    item, assessor, answer   one entry per answer: its place among items, assessors and the scale
    counts                   answers per item
    first, second            places of the two answers of every pair within an item
    """

    items: tuple[Key, ...]
    assessors: tuple[str, ...]
    scale: tuple[Answer, ...]
    item: Array
    assessor: Array
    answer: Array
    counts: Array
    first: Array
    second: Array

    @classmethod
    def of(cls, ratings: Ratings) -> AnswerPairs:
        """Pair the answers of different assessors to the same item."""
        rows = ratings.firsts()
        counts = Counter(rating.key for rating in rows)
        several = [rating for rating in rows if counts[rating.key] > 1]
        if not several:
            people = counted(len({rating.assessor for rating in rows}), "assessor")
            raise InputError(
                f"no item has answers of two assessors ({counted(len(counts), 'item')}, {people}); "
                f"agreement needs at least one such item"
            )
        items = tuple(dict.fromkeys(rating.key for rating in several))
        assessors = tuple(sorted({rating.assessor for rating in several}))
        scale = tuple(sorted({rating.answer for rating in several}, key=_order))
        places = ({value: n for n, value in enumerate(known)} for known in (items, assessors, scale))
        cells = zip(*((rating.key, rating.assessor, rating.answer) for rating in several), strict=True)
        item, assessor, answer = (
            np.array([place[cell] for cell in column]) for place, column in zip(places, cells, strict=True)
        )
        order = np.lexsort((assessor, item))
        first, second = _pairs_within(np.bincount(item))
        return cls(
            items, assessors, scale, item[order], assessor[order], answer[order], np.bincount(item), first, second
        )


def tags_of(answer: Answer) -> frozenset[Answer]:
    """Return the tags of an answer."""
    return answer if isinstance(answer, frozenset) else frozenset([answer])


def shown(answer: Answer) -> str:
    """Return an answer as it is written in a file."""
    if isinstance(answer, float):
        return f"{answer:g}"
    return answer if isinstance(answer, str) else "|".join(sorted(answer))


def twice(rating: Rating) -> str:
    """Say that an assessor answered an item twice."""
    of_system = f" of system {rating.system!r}" if rating.system else ""
    return f"assessor {rating.assessor!r} answered item {rating.item!r}{of_system} twice"


def _check_answer(rating: Rating) -> None:
    answer = rating.answer
    if not (math.isfinite(answer) if isinstance(answer, float) else answer):
        raise InputError(
            f"assessor {rating.assessor!r} answered item {rating.item!r} with {shown(answer)!r}; "
            f"expected a number or a tag, and no rating where there is no answer"
        )


def _rating(row: Sequence[Any] | Mapping[str, Any]) -> Rating:
    try:
        rating = Rating(**row) if isinstance(row, Mapping) else Rating(*row)
    except TypeError:
        raise InputError(
            f"the row {row!r:.60} is no rating; expected item, assessor, answer, and optionally system and repeat"
        ) from None
    names = {name: str(getattr(rating, name)) for name in ("item", "assessor", "system", "repeat")}
    return rating._replace(answer=_answer(rating.answer), **names)


def _answer(given: Any) -> Answer:
    if isinstance(given, str):
        return given
    if isinstance(given, Real):
        return float(given)
    if isinstance(given, (set, frozenset, list, tuple)) and all(isinstance(tag, str) for tag in given):
        return next(iter(given)) if len(given) == 1 else frozenset(given)
    raise InputError(f"the answer {given!r:.60} is no answer; expected a number, a tag (string) or a set of tags")


def _order(answer: Answer) -> Any:
    return answer if isinstance(answer, float) else sorted(tags_of(answer))


def _pairs_within(counts: Array) -> tuple[Array, Array]:
    """Return all pairs of places within runs of these lengths, made for all runs of one length at a time."""
    starts = np.cumsum(counts) - counts
    found: list[Array] = []
    for size in np.unique(counts):
        within = np.array(np.triu_indices(size, 1))
        found.append((starts[counts == size][None, :, None] + within[:, None, :]).reshape(2, -1))
    first, second = np.concatenate(found, axis=1)
    return first, second
