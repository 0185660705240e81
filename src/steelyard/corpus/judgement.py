"""Judgement: one record of what an assessor, a person or a program, said of something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

#: The dimension of a judgement that does not name one.
DIMENSION = "score"
#: What that dimension is called beside measures.
HUMAN = "human"
#: What an assessor can answer in one word: a tag, a number, or several tags.
Answer = str | float | frozenset[str]
#: What an assessor can say: an answer, or a structure of which its protocol tells what it means.
Value = Answer | Mapping[str, Any]


@dataclass(frozen=True, slots=True, repr=False)
class Judgement:
    """One assessor's value for one system's output, or for any other item, on one dimension.

    item        an output: its segment's number in the corpus; anything else: its name
    protocol    what the assessor was shown and asked, where that is recorded
    repeat      tells judgements of one item by one assessor apart, the first of which counts
    time        when it was made, in seconds since 1970
    order       its place among the assessor's judgements, from 0
    key         its own name, by which another can supersede it
    supersedes  the key of an earlier judgement that it replaces: a changed mind is a new record, and no old one changes
    labels      what else is known of it and was asked for, such as a team or a lemma: pairs of name and value
    weight      how much the value is worth beside those of other items, as the words of a rate of errors in words
    """

    system: str
    item: int | str
    assessor: str
    dimension: str
    value: Value
    protocol: str = ""
    repeat: str = ""
    time: float | None = None
    order: int | None = None
    key: str = ""
    supersedes: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    weight: float | None = None

    @property
    def output(self) -> tuple[str, int | str]:
        """What was judged: the system, if there is one, and the item."""
        return self.system, self.item

    def label(self, name: str) -> str | None:
        """Return the value of a label; None where there is none."""
        return next((value for label, value in self.labels if label == name), None)

    def details(self) -> dict[str, Any]:
        """Return what is recorded beside assessor, output, dimension, value and weight."""
        return {field.name: value for field in _DETAILS if (value := getattr(self, field.name)) != field.default}

    def __repr__(self) -> str:
        names = [*_FIELDS[:5], *self.details(), *([] if self.weight is None else ["weight"])]
        return f"Judgement({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


_FIELDS = tuple(field.name for field in fields(Judgement))
_DETAILS = fields(Judgement)[5:-1]


def tags_of(answer: Answer) -> frozenset[Answer]:
    """Return the tags of an answer."""
    return answer if isinstance(answer, frozenset) else frozenset([answer])


def written(value: Value) -> str:
    """Return a value as it is written in a file."""
    if isinstance(value, float):
        return f"{value:g}"
    return value if isinstance(value, str) else "|".join(sorted(value))
