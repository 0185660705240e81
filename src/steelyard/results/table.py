"""Tables of results: columns that say which way is better, and rows of plain cells, numbers or estimates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.results.brief import Brief
from steelyard.results.numbers import shown
from steelyard.results.signature import Signature

HIGHER, LOWER = "higher", "lower"


@dataclass(frozen=True, repr=False)
class Column(Brief):
    """The head of a column.

    name       as files have it
    label      as readers have it, where that is another
    better     "higher" or "lower", where one of them is better
    digits     decimals that numbers are shown with; without them, numbers are shown as they are
    signature  how the numbers of the column were made
    note       what else there is to know
    fixed      whether its numbers keep their decimals, whatever number of them is asked for
    measures   whether its head or its cells name measures, which papers print in their own way (BLEU, ROUGE-L); if not
               said, a column called "measure" does
    """

    name: str
    label: str = ""
    better: str | None = None
    digits: int | None = None
    signature: Signature = Signature()
    note: str = ""
    measures: bool | None = None
    fixed: bool = False

    @property
    def head(self) -> str:
        """What readers see."""
        return self.label or self.name

    @property
    def names_measures(self) -> bool:
        """Whether its head or its cells name measures."""
        return self.name == "measure" if self.measures is None else self.measures

    @property
    def arrow(self) -> str:
        """Which way is better."""
        return {HIGHER: "↑", LOWER: "↓"}.get(self.better or "", "")


@dataclass(frozen=True, repr=False)
class Number(Brief):
    """A number in a cell, with what belongs to it.

    low, high  bounds of its interval
    mark       what stands at the number: stars, letters
    best       of its column, or of its group in it
    remark     why it is undefined, or what must be known of it
    share      0 … 1: the strength of the ground's colour on a page
    form       a form of its own, as "+.2f", where the column's digits are not meant
    """

    value: float
    low: float | None = None
    high: float | None = None
    mark: str = ""
    best: bool = False
    remark: str = ""
    share: float | None = None
    form: str = ""

    def shown(self, digits: int | None) -> str:
        """Return the value as readers have it, without its mark."""
        return shown(self.value, self.form or _form(digits))

    def interval(self, digits: int | None) -> str:
        """Return "[low, high]", or nothing where there is no interval."""
        if self.low is None or self.high is None or math.isnan(self.low) or math.isnan(self.high):
            return ""
        return (
            f"[{', '.join(shown(bound, (self.form or _form(digits)).lstrip('+')) for bound in (self.low, self.high))}]"
        )


#: A name, a count, a number, a number with what belongs to it, or nothing.
Cell = str | int | float | Number | None


@dataclass(frozen=True, repr=False)
class Table(Brief):
    """A table of results: `name` is that of its file; a number that is nan is undefined.

    columns  heads, or just their names
    shown    whether readers see it; if not, it is for files and JSON only, where another shows the same
    notes    what stands below it
    most     how many of its rows a terminal shows, if not all; 0 where only pages show it
    papers   whether LaTeX has it; a long list is for pages and files
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    shown: bool = True
    notes: tuple[str, ...] = ()
    most: int | None = None
    papers: bool = True

    def __init__(
        self,
        name: str,
        title: str,
        columns: Iterable[str | Column],
        rows: Iterable[Sequence[Cell]],
        shown: bool = True,
        notes: Iterable[str] = (),
        most: int | None = None,
        papers: bool = True,
    ) -> None:
        heads = tuple(column if isinstance(column, Column) else Column(column) for column in columns)
        for field, value in (
            ("name", name),
            ("title", title),
            ("columns", heads),
            ("rows", tuple(map(tuple, rows))),
            ("shown", shown),
            ("notes", tuple(notes)),
            ("most", most),
            ("papers", papers),
        ):
            object.__setattr__(self, field, value)

    @property
    def signed(self) -> bool:
        """Whether each row says how its numbers were made."""
        return any(name.endswith("signature") and all(row[n] for row in self.rows) for n, name in enumerate(self.heads))

    @property
    def heads(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def labels(self) -> int:
        """How many columns name the rows: those before the first that has a number."""
        for place in range(len(self.columns)):
            if any(not isinstance(row[place], str) and row[place] is not None for row in self.rows):
                return place
        return len(self.columns)

    def values(self, row: Sequence[Cell]) -> list[Any]:
        """Return the cells of a row as files have them: values in full, without marks."""
        return [cell.value if isinstance(cell, Number) else cell for cell in row]

    def remarks(self) -> list[str]:
        """Return what must be said of single numbers, each once."""
        cells = (cell for row in self.rows for cell in row if isinstance(cell, Number))
        return list(dict.fromkeys(cell.remark for cell in cells if cell.remark))

    def to_dict(self) -> dict[str, Any]:
        """Return the table as the JSON output has it: a mapping for each row."""
        rows = [dict(zip(self.heads, map(_finite, self.values(row)), strict=True)) for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows}


def rows_of(name: str, results: Sequence[Any]) -> Table:
    """Return a row for each of some results of one kind, a column for each entry of their dictionaries, in full."""
    heads = list(dict.fromkeys(head for result in results for head in result.to_dict()))
    return Table(name, "", heads, ([getattr(result, head) for head in heads] for result in results))


def bounded(value: float, low: float, high: float, **belongings: Any) -> Number:
    """Return a number with its interval, or without one where a bound is nan."""
    lacking = math.isnan(low) or math.isnan(high)
    return Number(value, None if lacking else low, None if lacking else high, **belongings)


def marked_best(cells: Sequence[Number], better: str) -> list[Number]:
    """Return numbers with the best marked; where fewer than two values are defined and different, none is."""
    defined = {cell.value for cell in cells if not math.isnan(cell.value)}
    if len(defined) < 2:
        return list(cells)
    best = max(defined) if better == HIGHER else min(defined)
    return [replace(cell, best=cell.value == best) for cell in cells]


def _form(digits: int | None) -> str:
    return ".4g" if digits is None else f".{digits}f"


def _finite(cell: Any) -> Any:
    # JSON has neither nan nor infinity
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
