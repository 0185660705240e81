"""Plots in plain characters: values with intervals, points, histograms."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from steelyard.inference.plain import shown
from steelyard.report.text import printable, width
from steelyard.studies.base import Bars, Histogram, Plot, Points

_WIDTH = 49
_HEIGHT = 13
_MOST_BINS = 12
#: Fewest points of a cell → its mark.
_MARKS = {5: "●", 2: "•", 1: "·"}


def drawn(plot: Plot) -> list[str]:
    """Return the lines of a plot, its title first."""
    draw = _bars(plot) if isinstance(plot, Bars) else _points(plot) if isinstance(plot, Points) else _histogram(plot)
    return [printable(plot.title), "", *draw]


def _bars(plot: Bars) -> list[str]:
    """Draw each value as a dot and its interval as a line; a dotted line is 0."""
    intervals = plot.intervals or ((math.nan, math.nan),) * len(plot.values)
    low, high = limits([*plot.values, *(end for both in intervals for end in both)])
    labels = [printable(label) for label in plot.labels]
    room = max(map(width, labels), default=0)
    lines = []
    for label, value, (start, end) in zip(labels, plot.values, intervals, strict=True):
        row = [" "] * _WIDTH
        if low < 0 < high:
            row[_place(0.0, low, high, _WIDTH)] = "┊"
        if math.isfinite(start) and math.isfinite(end):
            first, last = (_place(one, low, high, _WIDTH) for one in (start, end))
            row[first : last + 1] = "─" * (last - first + 1)
            row[first], row[last] = "├", "┤"
        if math.isfinite(value):
            row[_place(value, low, high, _WIDTH)] = "●"
        lines.append(f"{label}{' ' * (room - width(label))} │{''.join(row)}│ {shown(value, '.3f')}")
    return [*lines, *_axis(low, high, room + 1)]


def _points(plot: Points) -> list[str]:
    """Draw how many points fall into each cell of a grid."""
    there = [(x, y) for x, y in zip(plot.x, plot.y, strict=True) if math.isfinite(x) and math.isfinite(y)]
    (left, right), (low, high) = (limits([point[n] for point in there]) for n in range(2))
    counts = np.zeros((_HEIGHT, _WIDTH), int)
    for x, y in there:
        counts[_HEIGHT - 1 - _place(y, low, high, _HEIGHT), _place(x, left, right, _WIDTH)] += 1
    marks = [f"{high:.3f}", *[""] * (_HEIGHT - 2), f"{low:.3f}"]
    room = max(map(len, marks))
    rows = [f"{mark:>{room}} │{''.join(map(_mark, row)).rstrip()}" for mark, row in zip(marks, counts, strict=True)]
    across, up = map(printable, plot.names)
    told = [f"{up} (up) over {across}; · one point, • 2 to 4, ● 5 or more"]
    if lost := len(plot.x) - len(there):
        told.append(f"{lost} undefined or infinite, left out")
    return [*rows, *_axis(left, right, room + 1), *told]


def _histogram(plot: Histogram) -> list[str]:
    """Draw a bar for each of a few intervals of equal width; the last one holds its end."""
    there = [value for value in plot.values if math.isfinite(value)]
    if not there:
        return [f"all {len(plot.values)} values are undefined or infinite"]
    bins = min(_MOST_BINS, max(1, math.ceil(math.log2(len(there)) + 1))) if min(there) < max(there) else 1
    counts, edges = np.histogram(there, bins)
    labels = [f"{a:.3f} … {b:.3f}" for a, b in itertools.pairwise(edges)]
    room, most = max(map(len, labels)), max(counts)
    # a bar that is not empty can be seen
    lengths = [math.ceil(count / most * _WIDTH) for count in counts]
    lines = [
        f"{label:>{room}} │{'█' * length}{' ' * bool(length)}{count}"
        for label, length, count in zip(labels, lengths, counts, strict=True)
    ]
    lost = len(plot.values) - len(there)
    return [*lines, *([f"{lost} undefined or infinite, left out"] if lost else [])]


def _axis(low: float, high: float, indent: int) -> list[str]:
    left, right = f"{low:.3f}", f"{high:.3f}"
    gap = " " * max(1, _WIDTH - len(left) - len(right))
    return [f"{' ' * indent}└{'─' * _WIDTH}", f"{' ' * (indent + 1)}{left}{gap}{right}"]


def _mark(count: int) -> str:
    return next((mark for least, mark in _MARKS.items() if count >= least), " ")


def _place(value: float, low: float, high: float, cells: int) -> int:
    return round((value - low) / (high - low) * (cells - 1))


def limits(values: Sequence[float]) -> tuple[float, float]:
    """Return the lowest and highest value; some room where there is one value only, or none."""
    defined = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(defined), max(defined)
    return (low, high) if low < high else (low - 0.5, high + 0.5)
