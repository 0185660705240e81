"""Rows of a TSV file with a heading, and the segments that its rows are of.

seg is a segment's number from 0 or its id. Where all entries of a file could be read both ways with different
results, the file is refused; a column named id instead of seg always holds ids.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines
from steelyard.files.names import repeated
from steelyard.results.numbers import counted


@dataclass(frozen=True, eq=False)
class Rows:
    """A file as columns: name → one cell for each row."""

    path: Path
    columns: Mapping[str, Sequence[str]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    @property
    def header(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(self.columns)

    def where(self, row: int) -> str:
        """Return file and line of a row, for messages."""
        return f"{self.path}, line {row + 2}"

    def column(self, *names: str, default: str = "") -> Sequence[str]:
        """Return the first of these columns that there is, or the same cell for all rows."""
        return next((self.columns[name] for name in names if name in self.columns), (default,) * len(self))

    def digest(self) -> str:
        """Return a short digest of all that the file holds."""
        digest = hashlib.sha256("\t".join(self.header).encode())
        for cells in zip(*self.columns.values(), strict=True):
            digest.update(("\n" + "\t".join(cells)).encode())
        return digest.hexdigest()[:12]


def is_none(cell: str) -> bool:
    """Tell whether a cell says that there is no number: it is empty, or nan, None, NA, n/a or null."""
    return _NONE.fullmatch(cell) is not None


_NONE = re.compile(r"\s*+(nan|none|na|n/a|null)?\s*+", re.IGNORECASE)


def read_rows(path: Path, accept: Sequence[str] = ()) -> Rows:
    """Return the rows of a file; columns all differ, and every row has as many cells."""
    lines = _split_lines(path, accept)
    header = next(lines, None)
    _check_heading(path, header)
    header = header or []
    if (twice := repeated(header)) is not None:
        raise FormatError(f"{path}, line 1: the column {twice!r} is there twice; name every column once")
    columns: list[list[str]] = [[] for _ in header]
    # A name that a million rows repeat is held once.
    shared_cells: list[dict[str, str]] = [{} for _ in header]
    for number, cells in enumerate(lines, 2):
        if len(cells) != len(header):
            raise FormatError(
                f"{path}, line {number}: {counted(len(cells), 'column')}, but the header has {len(header)}"
            )
        for column, shared, cell in zip(columns, shared_cells, cells, strict=True):
            column.append(shared.setdefault(cell, cell) if len(shared) < _MOST_HELD else shared.get(cell, cell))
    return Rows(path, dict(zip(header, columns, strict=True)))


_MOST_HELD = 1 << 16


def _split_lines(path: Path, accept: Sequence[str]) -> Iterator[list[str]]:
    """Yield the cells of each line; CRLF ends one as LF does."""
    for number, line in enumerate(decoded_lines(path, accept), 1):
        content = line.removesuffix("\n").removesuffix("\r")
        if "\r" in content:
            raise FormatError(
                f"{path}, line {number}: contains a carriage return inside the line; convert to LF line ends"
            )
        yield content.split("\t")


def _check_heading(path: Path, header: Sequence[str] | None) -> None:
    if header is None or not any(cell.strip() for cell in header):
        what = "the file" if header is None else "the first line"
        raise FormatError(f"{path}: {what} is empty; expected TSV: a heading, and rows with tabs between the columns")
    for sign, name in ((",", "commas"), (";", "semicolons")):
        if len(header) == 1 and sign in header[0]:
            raise FormatError(
                f"{path}, line 1: {name} and no tab in {header[0]!r:.60}; expected TSV, with tabs between them"
            )


def segment_numbers(rows: Rows, count: int, ids: Sequence[str] | None = None) -> list[int]:
    """Return the segment of each row, reading the column as ids or as numbers, whichever is possible."""
    by_id = {name: n for n, name in enumerate(ids or ())}
    if "id" in rows.columns:
        return _places(rows, rows.columns["id"], by_id, "a segment id" if by_id else "none, for there are no ids here")
    by_number = {str(n): n for n in range(count)}
    names = rows.columns["seg"]
    if by_id and all(name in by_id for name in names):
        clash = next((n for n, name in enumerate(names) if by_number.get(name, by_id[name]) != by_id[name]), None)
        if clash is not None and all(name in by_number for name in names):
            raise FormatError(
                f"{rows.where(clash)}: seg {names[clash]!r} may be a segment's number "
                f"or another segment's id, and so may every other seg of the file; "
                f"name the column 'id' if it holds ids"
            )
        return [by_id[name] for name in names]
    # Which of the two was meant, if neither fits, is told by what fits more often.
    numeric = sum(name in by_number for name in names) >= sum(name in by_id for name in names)
    expected = f"a segment id or a number from 0 to {count - 1}"
    if numeric and {*names} <= {str(n) for n in range(1, count + 1)}:
        expected += f". The numbers are 1 to {count}: numbered from 1? {_SUBTRACT}"
    return _places(rows, names, by_number if numeric else by_id, expected)


def _places(rows: Rows, names: Sequence[str], numbers: Mapping[str, int], expected: str) -> list[int]:
    try:
        return [numbers[name] for name in names]
    except KeyError:
        odd = next(n for n, name in enumerate(names) if name not in numbers)
        raise FormatError(f"{rows.where(odd)}: there is no segment {names[odd]!r:.40}; expected {expected}") from None


def check_numbered(files: Sequence[Rows]) -> int:
    """Return how many segments the columns seg of files number together: from 0 and without gaps.

    0 where there is none. A file from 1 to beyond what those from 0 have is taken to be numbered from 1.
    """
    by_file = [_numbers(rows) for rows in files]
    all_segments: set[int] = set().union(*by_file)
    last = max((max(segments) for segments in by_file if 0 in segments), default=0)
    for rows, segments in zip(files, by_file, strict=True):
        if segments and min(segments) == 1 and max(segments) > last:
            raise FormatError(
                f"{rows.path}: the segments are 1 to {max(segments)}, and none is 0: numbered from 1? {_UNKNOWN}; "
                f"{_SUBTRACT}"
            )
    for rows, segments in zip(files, by_file, strict=True):
        if segments and max(segments) >= len(all_segments):
            gap = next(n for n in range(len(all_segments) + 1) if n not in all_segments)
            where = rows.where(next(n for n, name in enumerate(rows.columns["seg"]) if int(name) > gap))
            raise FormatError(f"{where}: there are segments beyond {gap}, but no row is of {gap}; {_UNKNOWN}")
    return len(all_segments)


def _numbers(rows: Rows) -> set[int]:
    cells = rows.column("seg", "id")
    distinct = dict.fromkeys(cells)
    odd = next((cell for cell in distinct if "id" in rows.columns or not _WHOLE.fullmatch(cell)), None)
    if odd is not None:
        raise FormatError(f"{rows.where([*cells].index(odd))}: the segment is {odd!r:.40}; {_UNKNOWN}")
    return {*map(int, distinct)}


_WHOLE = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_UNKNOWN = "without texts or saved scores, expected numbers in a column seg, from 0 and without gaps"
_SUBTRACT = "the first segment is 0: take 1 from each number"
