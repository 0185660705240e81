"""SCU judgements in the CSV form of REALSumm (Bhandari et al. 2020), a LitePyramid.

    Input.eventId,Input.summaryId,Input.qIdList,Input.statement_1 …,Answer.S1Answer …

A row is one annotator's view of one summary: which statements (SCUs of the reference) are present (p) and which are
not (n); a statement BLANK fills a row up. An event is a segment, a summary id a system. The reference lists id:1 for
every SCU, with the ids of qIdList; an output lists the SCUs that more than half of its annotators found present, or
"-" where there is none. Other columns are passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus import units
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble, members
from steelyard.errors import FormatError
from steelyard.files import csv_rows
from steelyard.results.numbers import counted

NAME = "realsumm"
ENDINGS = ()
SEVERAL = True
_EVENT, _SUMMARY, _IDS = "Input.eventId", "Input.summaryId", "Input.qIdList"
_STATEMENT = re.compile(r"Input\.statement_([0-9]+)")
_BLANK = "BLANK"
_PRESENT = {"p": True, "n": False}


@dataclass(slots=True)
class _Votes:
    """How many annotators there were, and how many found each SCU."""

    annotators: int = 0
    present: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Event:
    """The SCUs of a reference, where they were first named, and the votes on each system's summary."""

    where: str
    units: list[str]
    systems: dict[str, _Votes] = field(default_factory=dict)


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from files of judgements, or from directories of them."""
    events: dict[str, _Event] = {}
    for path in members(paths, (".csv",)):
        for where, row in _rows(path, accept):
            _count(events, row, where)
    return assemble((_segment(name, event) for name, event in events.items()), paths[0], accept)


def _rows(path: Path, accept: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows by the names of their columns, with file and line."""
    header: list[str] = []
    for where, cells in csv_rows.rows(path, accept):
        if header:
            yield where, dict(zip(header, cells, strict=True))
        else:
            header = cells
            _check_header(header, where)


def _check_header(header: Sequence[str], where: str) -> None:
    statements = [match[1] for name in header if (match := _STATEMENT.fullmatch(name))]
    for name in (_EVENT, _SUMMARY, _IDS, *(f"Answer.S{number}Answer" for number in statements)):
        if name not in header:
            raise FormatError(f"{where}: no column {name!r}; is this a file of SCU judgements?")
    if not statements:
        raise FormatError(f"{where}: no column 'Input.statement_1'; is this a file of SCU judgements?")


def _count(events: dict[str, _Event], row: dict[str, str], where: str) -> None:
    """Add one annotator's answers."""
    numbers = sorted((match[1] for name in row if (match := _STATEMENT.fullmatch(name))), key=int)
    ids = re.findall(r"[^\s\[\]'\",]+", row[_IDS])
    if len(ids) != len(numbers):
        raise FormatError(f"{where}: {counted(len(ids), 'id')} for {len(numbers)} statements; expected one for each")
    labels = {n: units.label(i, where) for n, i in zip(numbers, ids, strict=True) if _stated(row, n)}
    event = events.setdefault(row[_EVENT], _Event(where, list(labels.values())))
    if event.units != list(labels.values()) or len(set(event.units)) != len(event.units):
        raise FormatError(
            f"{where}: event {row[_EVENT]!r} has other statements than before (first: {event.where}); "
            f"all summaries of an event are judged on the same"
        )
    votes = event.systems.setdefault(row[_SUMMARY], _Votes())
    votes.annotators += 1
    votes.present.update(name for n, name in labels.items() if _is_present(row[f"Answer.S{n}Answer"], n, where))


def _stated(row: dict[str, str], number: str) -> bool:
    return row[f"Input.statement_{number}"].strip() not in ("", _BLANK)


def _is_present(answer: str, number: str, where: str) -> bool:
    if answer.strip().lower() not in _PRESENT:
        raise FormatError(f"{where}: the answer to statement {number} is {answer!r:.40}; expected p or n")
    return _PRESENT[answer.strip().lower()]


def _segment(name: str, event: _Event) -> Segment:
    outputs: dict[str, str | None] = {
        system: units.output(unit for unit in event.units if 2 * votes.present[unit] > votes.annotators)
        for system, votes in event.systems.items()
    }
    reference = units.reference(dict.fromkeys(event.units, 1))
    return Segment(event.where, id=name, references=[reference or None], outputs=outputs)
