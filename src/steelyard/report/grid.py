"""Cells lined up on a terminal: in one block if it is wide enough, else with cells wrapped, else in several blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from steelyard.report.terminal import width, wrapped

_GAP = 2
#: No column of words is made narrower than this, and no head wrapped to less.
_LEAST_TEXT, _LEAST_HEAD = 14, 8
#: Columns that name the rows and leave no room for others become as narrow as this.
_LEAST_LABEL = 6


@dataclass(frozen=True, eq=False, repr=False)
class GridColumn:
    """A head and cells as they are shown; words may be wrapped and stand on the left, numbers on the right."""

    head: str
    cells: tuple[str, ...]
    text: bool

    @property
    def natural(self) -> int:
        """The width at which nothing is wrapped."""
        return max(map(width, (self.head, *self.cells)))

    @property
    def least(self) -> int:
        """The width below which it is not read well."""
        if self.text:
            return min(self.natural, _LEAST_TEXT)
        return max([min(width(self.head), _LEAST_HEAD), *map(width, self.cells)])


def fitted(columns: Sequence[GridColumn], labels: int, room: int | None) -> Iterator[list[str]]:
    """Yield blocks of lines; where several are needed, the columns that name the rows stand in each of them."""
    if not columns:
        return
    if room is None or _total([column.natural for column in columns]) <= room:
        yield _block(columns, [column.natural for column in columns])
    elif _total([column.least for column in columns]) <= room:
        yield _block(columns, _widths(columns, [column.least for column in columns], room))
    else:
        yield from _blocks(columns, labels if labels < len(columns) else 1, room)


def _blocks(columns: Sequence[GridColumn], labels: int, room: int) -> Iterator[list[str]]:
    named, others = columns[:labels], columns[labels:]
    widest = max([column.least for column in others], default=0)
    least = [column.least for column in named]
    if _total([*least, widest]) > room:
        least = [min(wide, _LEAST_LABEL) for wide in least]
    block: list[GridColumn] = []
    for column in others:
        if block and _total([*least, *(placed.least for placed in block), column.least]) > room:
            yield _block(
                [*named, *block], _widths([*named, *block], [*least, *(placed.least for placed in block)], room)
            )
            block = []
        block.append(column)
    yield _block([*named, *block], _widths([*named, *block], [*least, *(placed.least for placed in block)], room))


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _widths(columns: Sequence[GridColumn], least: Sequence[int], room: int) -> list[int]:
    """Return widths that fit: none below its least, and no wider one narrower than a lesser where it need not be."""
    for limit in range(room, 0, -1):
        widths = [min(column.natural, max(low, limit)) for column, low in zip(columns, least, strict=True)]
        if _total(widths) <= room:
            return widths
    return list(least)


def _block(columns: Sequence[GridColumn], widths: Sequence[int]) -> list[str]:
    heads = _row([column.head for column in columns], columns, widths, top=False)
    rows = (_row(cells, columns, widths) for cells in zip(*(column.cells for column in columns), strict=True))
    return [*heads, "-" * _total(widths), *(line for row in rows for line in row)]


def _row(cells: Sequence[str], columns: Sequence[GridColumn], widths: Sequence[int], top: bool = True) -> Iterator[str]:
    """Yield the lines of a row; heads stand at the foot of theirs."""
    split = [_split(cell, wide) for cell, wide in zip(cells, widths, strict=True)]
    height = max(map(len, split))
    filled = [
        [*lines, *[""] * (height - len(lines))] if top else [*[""] * (height - len(lines)), *lines] for lines in split
    ]
    for line in zip_longest(*filled, fillvalue=""):
        padded = (
            cell + " " * (wide - width(cell)) if column.text else " " * (wide - width(cell)) + cell
            for cell, column, wide in zip(line, columns, widths, strict=True)
        )
        yield (" " * _GAP).join(padded).rstrip()


def _split(cell: str, wide: int) -> list[str]:
    return [cell] if width(cell) <= wide else wrapped(cell, wide)
