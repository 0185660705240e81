"""Records in files, as columns: JSON Lines, JSON, CSV, TSV and Parquet, told by their endings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines
from steelyard.files.names import repeated
from steelyard.files.paths import plain_name

_EXPECTED = "a list of objects, a list of texts, or an object of lists of the same length"
#: The one column of a list of texts.
_TEXT = "text"


@dataclass(frozen=True, eq=False)
class Records:
    """Rows of a file.

    columns   name → one cell for each row; None where there is none
    places    where each row is, as "line 3"
    """

    path: Path
    columns: Mapping[str, Sequence[Any]]
    places: Sequence[str]

    def __len__(self) -> int:
        return len(self.places)

    def where(self, row: int) -> str:
        """Return file and line of a row, for messages."""
        return f"{self.path}, {self.places[row]}"

    def cells(self, name: str) -> Sequence[Any] | None:
        """Return a column, or what a path of keys and numbers such as doc.answers.0 leads to in each row, if any."""
        if (column := self.columns.get(name)) is not None:
            return column
        first, *path = name.split(".")
        if not path or first not in self.columns:
            return None
        cells = [_inside(cell, path) for cell in self.columns[first]]
        return None if all(cell is None for cell in cells) else cells


def _inside(cell: Any, path: Sequence[str]) -> Any:
    for key in path:
        if isinstance(cell, Mapping):
            cell = cell.get(key)
        elif isinstance(cell, list) and key.isdecimal() and int(key[:9]) < len(cell):
            cell = cell[int(key[:9])]
        else:
            return None
    return cell


def read_records(path: Path, accept: Sequence[str] = ()) -> Records:
    """Return the records of a file, which has at least one."""
    read = next((read for ending, read in ENDINGS.items() if plain_name(path).endswith(ending)), None)
    if read is None:
        raise FormatError(f"{path}: no table by its ending; expected {', '.join(ENDINGS)}, or these with .gz")
    records = read(path, accept)
    if not len(records):
        raise FormatError(f"{path}: there is no row in it; expected one for each segment")
    return records


def _json_lines(path: Path, accept: Sequence[str]) -> Records:
    from steelyard.files.json_lines import records

    return _of_objects(path, ((where.removeprefix(f"{path}, "), record) for where, record in records(path, accept)))


def _of_objects(path: Path, objects: Iterable[tuple[str, Mapping[str, Any]]]) -> Records:
    places, entries = [], []
    for place, record in objects:
        places.append(place)
        entries.append(record)
    return Records(path, _Objects(entries), places)


class _Objects(Mapping[str, Sequence[Any]]):
    """Columns of objects with any keys, of which only those that are asked for become lists."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self._entries = entries
        self._names = dict.fromkeys(name for entry in entries for name in entry)

    def __getitem__(self, name: str) -> Sequence[Any]:
        if name not in self._names:
            raise KeyError(name)
        return [entry.get(name) for entry in self._entries]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _json(path: Path, accept: Sequence[str]) -> Records:
    from steelyard.files.json_lines import parsed

    text = "".join(decoded_lines(path, accept))
    if not text.strip():
        raise FormatError(f"{path}: the file is empty; expected {_EXPECTED}")
    content = parsed(text, str(path), _EXPECTED)
    if isinstance(content, Mapping) and content and all(isinstance(column, list) for column in content.values()):
        lengths = {len(column) for column in content.values()}
        if len(lengths) > 1:
            sizes = ", ".join(f"{name!r} {len(column):,}" for name, column in content.items())
            raise FormatError(f"{path}: the lists differ in length ({sizes:.120}); expected {_EXPECTED}")
        return Records(path, content, _entries(lengths.pop()))
    if not isinstance(content, list):
        kind = f"an object with the keys {', '.join(content):.100}" if isinstance(content, Mapping) else "one value"
        inside = (
            next((key for key, value in content.items() if isinstance(value, list)), "") if "object" in kind else ""
        )
        way_out = f"; take the list {inside!r:.60} out of it" if inside else ""
        raise FormatError(f"{path}: holds {kind}; expected {_EXPECTED}{way_out}")
    if content and all(isinstance(entry, str) for entry in content):
        return Records(path, {_TEXT: content}, _entries(len(content)))
    if odd := next((n for n, entry in enumerate(content, 1) if not isinstance(entry, Mapping)), 0):
        raise FormatError(f"{path}, entry {odd}: is {content[odd - 1]!r:.40}; expected {_EXPECTED}")
    return _of_objects(path, zip(_entries(len(content)), content, strict=True))


def _entries(count: int) -> list[str]:
    return [f"entry {n}" for n in range(1, count + 1)]


def _csv(path: Path, accept: Sequence[str]) -> Records:
    from steelyard.files.csv_rows import long_cells, rows

    with long_cells():
        (_, header), *body = [*rows(path, accept)] or [("", [""])]
    if not header:
        raise FormatError(f"{path}, line 1: is empty; expected a heading, with commas between the columns")
    if (twice := repeated(header)) is not None:
        raise FormatError(f"{path}, line 1: the column {twice!r} is there twice; name every column once")
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        if len(header) == 1 and sign in header[0]:
            raise FormatError(
                f"{path}, line 1: {name} and no comma in {header[0]!r:.60}; expected commas between cells"
            )
    columns = list(zip(*(cells for _, cells in body), strict=True)) or [() for _ in header]
    places = [where.removeprefix(f"{path}, ") for where, _ in body]
    return Records(path, dict(zip(header, columns, strict=True)), places)


def _tsv(path: Path, accept: Sequence[str]) -> Records:
    from steelyard.files.rows import read_rows

    rows = read_rows(path, accept)
    return Records(path, rows.columns, [f"line {n}" for n in range(2, len(rows) + 2)])


def _parquet(path: Path, accept: Sequence[str]) -> Records:
    from steelyard.files.parquet import read_parquet

    del accept
    content = read_parquet(path)
    return Records(path, _Arrow(content, path), [f"row {n}" for n in range(content.num_rows)])


class _Arrow(Mapping[str, Sequence[Any]]):
    """Columns of a table of pyarrow, of which only those that are asked for become lists."""

    def __init__(self, content: Any, path: Path) -> None:
        if (twice := repeated(content.column_names)) is not None:
            raise FormatError(f"{path}: the column {twice!r} is there twice; name every column once")
        self._content, self._path = content, path

    def __getitem__(self, name: str) -> Sequence[Any]:
        from steelyard.files.parquet import listed_cells

        if name not in self._content.column_names:
            raise KeyError(name)
        return listed_cells(self._content.column(name), name, self._path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._content.column_names)

    def __len__(self) -> int:
        return len(self._content.column_names)


#: Ending → what reads such a file.
ENDINGS: dict[str, Callable[[Path, Sequence[str]], Records]] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".json": _json,
    ".csv": _csv,
    ".tsv": _tsv,
    ".parquet": _parquet,
    ".pq": _parquet,
}
