"""Sheets: what a loose file holds, one entry per segment, for which several rows of a table may be brought together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.corpus.columns import broken, is_table, read_column
from steelyard.corpus.roles import (
    ID,
    OUTPUT,
    REFERENCE,
    SOURCE,
    SYSTEM,
    ColumnRoles,
    TableTexts,
    TextColumn,
    column_option,
    labels_in,
    references_in,
    texts_in,
)
from steelyard.errors import FormatError
from steelyard.files.records import Records, read_records

Cells = list[str | None]


@dataclass(eq=False)
class Sheet:
    """What a file holds.

    lines    the texts, if it is a file of lines
    places   else, where in it each segment begins
    ids      names of segments, if it has some
    systems  name → outputs; the name is "" where no column has one
    """

    path: str
    lines: TextColumn | None = None
    places: Sequence[str] = ()
    ids: list[str] | None = None
    systems: dict[str, Cells] = field(default_factory=dict)
    references: list[Cells] = field(default_factory=list)
    source: Cells = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.places) if self.lines is None else len(self.lines)

    def put_in_order(self, order: Sequence[int]) -> None:
        """Change the order of the segments."""
        self.places = [self.places[n] for n in order]
        self.systems = {name: [texts[n] for n in order] for name, texts in self.systems.items()}
        self.references = [self.references[n] for n in order] if self.references else []
        self.source = [self.source[n] for n in order] if self.source else []

    def outputs(self, name: str) -> dict[str, TextColumn]:
        """Return the outputs of each system; `name` is that of the only one."""
        if self.lines is not None:
            return {name: self.lines}
        return {system or name: self._column(texts) for system, texts in self.systems.items()}

    def reference_sets(self) -> list[TextColumn]:
        """Return as many sets as some segment has references; where it has fewer, the others lack one."""
        if self.lines is not None:
            return [self.lines]
        most = max(map(len, self.references), default=0)
        sets = [[row[n] if n < len(row) else None for row in self.references] for n in range(most)]
        return [self._column(texts) for texts in sets if any(text is not None for text in texts)]

    def source_texts(self) -> TextColumn | None:
        """Return the source texts, if there are any."""
        return self.lines if self.lines is not None else self._column(self.source) if self.source else None

    def _column(self, texts: Cells) -> TextColumn:
        return TableTexts.column(texts, self.path, self.places)


@dataclass(frozen=True)
class SheetReader:
    """How files are read as sheets."""

    columns: ColumnRoles
    accept: Sequence[str] = ()
    sentences_at: str | None = None

    def read(self, path: str, role: str, also: Sequence[str] = ()) -> Sheet:
        """Read a file that must have texts of one role, and may have some of others."""
        if not is_table(path):
            return Sheet(path, read_column(path, self.accept, self.sentences_at))
        records = read_records(Path(path), self.accept)
        names = {role: self.columns.expect(records, role)} | {
            other: self.columns.find(records, other) for other in also
        }
        labels = self._systems(records) if role == OUTPUT else [""] * len(records)
        ids, segments = self._segments(records)
        rows = _Rows(records, segments, labels, len(ids) if ids else len(records))
        sheet = Sheet(path, None, [records.places[row] for row in rows.first()], ids)
        if role == OUTPUT:
            sheet.systems = rows.outputs(self._texts(records, names[OUTPUT][0]))
        if names.get(REFERENCE):
            references = references_in(records, names[REFERENCE], self.accept)
            sheet.references = rows.references([broken(texts, self.sentences_at) for texts in references])
        if names.get(SOURCE):
            sheet.source = rows.source(self._texts(records, names[SOURCE][0]))
        return sheet

    def _texts(self, records: Records, name: str) -> Cells:
        return broken(texts_in(records, name, self.accept), self.sentences_at)

    def _systems(self, records: Records) -> list[str]:
        """Return the system of each row: "" where no column was named for it."""
        names = self.columns.find(records, SYSTEM)
        if self.columns.says(SYSTEM):
            return labels_in(records, names[0])
        if names and len(labels := dict.fromkeys(map(str, records.cells(names[0]) or ()))) > 1:
            several = ", ".join(list(labels)[:3]) + ", …" * (len(labels) > 3)
            raise FormatError(
                f"{records.path}: the column {names[0]!r} has {len(labels)} values ({several:.80}); if each row is an "
                f"output of one of them, give {column_option(id='NAME', system=names[0])}; else leave it out of "
                f"account with {column_option(system='')}"
            )
        return [""] * len(records)

    def _segments(self, records: Records) -> tuple[list[str] | None, list[int]]:
        """Return the ids, if there are any, and the segment of each row; on request several rows are of one."""
        names = self.columns.find(records, ID)
        if not names and self.columns.says(SYSTEM):
            raise FormatError(
                f"{records.path}: rows of several systems are brought together by the segments' ids; name the column "
                f"of these: {column_option(id='NAME')}"
            )
        if not names:
            return None, list(range(len(records)))
        labels = labels_in(records, names[0])
        places = {name: n for n, name in enumerate(dict.fromkeys(labels))}
        if len(places) < len(labels) and not self.columns.says(ID):
            first = {name: row for row, name in reversed([*enumerate(labels)])}
            second = next(row for row, name in enumerate(labels) if first[name] != row)
            raise FormatError(
                f"{records.where(second)}: the id {labels[second]!r:.40} is there again (first: "
                f"{records.places[first[labels[second]]]}); if each reference or system has a row, give "
                f"{column_option(id=names[0], system='NAME', output='NAME')} (without system where there is one), and "
                f"rows of one id are brought together"
            )
        return list(places), [places[name] for name in labels]


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of a table by segment and system."""

    records: Records
    segments: Sequence[int]
    systems: Sequence[str]
    count: int

    def first(self) -> list[int]:
        """Return the first row of each segment."""
        first = [-1] * self.count
        for row in range(len(self.segments) - 1, -1, -1):
            first[self.segments[row]] = row
        return first

    def outputs(self, texts: Cells) -> dict[str, Cells]:
        """Return the outputs of each system; rows of one output have the same."""
        columns: dict[str, Cells] = {name: [None] * self.count for name in dict.fromkeys(self.systems)}
        rows: dict[tuple[str, int], int] = {}
        for row, (system, segment, text) in enumerate(zip(self.systems, self.segments, texts, strict=True)):
            if texts[before := rows.setdefault((system, segment), row)] != text:
                raise FormatError(
                    f"{self.records.where(row)}: another output {f'of {system!r} ' * bool(system)}for the segment of "
                    f"{self.records.places[before]}; if they are of several systems, name the column of these: "
                    f"{column_option(system='NAME')}"
                )
            columns[system][segment] = text
        return columns

    def source(self, texts: Cells) -> Cells:
        """Return the source of each segment, which all its rows have alike."""
        first = self.first()
        for row, segment in enumerate(self.segments):
            if texts[row] != texts[first[segment]]:
                raise FormatError(
                    f"{self.records.where(row)}: another source than that of {self.records.places[first[segment]]}, "
                    f"which is of the same segment; correct one of them"
                )
        return [texts[row] for row in first]

    def references(self, rows: Sequence[Cells]) -> list[Cells]:
        """Return the references of each segment: those of all its rows, which every system has alike."""
        by_system: dict[tuple[int, str], Cells] = {}
        for segment, system, texts in zip(self.segments, self.systems, rows, strict=True):
            by_system.setdefault((segment, system), []).extend(texts)
        references: list[Cells] = [[] for _ in range(self.count)]
        names: dict[int, str] = {}
        for (segment, system), texts in by_system.items():
            if segment in names and texts != references[segment]:
                raise FormatError(
                    f"{self.records.where(self.first()[segment])}: the references of this segment differ between the "
                    f"rows of {names[segment]!r} and those of {system!r}; give them in a file of their own"
                )
            names.setdefault(segment, system)
            references[segment] = texts
        return references
