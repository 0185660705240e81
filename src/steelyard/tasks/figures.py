"""Precision, recall and F of any task: what is undefined, how systems compare, and one row for each figure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.table import Column, Number, Table, bounded

#: Decimals of figures and their differences.
DIGITS = 4


def undefined_figures(named: Iterable[tuple[str, str, IntervalEstimate]]) -> list[str]:
    """Return why figures are undefined, each reason once with all that it is for; and of intervals in short.

    named   what the figure is, whose it is, and the figure
    """
    by_reason: dict[str, list[str]] = {}
    without: dict[str, None] = {}
    for what, system, figure in named:
        if math.isnan(figure.value):
            by_reason.setdefault(figure.reason or "", []).append(f"{what} ({system})")
        elif math.isnan(figure.low):
            without[figure.reason or ""] = None
    notices = [f"undefined: {', '.join(figures)}: {reason}" for reason, figures in by_reason.items()]
    return [*notices, *without]


def compared_table(comparisons: Comparisons | None, what: str, unit: str) -> list[Table]:
    """Return the differences of all pairs, with how they were tested; nothing where there is one system."""
    if comparisons is None:
        return []
    every = comparisons.test.exchanges(comparisons.draws, comparisons.n)
    drawn = f"all {every:,} exchanges" if every else f"{comparisons.draws.trials:,} trials"
    corrected = f"; p corrected by {comparisons.correct}" if len(comparisons.comparisons) > 1 else ""
    form = f"+.{DIGITS}f"
    rows = [
        (pair.a, pair.b, bounded(pair.difference, pair.low, pair.high, form=form), _p(pair), pair.better or "")
        for pair in comparisons.comparisons
    ]
    lacking = (pair.reason for pair in comparisons.comparisons if pair.reason and math.isnan(pair.p))
    better = Column("better", note=f"shown to be better, p up to {comparisons.alpha:g}")
    columns = ("a", "b", "difference", "p", better)
    title = f"{what}: approximate randomisation of {unit}, {drawn}{corrected}"
    return [Table("comparisons", title, columns, rows, notes=dict.fromkeys([*comparisons.notices, *lacking]))]


def _p(pair: Comparison) -> Number:
    return Number(pair.p_corrected, form="p")


def figure_records(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return a row for each figure, the signature last; an undefined number is nan."""
    columns = [column for column in dict.fromkeys(column for row in rows for column in row) if column != "signature"]
    columns.append("signature")
    return Table(name, "", columns, ([_cell(column, row.get(column)) for column in columns] for row in rows))


def _cell(column: str, value: Any) -> Any:
    return math.nan if value is None and column in ("value", "low", "high") else value
