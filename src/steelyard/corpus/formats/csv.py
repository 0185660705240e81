"""CSV: a table with commas between the cells; see table for the columns.

Texts with commas, quotation marks or line breaks stand in quotation marks, and a quotation mark in them is
doubled. An empty cell is an empty text, and in a reference column it means that the segment has no such
reference.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from steelyard.corpus import tables as table
from steelyard.corpus.content import TEXTS
from steelyard.corpus.corpus import Corpus
from steelyard.corpus.segments import Segment, assemble
from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines, replacing
from steelyard.results.numbers import counted

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


def read(paths: Sequence[Path], accept: Sequence[str] = ()) -> Corpus:
    """Read a corpus from a CSV file."""
    (path,) = paths
    with _long_cells():
        return assemble(_segments(path, accept), path, accept)


def write(corpus: Corpus, path: Path) -> None:
    """Write a corpus as a CSV file."""
    with replacing(path) as file:
        # Of line breaks in a cell, those in the terminator are quoted, and a lone carriage return must be.
        writer = csv.writer(_Encoded(file), lineterminator="\r\n")
        writer.writerow(table.header(corpus))
        writer.writerows(table.rows(corpus))


class _Encoded(NamedTuple):
    """A binary file that takes rows as text, and ends them by line feeds; unlike a text layer it never closes it."""

    file: IO[bytes]

    def write(self, row: str) -> None:
        self.file.write(row.removesuffix("\r\n").encode() + b"\n")


def _segments(path: Path, accept: Sequence[str]) -> Iterator[Segment]:
    kinds: list[table.ColumnKind] = []
    for where, cells in rows(path, accept):
        if kinds:
            yield table.segment(kinds, cells, where)
        else:
            kinds = table.columns(cells, where)


def rows(path: Path, accept: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of a CSV file with file and line, the header first; all have as many cells as it."""
    reader = csv.reader(decoded_lines(path, accept), strict=True)
    width = 0
    while True:
        where = f"{path}, line {reader.line_num + 1}"
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise FormatError(f"{where}: not CSV ({error}); check the quotation marks from there on") from None
        if cells is None:
            return
        width = width or len(cells)
        if len(cells) != width:
            raise FormatError(
                f"{where}: {counted(len(cells), 'cell')}, but the header has {width}; "
                f"is a comma or a quotation mark missing?"
            )
        yield where, cells


@contextmanager
def _long_cells() -> Iterator[None]:
    """Lift the limit on the size of a cell: a text's size has its own check, which names the text."""
    before = csv.field_size_limit(1 << 30)
    try:
        yield
    finally:
        csv.field_size_limit(before)
