"""Tables as plain text, for a terminal."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence

from steelyard.report.table import Cell, Table

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_STYLE = re.compile(r"\x1b\[\d*m")


def render(table: Table, bold: bool = False) -> str:
    """Return the table, the signatures by number, why values are undefined and what must be said of others.

    The best system is set bold, or marked with a star where bold letters cannot be shown.
    """
    columns = [_column([row.cells[n] for row in table.rows], bold) for n in range(len(table.columns))]
    heads = [f"{printable(column.measure)} {column.arrow} ({n})" for n, column in enumerate(table.columns, 1)]
    rows = [[*map(printable, row.heads), *cells] for row, *cells in zip(table.rows, *columns, strict=True)]
    lines = grid([*map(printable, table.heads), *heads], rows, left=len(table.heads))
    if not bold and any(cell.best for row in table.rows for cell in row.cells):
        lines += ["", "* best"]
    lines += ["", *(f"({n}) {printable(column.signature)}" for n, column in enumerate(table.columns, 1))]
    if remarks := table.remarks():
        lines += ["", *map(printable, remarks)]
    return "\n".join(lines) + "\n"


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """Return lines with cells lined up: the first `left` columns to the left, the others to the right."""
    widths = [max(map(width, column)) for column in zip(heads, *rows, strict=True)]

    def line(row: Sequence[str]) -> str:
        padded = (
            cell + " " * (w - width(cell)) if n < left else " " * (w - width(cell)) + cell
            for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(padded).rstrip()

    return [line(heads), "-" * (sum(widths) + 2 * (len(widths) - 1)), *map(line, rows)]


def shown(value: float, form: str) -> str:
    """Return a number in a form such as ".0%" or "+.3f", or the word for what is undefined."""
    return "undefined" if math.isnan(value) else format(value, form)


def width(text: str) -> int:
    """Return how many places a text takes on a terminal."""
    if text.isascii() and "\x1b" not in text:
        return len(text)
    plain = _STYLE.sub("", text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in plain)
    return len(plain) + wide - sum(unicodedata.combining(c) > 0 for c in plain)


def highlighted(text: str) -> str:
    """Return a text set bold."""
    return f"{_BOLD}{text}{_PLAIN}"


def printable(text: str) -> str:
    """Return a text whose control characters are written as escapes."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _column(cells: Sequence[Cell], bold: bool) -> list[str]:
    """Return a measure's cells with their values in line, whether marked and with intervals or not."""
    starred = not bold and any(cell.best for cell in cells)
    longest = max((len(cell.interval()) for cell in cells), default=0)
    shown = []
    for cell in cells:
        value = highlighted(cell.value()) if cell.best and bold else cell.value()
        star = ("*" if cell.best else " ") if starred else ""
        shown.append(value + star + (f" {cell.interval():>{longest}}" if longest else ""))
    return shown
