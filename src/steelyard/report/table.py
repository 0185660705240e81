"""What a table of scores says: rows, columns, the best of each, and what explains the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from steelyard.inference.plain import shown
from steelyard.measures.base import Measure
from steelyard.scores import Score, Scores


@dataclass(frozen=True)
class Column:
    """One measure as the user wrote it, which way is better, the decimals it is shown with, its signature."""

    measure: str
    higher_is_better: bool
    decimals: int
    signature: str

    @property
    def arrow(self) -> str:
        """Which way is better."""
        return "↑" if self.higher_is_better else "↓"


@dataclass(frozen=True)
class Cell:
    """One score as it is shown; best among the systems of its row's group."""

    score: Score
    decimals: int
    best: bool

    def value(self) -> str:
        """Return the value, or "undefined"."""
        return shown(self.score.value, f".{self.decimals}f")

    def interval(self) -> str:
        """Return "[low, high]", or nothing where there is no interval."""
        low, high = self.score.low, self.score.high
        if low is None or high is None:
            return ""
        bounds = (shown(bound, f".{self.decimals}f") for bound in (low, high))
        return f"[{', '.join(bounds)}]"


@dataclass(frozen=True)
class Row:
    """One system, and at levels below the whole test set one group of it."""

    heads: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """Scores laid out: `heads` name the leading columns, `columns` the measures."""

    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def remarks(self) -> list[str]:
        """Return why values are undefined and what else must be said of them, once for each measure and remark."""
        scores = [cell.score for row in self.rows for cell in row.cells]
        reasons = (f"undefined: {score.measure}: {score.reason}" for score in scores if score.reason is not None)
        notices = (f"{score.measure}, {score.system}: {score.notice}" for score in scores if score.notice is not None)
        return list(dict.fromkeys([*reasons, *notices]))


def tabulate(scores: Scores) -> Table:
    """Lay scores out with a row for each system, or for each group and system."""
    columns = tuple(
        Column(one.label, one.measure.higher_is_better, decimals_of(one.measure), _signature(scores, one.label))
        for one in scores.statistics
    )
    found = {(score.measure, score.system, score.group): score for score in scores.scores}
    rows: list[Row] = []
    for group in dict.fromkeys(score.group for score in scores.scores):
        rows += _rows(group, [[found[c.measure, s, group] for s in scores.systems] for c in columns], columns)
    return Table(("system",) if scores.level == "system" else (scores.level, "system"), columns, tuple(rows))


def decimals_of(measure: Measure) -> int:
    """Return the decimals that a measure's scores are shown with."""
    return measure.digits


def _signature(scores: Scores, measure: str) -> str:
    return next(score.signature for score in scores.scores if score.measure == measure)


def _rows(group: str | int | None, measured: Sequence[Sequence[Score]], columns: Sequence[Column]) -> Iterable[Row]:
    """Yield one row per system; `measured` is measure × system."""
    cells = [
        [Cell(score, column.decimals, best) for score, best in zip(row, _best(row, column), strict=True)]
        for row, column in zip(measured, columns, strict=True)
    ]
    for row in zip(*cells, strict=True):
        system = row[0].score.system
        yield Row((system,) if group is None else (str(group), system), row)


def _best(scores: Sequence[Score], column: Column) -> list[bool]:
    """Tell which scores are best; where all are equal, none is."""
    defined = {score.value for score in scores if not math.isnan(score.value)}
    if len(defined) < 2:
        return [False] * len(scores)
    best = max(defined) if column.higher_is_better else min(defined)
    return [score.value == best for score in scores]
