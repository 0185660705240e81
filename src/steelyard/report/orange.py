"""ORANGE as text."""

from __future__ import annotations

import math

from steelyard.meta.orange import Orange
from steelyard.report.qarla import interval, number
from steelyard.report.text import grid, printable


def text(made: Orange) -> str:
    """Return a table with a row for each measure, the best first, the notices and the signatures."""
    scores = sorted(made.scores, key=lambda one: (math.isnan(one.value), one.value))
    rows = [
        [printable(one.measure), number(one.value), interval(one.low, one.high), number(one.least),
         f"{one.length:.1f}" if one.lists else "undefined", f"{one.lists:,}", f"{one.undefined:,}",
         f"({made.scores.index(one) + 1})"]
        for one in scores
    ]  # fmt: skip
    heads = ["measure ↓", "ORANGE", "interval", "least", "length", "lists", "undefined", ""]
    lines = ["ORANGE: where references stand among outputs, as a share of the list; lower is better", ""]
    lines += [*grid(heads, rows, left=1), ""]
    lines += [f"{printable(one.measure)}: {one.reason}" for one in scores if one.reason]
    lines += [f"{printable(one.measure)}: {one.notice}" for one in scores if one.notice]
    lines += [*map(printable, made.notices), *([""] if made.notices or any(one.reason for one in scores) else [])]
    lines += [f"({n}) {printable(one.signature)}" for n, one in enumerate(made.scores, 1)]
    return "\n".join(lines) + "\n"
