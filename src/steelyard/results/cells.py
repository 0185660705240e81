"""Cells as readers have them: the numbers of a column with as many decimals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from steelyard.results.numbers import whole
from steelyard.results.table import Cell, Number, Table

# Columns of smaller numbers get more than four decimals.
_SMALL = 0.01
_MOST_DECIMALS = 8


def decimals(table: Table, asked: int | None = None) -> list[int]:
    """Return the decimals that the numbers of each column are shown with: those asked for, the column's own, or those
    that its numbers need."""
    own = (column.digits if asked is None else asked for column in table.columns)
    columns = zip(*table.rows, strict=True) if table.rows else ([] for _ in table.columns)
    return [needed(cells) if digits is None else digits for digits, cells in zip(own, columns, strict=True)]


def needed(cells: Sequence[Cell]) -> int:
    """Return how many decimals show three digits or more of most numbers, or fewer if those show all there is."""
    numbers = [abs(value) for cell in cells if isinstance(value := _value(cell), float) and math.isfinite(value)]
    most = _most_decimals([number for number in numbers if number])
    return next((n for n in range(1, most) if all(round(number, n) == number for number in numbers)), most)


def texts(table: Table, asked: int | None = None) -> list[list[str]]:
    """Return the cells of each row without marks and intervals.

    Where the decimals are none that somebody chose, what is not nothing is not shown as nothing.
    """
    digits = decimals(table, asked)
    free = [asked is None and column.digits is None for column in table.columns]
    return [[_text(*cell) for cell in zip(row, digits, free, strict=True)] for row in table.rows]


def _text(cell: Cell, digits: int, free: bool) -> str:
    if cell is None or isinstance(cell, str):
        return cell or ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    number = cell if isinstance(cell, Number) else Number(cell)
    if isinstance(number.value, int) and not number.form:
        return whole(number.value)
    if free and not number.form and number.value and abs(number.value) < 0.5 * 10**-digits:
        return f"<{10**-digits:.{digits}f}" if number.value > 0 else f">-{10**-digits:.{digits}f}"
    return number.shown(digits)


def _value(cell: Cell) -> str | float | None:
    return cell.value if isinstance(cell, Number) else cell


def _most_decimals(numbers: Sequence[float]) -> int:
    largest, least = max(numbers, default=1.0), min(numbers, default=1.0)
    if largest < _SMALL:
        return min(2 - math.floor(math.log10(largest)), _MOST_DECIMALS)
    if largest <= 1:
        return 4
    return 3 if largest < 10 or least < 1 else 2
