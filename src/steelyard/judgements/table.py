"""Judgements: a table to which records are added and in which none is changed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any

from steelyard.corpus.judgement import DIMENSION, HUMAN, Answer, Judgement, Value, written
from steelyard.errors import InputError, SpecError, suggestion, worded
from steelyard.results.brief import Brief
from steelyard.results.signature import Signature

#: A system (or nothing) and an item of it.
Output = tuple[str, int | str]
#: What the judgements of one output become its value by.
AGGREGATES = (MEAN, MEDIAN) = ("mean", "median")
#: Labels that mean something by themselves: the team of an assessor, the round in which an answer was given.
TEAM, ROUND = "team", "round"
#: Columns of a row in Python, as files have them.
_COLUMNS = ("item", "assessor", "answer", "system", "repeat")
_DETAILS = ("protocol", "time", "order", "key", "supersedes")


@dataclass(frozen=True, eq=False, repr=False)
class Judgements(Brief):
    """Judgements in the order in which they were recorded.

    tags      item → the tags it allows, or how many; an item that is not there allows those that occur anywhere
    place     where they are from, for messages
    whole     whether each is of a whole system; its item is then 0
    origin    how they came about, where they are not as their file has them: by which weights, say
    notices   what was left out, and what to beware of
    aggregate  what the judgements of one output become its value by: mean or median
    selected  of which selection of segments the numbers are; of the whole test set if it is ""
    """

    records: tuple[Judgement, ...]
    tags: Mapping[Output, int | tuple[Answer, ...]] = field(default_factory=dict)
    place: str = ""
    whole: bool = False
    origin: Signature = Signature()
    notices: tuple[str, ...] = ()
    aggregate: str = MEAN
    selected: str = ""

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any] | Mapping[str, Any]], labels: Sequence[str] = ()) -> Judgements:
        """Make judgements of rows: (item, assessor, answer), or mappings with these and any other field of `Judgement`.

        The value is called answer, as in files, and all rows are of one dimension. Mappings may also have team, round
        and what `labels` names.
        """
        if not isinstance(rows, Iterable):
            raise InputError(f"{type(rows).__name__} is no list of ratings; give rows (item, assessor, answer)")
        further = tuple(dict.fromkeys((*labels, TEAM, ROUND)))
        return cls(tuple(_record(row, further) for row in rows))

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Judgement]:
        return iter(self.records)

    def _summary(self) -> str:
        return f"{len(self):,} on {', '.join(self.dimensions) or 'nothing'}"

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Dimensions in order of appearance."""
        return tuple(dict.fromkeys(judgement.dimension for judgement in self.records))

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers."""
        return isinstance(self.records[0].value, float | int)

    def extended(self, records: Iterable[Judgement]) -> Judgements:
        """Return the table with more records at its end."""
        return replace(self, records=(*self.records, *records))

    def on(self, dimension: str) -> Judgements:
        """Return the judgements on one dimension."""
        return replace(self, records=tuple(record for record in self.records if record.dimension == dimension))

    def current(self) -> Judgements:
        """Return the judgements that no later one supersedes."""
        if not any(record.supersedes for record in self.records):
            return self
        keys: set[str] = set()
        for record in self.records:
            if record.supersedes and record.supersedes not in keys:
                raise InputError(
                    f"a judgement by {record.assessor!r} supersedes {record.supersedes!r}, and no earlier one has "
                    f"that key; keep all records, in their order"
                )
            keys.add(record.key)
        replaced = {record.supersedes for record in self.records} - {""}
        return replace(self, records=tuple(record for record in self.records if record.key not in replaced))

    def firsts(self) -> list[Judgement]:
        """Return the current judgements without those that an assessor made of an item again."""
        chosen: dict[tuple[Output, str, str], Judgement] = {}
        for record in self.current():
            chosen.setdefault((record.output, record.assessor, record.dimension), record)
        return list(chosen.values())

    def checked_answers(self) -> Judgements:
        """Return the judgements as answers to be compared: all numbers or all tags, one by an assessor for an item."""
        if not self.records:
            raise InputError("there are no ratings; give at least one item with the answers of two assessors")
        if any(isinstance(record.value, int) for record in self.records):
            return replace(self, records=tuple(map(_with_float, self.records))).checked_answers()
        for record in self.records:
            _check_answer(record)
        if len({isinstance(record.value, float) for record in self.records}) > 1:
            raise InputError("some answers are numbers and some are tags; give numbers only, or strings only")
        seen: set[tuple[Output, str, str, str | None]] = set()
        for record in self.current():
            place = record.output, record.assessor, record.repeat, record.label(ROUND)
            if place in seen:
                raise InputError(f"{twice(record)}; keep one answer, or tell them apart by 'repeat'")
            seen.add(place)
        return self

    def chosen_dimension(self, wanted: str | None) -> str:
        """Return the dimension that is asked for, or the only one there is."""
        if wanted is None:
            if len(self.dimensions) > 1:
                raise SpecError(
                    f"the human scores {self.place} have several dimensions ({', '.join(self.dimensions)}); name one "
                    f"({worded('--dimension', 'dimension=…')})"
                )
            return self.dimensions[0]
        if wanted == HUMAN and HUMAN not in self.dimensions and DIMENSION in self.dimensions:
            return DIMENSION
        if not isinstance(wanted, str) or wanted not in self.dimensions:
            raise SpecError(f"no dimension {wanted!r} {self.place}" + suggestion(wanted, self.dimensions))
        return wanted


def check_aggregate(name: object) -> None:
    """Raise unless judgements can become the value of an output so."""
    if not isinstance(name, str) or name not in AGGREGATES:
        raise SpecError(f"unknown aggregate {name!r}" + suggestion(name, AGGREGATES))


def twice(record: Judgement) -> str:
    """Say that an assessor answered an item twice."""
    of_system = f" of system {record.system!r}" if record.system else ""
    return f"assessor {record.assessor!r} answered item {record.item!r}{of_system} twice"


def answer_of(record: Judgement) -> Answer:
    """Return the value of a judgement that is an answer, and no structure."""
    if isinstance(record.value, Mapping):
        raise InputError(
            f"assessor {record.assessor!r} judged item {record.item!r} with a structure; expected a number or tags"
        )
    return record.value


def number_of(record: Judgement) -> float:
    """Return the value of a judgement that is a number."""
    if isinstance(record.value, float):
        return record.value
    if not isinstance(record.value, Real):
        raise InputError(
            f"assessor {record.assessor!r} judged item {record.item!r} of {record.system!r} with "
            f"{written(record.value)!r:.40}; expected a number"
        )
    return float(record.value)


def _with_float(record: Judgement) -> Judgement:
    return replace(record, value=float(record.value)) if isinstance(record.value, int) else record


def _check_answer(record: Judgement) -> None:
    answer = answer_of(record)
    if not (math.isfinite(answer) if isinstance(answer, float) else answer):
        raise InputError(
            f"assessor {record.assessor!r} answered item {record.item!r} with {written(answer)!r}; "
            f"expected a number or a tag, and no rating where there is no answer"
        )


def _record(row: Sequence[Any] | Mapping[str, Any], labels: Sequence[str] = ()) -> Judgement:
    if isinstance(row, Mapping):
        cells = dict(row)
    else:
        cells = dict(zip(_COLUMNS, row, strict=False)) if isinstance(row, Sequence) and not isinstance(row, str) else {}
    if not {"item", "assessor", "answer"} <= set(cells) <= {*_COLUMNS, *_DETAILS, *labels} or len(cells) < len(row):
        raise InputError(
            f"the row {row!r:.60} is no rating; expected item, assessor, answer, and optionally system and repeat"
        )
    system, item, assessor, repeat = (str(cells.get(name, "")) for name in ("system", "item", "assessor", "repeat"))
    details = {name: cells[name] for name in _DETAILS if name in cells}
    labelled = tuple((name, str(cells[name])) for name in labels if name in cells)
    value = _value(cells["answer"])
    return Judgement(system, item, assessor, DIMENSION, value, repeat=repeat, labels=labelled, **details)


def _value(answer: Any) -> Value:
    if isinstance(answer, str):
        return answer
    if isinstance(answer, Real):
        return float(answer)
    if isinstance(answer, (set, frozenset, list, tuple)) and all(isinstance(tag, str) for tag in answer):
        return next(iter(answer)) if len(answer) == 1 else frozenset(answer)
    raise InputError(f"the answer {answer!r:.60} is no answer; expected a number, a tag (string) or a set of tags")
