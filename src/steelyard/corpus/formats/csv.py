"""CSV: a table with commas between the cells; see table for the columns.

Texts with commas, quotation marks or line breaks stand in quotation marks, and a quotation mark in them is
doubled. An empty cell is an empty text, and in a reference column it means that the segment has no such
reference.

Spreadsheets take a cell that begins with = + - @, a tab or a carriage return for a formula and run it. Such a text, if
it is no number, is written with an apostrophe before it, and so is one that begins with an apostrophe in the same file;
a further column, guarded, says so, and the apostrophes go when the file is read. Other files are read as they are.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple

from steelyard.corpus import tables as table
from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble
from steelyard.files.csv_rows import long_cells, rows
from steelyard.files.disk import replacing
from steelyard.files.numbers import number_in

NAME = "csv"
ENDINGS = (".csv",)
CARRIES = TEXTS | {
    "ids",
    "empty ids",
    "facets",
    "line breaks",
    "blank lines",
    "tabs",
    "control characters",
    "leading byte order marks",
}
_GUARD, _GUARDED = "'", "guarded"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a CSV file."""
    (path,) = paths
    with long_cells():
        return assemble(_segments(path, accept), path, accept)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a CSV file."""
    with replacing(path) as file:
        # Of line breaks in a cell, those in the terminator are quoted, and a lone carriage return must be.
        writer = csv.writer(_Encoded(file), lineterminator="\r\n")
        if any(map(_is_formula, chain.from_iterable(table.rows(corpus)))):
            writer.writerow([*table.header(corpus), _GUARDED])
            writer.writerows(map(_guarded, table.rows(corpus)))
        else:
            writer.writerow(table.header(corpus))
            writer.writerows(table.rows(corpus))


def _is_formula(cell: str | None) -> bool:
    """Tell whether a spreadsheet would take a text for a formula; a number is none."""
    return cell is not None and cell.startswith(_FORMULA) and number_in(cell) is None


def _guarded(cells: Sequence[str | None]) -> list[str | None]:
    """Return the cells of a row with their guards, and whether there are any."""
    guards = [_GUARD * (_is_formula(cell) or (cell or "").startswith(_GUARD)) for cell in cells]
    return [*(guard + cell if cell else cell for guard, cell in zip(guards, cells, strict=True)), "yes" * any(guards)]


class _Encoded(NamedTuple):
    """A binary file that takes rows as text, and ends them by line feeds; unlike a text layer it never closes it."""

    file: IO[bytes]

    def write(self, row: str) -> None:
        self.file.write(row.removesuffix("\r\n").encode() + b"\n")


def _segments(path: Path, accept: Sequence[str]) -> Iterator[Segment]:
    kinds: list[table.ColumnKind] = []
    guarded = None
    for where, cells in rows(path, accept):
        if kinds:
            yield table.segment(kinds, cells if guarded is None else _unguarded(cells, guarded), where)
        else:
            guarded = cells.index(_GUARDED) if _GUARDED in cells else None
            kinds = table.columns([name for n, name in enumerate(cells) if n != guarded], where)


def _unguarded(cells: Sequence[str], place: int) -> list[str]:
    """Return the cells of a row without their guards, and without the column that tells of them."""
    return [cell.removeprefix(_GUARD) for n, cell in enumerate(cells) if n != place]
