"""Pairs of answers to the same item, on which agreement rests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import Answer, Judgement, tags_of
from steelyard.errors import InputError
from steelyard.judgements.table import Judgements, Output, answer_of
from steelyard.results.numbers import counted

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class AnswerPairs:
    """The first answers to the items that have two or more, as arrays.

    scale                    the different answers, in order
    item, assessor, answer   one entry per answer: its place among items, assessors and the scale
    counts                   answers per item
    first, second            places of the two answers of every pair within an item
    """

    items: tuple[Output, ...]
    assessors: tuple[str, ...]
    scale: tuple[Answer, ...]
    item: Array
    assessor: Array
    answer: Array
    counts: Array
    first: Array
    second: Array

    @classmethod
    def of(cls, judgements: Judgements) -> AnswerPairs:
        """Pair the answers of different assessors to the same item."""
        records = judgements.firsts()
        counts = Counter(record.output for record in records)
        several = [record for record in records if counts[record.output] > 1]
        if reason := unshared(records):
            raise InputError(reason)
        items = tuple(dict.fromkeys(record.output for record in several))
        assessors = tuple(sorted({record.assessor for record in several}))
        answers = [answer_of(record) for record in several]
        scale = tuple(sorted(set(answers), key=_order))
        item = _places(items, [record.output for record in several])
        assessor = _places(assessors, [record.assessor for record in several])
        answer = _places(scale, answers)
        order = np.lexsort((assessor, item))
        first, second = _pairs_within(np.bincount(item))
        return cls(
            items, assessors, scale, item[order], assessor[order], answer[order], np.bincount(item), first, second
        )


def unshared(records: Sequence[Judgement]) -> str | None:
    """Say that no item has answers of two assessors, without which there is no agreement to speak of."""
    items = Counter(record.output for record in records)
    if max(items.values(), default=0) > 1:
        return None
    people = counted(len({record.assessor for record in records}), "assessor")
    return (
        f"no item has answers of two assessors ({counted(len(items), 'item')}, {people}); "
        f"agreement needs at least one such item"
    )


def _places(names: tuple[Any, ...], column: list[Any]) -> Array:
    place = {name: n for n, name in enumerate(names)}
    return np.array([place[cell] for cell in column])


def _order(answer: Answer) -> Any:
    return answer if isinstance(answer, float) else sorted(tags_of(answer), key=str)


def _pairs_within(counts: Array) -> tuple[Array, Array]:
    """Return all pairs of places within runs of these lengths, made for all runs of one length at a time."""
    starts = np.cumsum(counts) - counts
    blocks: list[Array] = []
    for size in np.unique(counts):
        within = np.array(np.triu_indices(size, 1))
        blocks.append((starts[counts == size][None, :, None] + within[:, None, :]).reshape(2, -1))
    first, second = np.concatenate(blocks, axis=1)
    return first, second
