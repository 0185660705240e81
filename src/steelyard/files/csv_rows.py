"""Rows of a CSV file: cells with commas between them, and quotation marks around those that need them."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from steelyard.errors import FormatError
from steelyard.files.disk import decoded_lines
from steelyard.results.numbers import counted

#: The limit belongs to the whole process: one thread at a time changes it.
_ALONE = threading.RLock()


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
def long_cells() -> Iterator[None]:
    """Lift the limit on the size of a cell: a text's size has its own check, which names the text."""
    with _ALONE:
        before = csv.field_size_limit(1 << 30)
        try:
            yield
        finally:
            csv.field_size_limit(before)
