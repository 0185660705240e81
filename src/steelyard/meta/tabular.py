"""Tables of results as rows of plain cells, which any report can show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

Cell = str | int | float


@dataclass(frozen=True)
class Table:
    """A table of results: `name` is that of its file; a cell that is nan is undefined.

    A table that is not `shown` is for files and JSON only, where another shows the same to a reader.
    """

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    shown: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the table as the JSON output has it: a mapping for each row."""
        rows = [dict(zip(self.heads, map(_null, row), strict=True)) for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows}


def _null(cell: Cell) -> Cell | None:
    # JSON has neither nan nor infinity
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
