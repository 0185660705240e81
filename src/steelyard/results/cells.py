"""Cells as readers have them: the numbers of a column with as many decimals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from steelyard.results.numbers import whole
from steelyard.results.table import Cell, Number, Table

# Columns of smaller numbers get more than four decimals.
_SMALL = 0.01
_MOST_DECIMALS = 8


def with_digits(table: Table, digits: int | None) -> Table:
    """Return a table with so many decimals of all numbers that have decimals, if some are asked for."""
    if digits is None:
        return table
    columns = tuple(column if column.fixed else replace(column, digits=digits) for column in table.columns)
    rows = tuple(
        tuple(
            cell if column.fixed else _with_decimals(cell, digits)
            for cell, column in zip(row, table.columns, strict=True)
        )
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


def decimals(table: Table) -> list[int]:
    """Return the decimals that the numbers of each column are shown with: the column's own, or those that its numbers
    need."""
    columns = zip(*table.rows, strict=True) if table.rows else ([] for _ in table.columns)
    return [
        needed(cells) if column.digits is None else column.digits
        for column, cells in zip(table.columns, columns, strict=True)
    ]


def needed(cells: Sequence[Cell]) -> int:
    """Return how many decimals show three digits or more of most numbers, or fewer if those show all there is."""
    numbers = [abs(value) for cell in cells if isinstance(value := _value(cell), float) and math.isfinite(value)]
    most = _most_decimals([number for number in numbers if number])
    return next((n for n in range(1, most) if all(round(number, n) == number for number in numbers)), most)


def texts(table: Table) -> list[list[str]]:
    """Return the cells of each row without marks and intervals.

    Where the decimals are none that somebody chose, what is not nothing is not shown as nothing.
    """
    digits = decimals(table)
    free = [column.digits is None for column in table.columns]
    return [[_text(*cell) for cell in zip(row, digits, free, strict=True)] for row in table.rows]


def _with_decimals(cell: Cell, digits: int) -> Cell:
    """Return a cell whose own form, if it has one, has so many decimals.

    Shares in % and whole numbers have none, and p-values, of which few decimals say nothing, keep their own.
    """
    if not isinstance(cell, Number) or not cell.form or cell.form == "p" or cell.form.endswith("%"):
        return cell
    if cell.form.endswith("g") and float(cell.value).is_integer():
        return cell
    return replace(cell, form=f"{'+' * cell.form.startswith('+')}.{digits}f")


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
