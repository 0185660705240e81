"""Answer keys as texts: one nugget a line, `vital` or `okay` and its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from steelyard.corpus import HeldTexts
from steelyard.errors import SegmentError
from steelyard.measures.kinds.labels import LABELS
from steelyard.text import Batch, ChunkViews, View
from steelyard.text.batch import Sentences

#: What a nugget of an answer key may be.
GRADES = ("vital", "okay")


class Nugget(NamedTuple):
    """A line of an answer key: the word that should be its grade, and the terms behind it."""

    grade: str
    terms: frozenset[str]


def keys(batch: Batch, view: View) -> list[list[Nugget]]:
    """Return the nuggets of each segment's answer key."""
    chosen: list[list[Nugget]] = []
    for reference_set in _per_set(batch, view):
        chosen = chosen or [[] for _ in reference_set]
        for row, nuggets in enumerate(reference_set):
            if nuggets and chosen[row]:
                raise SegmentError(row, "there are several references; give one answer key per segment")
            for nugget in nuggets:
                _check(row, nugget)
            chosen[row] += nuggets
    return chosen


def documents(batch: Batch, view: View) -> Iterator[frozenset[str]]:
    """Yield the terms of every answer key, as of a document."""
    for reference_set in _per_set(batch, view):
        yield from (
            frozenset[str]().union(*(nugget.terms for nugget in nuggets)) for nuggets in reference_set if nuggets
        )


def lines(sentences: Sentences, skip: Iterable[int] = ()) -> list[list[frozenset[str]]]:
    """Return the terms of each line of each text, without the first few tokens of each line."""
    tokens, offsets = sentences
    types = tokens.types()
    first = list(skip) or [0] * len(tokens)
    rows = [frozenset(types[token] for token in tokens.row(n)[first[n] :]) for n in range(len(tokens))]
    return [rows[a:b] for a, b in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]


def _per_set(batch: Batch, view: View) -> Iterator[list[list[Nugget]]]:
    """Yield the nuggets of each segment, reference set by reference set."""
    lengths = _lengths(view)
    plain, viewed = batch.reference_sentences(LABELS, "lines"), batch.reference_sentences(view, "lines")
    for words, cut in zip(plain, viewed, strict=True):
        types = words.tokens.types()
        grades = [types[words.tokens.row(n)[0]] for n in range(len(words.tokens))]
        terms = lines(cut, (lengths.get(grade, 0) for grade in grades))
        yield [
            list(map(Nugget, grades[start:], nuggets))
            for start, nuggets in zip(words.offsets[:-1].tolist(), terms, strict=True)
        ]


@lru_cache(maxsize=8)
def _lengths(view: View) -> dict[str, int]:
    """Return how many tokens each grade is under a view, which may stem it, drop it or cut it into letters."""
    chunk = HeldTexts.of(GRADES, "grades").chunk(0, len(GRADES))
    tokens = ChunkViews([chunk], {}).batch("").references(view)[0]
    return dict(zip(GRADES, tokens.lengths().tolist(), strict=True))


def _check(row: int, nugget: Nugget) -> None:
    if nugget.grade not in GRADES:
        raise SegmentError(
            row, f"a line of the answer key begins with {nugget.grade!r}; expected 'vital' or 'okay' and the nugget"
        )
    if not nugget.terms:
        raise SegmentError(row, f"a nugget ({nugget.grade}) has no word left to be found; take it out of the key")
