"""Rows of a TSV file with a heading, and the segments that its rows are of.

seg is a segment's number from 0 or its id. Where all entries of a file could be read both ways with different
results, the file is refused; a column named id instead of seg always holds ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.files import decoded_lines
from steelyard.errors import FormatError


class Row(NamedTuple):
    """One row: where it is, for messages, and column → cell."""

    where: str
    cells: dict[str, str]


def read_rows(path: Path, accept: Sequence[str] = ()) -> tuple[list[str], list[Row]]:
    """Return the columns and the rows of a file; columns all differ, and every row has as many cells."""
    lines = [line.rstrip("\r\n").split("\t") for line in decoded_lines(path, accept)]
    header = lines[0] if lines else []
    if len(set(header)) != len(header):
        twice = next(name for name in header if header.count(name) > 1)
        raise FormatError(f"{path}, line 1: the column {twice!r} is there twice; name every column once")
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(header):
            raise FormatError(
                f"{path}, line {number}: {counted(len(cells), 'column')}, but the header has {len(header)}"
            )
    rows = [Row(f"{path}, line {n}", dict(zip(header, cells, strict=True))) for n, cells in enumerate(lines[1:], 2)]
    return header, rows


def segment_numbers(rows: Sequence[Row], count: int, ids: Sequence[str] | None = None) -> list[int]:
    """Return the segment of each row, reading the column as ids or as numbers, whichever is possible."""
    known = {name: n for n, name in enumerate(ids or ())}
    if "id" in rows[0].cells:
        return [_segment(row, row.cells["id"], known) for row in rows]
    by_number = {str(n): n for n in range(count)}
    names = [row.cells["seg"] for row in rows]
    if known and all(name in known for name in names):
        clash = next((n for n, name in enumerate(names) if by_number.get(name, known[name]) != known[name]), None)
        if clash is not None and all(name in by_number for name in names):
            raise FormatError(
                f"{rows[clash].where}: seg {names[clash]!r} may be a segment's number "
                f"or another segment's id, and so may every other seg of the file; "
                f"name the column 'id' if it holds ids"
            )
        return [known[name] for name in names]
    numeric = not known or all(name in by_number for name in names)
    return [_segment(row, row.cells["seg"], by_number if numeric else known) for row in rows]


def _segment(row: Row, name: str, known: dict[str, int]) -> int:
    if name not in known:
        raise FormatError(
            f"{row.where}: there is no segment {name!r}; expected a segment id or a number from 0 to the last segment"
        )
    return known[name]
