"""Tables in Parquet files, by pyarrow (extra "parquet")."""

from __future__ import annotations

import importlib
import io
from pathlib import Path
from typing import Any

from steelyard.errors import FormatError, MissingResource
from steelyard.files.disk import opened


def pyarrow() -> Any:
    """Return the library, with its module for Parquet."""
    try:
        importlib.import_module("pyarrow.parquet")
        return importlib.import_module("pyarrow")
    except ImportError:
        raise MissingResource("Parquet files need pyarrow; install it with: pip install 'steelyard[parquet]'") from None


def read_parquet(path: Path) -> Any:
    """Return a file as a table of pyarrow."""
    arrow = pyarrow()
    with opened(path) as file:
        data = io.BytesIO(file.read())
    try:
        return arrow.parquet.read_table(data)
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise FormatError(f"{path}: not a Parquet file ({str(error).splitlines()[0]})") from None


def listed_cells(column: Any, name: str, path: Path) -> list[Any]:
    """Return the cells of a column; a row whose text is none is named."""
    try:
        cells: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        row = next(number for number, cell in enumerate(column) if not _is_readable(cell))
        raise FormatError(
            f"{path}, row {row}: column {name!r} is not valid UTF-8; write the file anew, from texts in UTF-8"
        ) from None
    return cells


def _is_readable(cell: Any) -> bool:
    try:
        cell.as_py()
    except UnicodeDecodeError:
        return False
    return True
