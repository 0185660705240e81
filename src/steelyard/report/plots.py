"""Figures in plain characters, for a terminal: values with intervals, points, lines, histograms, grids of shades."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.characters import visible
from steelyard.report.grid import GridColumn, fitted
from steelyard.report.terminal import width, wrapped
from steelyard.results.figure import Figure, number
from steelyard.results.numbers import shown

_WIDTH, _LEAST_WIDTH = 49, 10
_HEIGHT, _LINE_HEIGHT = 13, 8
_MOST_BINS = 12
_LONGEST_LABEL = 24
#: Fewest points of a cell → its mark.
_MARKS = {5: "●", 2: "•", 1: "·"}
_SERIES = "●○■□▲△◆◇"
_SHADES = " ░▒▓█"

_Rows = Sequence[Mapping[str, Any]]


def plot(figure: Figure, columns: int | None = None) -> list[str]:
    """Return the lines of a figure, its title first; each panel is drawn by itself."""
    draw = _DRAWN[figure.kind]
    lines = wrapped(figure.title, columns)
    for panel, rows in _panels(figure).items():
        lines += ["", *(wrapped(panel, columns) if panel else []), *draw(figure, rows, columns)]
    return lines


def _panels(figure: Figure) -> dict[str, list[Mapping[str, Any]]]:
    # boxes stand one below the other, with the names of their panels
    names = [name for name in (figure.column, figure.row) if name and figure.kind != "boxes"]
    panels: dict[str, list[Mapping[str, Any]]] = {} if names else {"": []}
    for row in figure.rows:
        panels.setdefault(", ".join(f"{name} {row.get(name)}" for name in names), []).append(row)
    return panels


def _bars(figure: Figure, rows: _Rows, columns: int | None) -> list[str]:
    """Draw each value as a dot and its interval as a line; a dotted line is 0."""
    along_x = _are_numbers(rows, figure.x.field) and not figure.x.ordinal
    across = figure.x.field if along_x else figure.y.field
    named = figure.y.field if across == figure.x.field else figure.x.field
    panels = (figure.column, figure.row) if figure.kind == "boxes" else ()
    labels = [_label(row, (*panels, named, figure.colour)) for row in rows]
    values = [number(row, across) for row in rows]
    bounds = [(number(row, figure.low), number(row, figure.high)) for row in rows]
    low, high = limits([*values, *(end for both in bounds for end in both)])
    room = max(map(width, labels), default=0)
    numbers = [shown(value, ".3f") for value in values]
    size = _size(columns, room + 4 + max(map(len, numbers), default=0))
    lines = []
    for label, value, both, written in zip(labels, values, bounds, numbers, strict=True):
        line = _interval(value, both, (low, high), size)
        lines.append(f"{label}{' ' * (room - width(label))} │{line}│ {written}")
    return [*lines, *_axis(low, high, room + 1, size)]


def _interval(value: float, bounds: tuple[float, float], ends: tuple[float, float], size: int) -> str:
    row = [" "] * size
    if ends[0] < 0 < ends[1]:
        row[_place(0.0, *ends, size)] = "┊"
    if all(map(math.isfinite, bounds)):
        first, last = (_place(bound, *ends, size) for bound in bounds)
        row[first : last + 1] = "─" * (last - first + 1)
        row[first], row[last] = "├", "┤"
    if math.isfinite(value):
        row[_place(value, *ends, size)] = "●"
    return "".join(row)


def _points(figure: Figure, rows: _Rows, columns: int | None) -> list[str]:
    """Draw how many points fall into each cell of a grid."""
    every = [(number(row, figure.x.field), number(row, figure.y.field)) for row in rows]
    points = [point for point in every if all(map(math.isfinite, point))]
    (left, right), (low, high) = (limits([point[n] for point in points]) for n in range(2))
    marks = [f"{high:.3f}", *[""] * (_HEIGHT - 2), f"{low:.3f}"]
    room = max(map(len, marks))
    size = _size(columns, room + 2)
    counts = np.zeros((_HEIGHT, size), int)
    for x, y in points:
        counts[_HEIGHT - 1 - _place(y, low, high, _HEIGHT), _place(x, left, right, size)] += 1
    lines = [f"{mark:>{room}} │{''.join(map(_mark, row)).rstrip()}" for mark, row in zip(marks, counts, strict=True)]
    across, up = (axis.title or axis.field for axis in (figure.x, figure.y))
    legend = wrapped(f"{up} (up) over {across}; · one point, • 2 to 4, ● 5 or more", columns)
    return [*lines, *_axis(left, right, room + 1, size), *legend, *_left_out(len(every) - len(points))]


def _lines(figure: Figure, rows: _Rows, columns: int | None) -> list[str]:
    """Draw values over labels; neighbouring points are joined by the eye, undefined ones are not drawn."""
    labels = list(dict.fromkeys(_written(row.get(figure.x.field)) for row in rows))
    series = list(dict.fromkeys(_label(row, (figure.colour, figure.shape)) for row in rows))
    low, high = limits([number(row, figure.y.field) for row in rows])
    marks = [f"{high - n * (high - low) / (_LINE_HEIGHT - 1):7.4f}" for n in range(_LINE_HEIGHT)]
    room = max(map(len, marks))
    size = (72 if columns is None else max(columns, _LEAST_WIDTH)) - room - 2
    wide = max(1, min(max(map(width, labels), default=1) + 2, size // max(len(labels), 1)))
    cells = [[" "] * (wide * len(labels)) for _ in marks]
    for row in rows:
        if math.isfinite(value := number(row, figure.y.field)):
            place = wide * labels.index(_written(row.get(figure.x.field))) + wide - 1
            mark = _SERIES[series.index(_label(row, (figure.colour, figure.shape))) % len(_SERIES)]
            cells[round((high - value) / (high - low) * (_LINE_HEIGHT - 1))][place] = mark
    lines = [f"{mark} │{''.join(row)}".rstrip() for mark, row in zip(marks, cells, strict=True)]
    legend = [f"{_SERIES[n % len(_SERIES)]} {name}" for n, name in enumerate(series)] if len(series) > 1 else []
    axis = _labels_below(labels, wide)
    return [
        *lines,
        f"{'':{room}} └{'─' * (wide * len(labels))}",
        f"{'':{room + 2}}{axis}",
        f"{'':{room + 2}}{visible(figure.x.title or figure.x.field)}",
        *wrapped("  ".join(legend), columns),
    ]


def _labels_below(labels: Sequence[str], wide: int) -> str:
    """Return the labels where there is room for all, else the first and the last."""
    if all(width(label) < wide for label in labels):
        return "".join(" " * (wide - width(label)) + label for label in labels)
    first, last = labels[0], labels[-1]
    return first + " " * max(1, wide * len(labels) - width(first) - width(last)) + last


def _histogram(figure: Figure, rows: _Rows, columns: int | None) -> list[str]:
    """Draw a bar for each of a few intervals of equal width; the last one holds its end."""
    values = [value for row in rows if math.isfinite(value := number(row, figure.x.field))]
    if not values:
        return [f"all {len(rows)} values are undefined or infinite"]
    spread = max(values) - min(values) > _MOST_BINS * math.ulp(max(map(abs, values)))
    bins = min(_MOST_BINS, max(1, math.ceil(math.log2(len(values)) + 1))) if spread else 1
    counts, edges = np.histogram(values, bins)
    labels = [f"{a:.3f} … {b:.3f}" for a, b in itertools.pairwise(edges)]
    room, most = max(map(len, labels)), max(counts)
    size = _size(columns, room + 3 + len(str(most)))
    # a bar that is not empty can be seen
    lengths = [math.ceil(count / most * size) for count in counts]
    lines = [
        f"{label:>{room}} │{'█' * length}{' ' * bool(length)}{count}"
        for label, length, count in zip(labels, lengths, counts, strict=True)
    ]
    return [*lines, *_left_out(len(rows) - len(values))]


def _heatmap(figure: Figure, rows: _Rows, columns: int | None) -> list[str]:
    """Draw a number and a shade for each pair of values."""
    across, down = (list(dict.fromkeys(_written(row.get(axis.field)) for row in rows)) for axis in (figure.x, figure.y))
    values = {
        (_written(row.get(figure.x.field)), _written(row.get(figure.y.field))): number(row, figure.colour)
        for row in rows
    }
    low, high = limits(list(values.values()))
    corner = f"{visible(figure.y.title or figure.y.field)} ╲ {visible(figure.x.title or figure.x.field)}"
    heads = [GridColumn(corner, tuple(down), text=True)]
    heads += [
        GridColumn(x, tuple(_shade(values.get((x, y), math.nan), low, high) for y in down), text=False) for x in across
    ]
    lines = [line for block in fitted(heads, 1, columns) for line in (*block, "")]
    return [*lines[:-1], f"shades from {low:.3f} to {high:.3f}"]


def _shade(value: float, low: float, high: float) -> str:
    if not math.isfinite(value):
        return "- "
    return f"{value:.3f}{_SHADES[round((value - low) / (high - low) * (len(_SHADES) - 1))]}"


_DRAWN = {
    "bars": _bars,
    "intervals": _bars,
    "boxes": _bars,
    "points": _points,
    "lines": _lines,
    "bands": _lines,
    "histogram": _histogram,
    "heatmap": _heatmap,
}


def limits(values: Sequence[float]) -> tuple[float, float]:
    """Return the lowest and highest value; some room where there is one value only, or none."""
    defined = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(defined), max(defined)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _axis(low: float, high: float, indent: int, size: int) -> list[str]:
    left, right = f"{low:.3f}", f"{high:.3f}"
    gap = " " * max(1, size - len(left) - len(right))
    return [f"{' ' * indent}└{'─' * size}", f"{' ' * (indent + 1)}{left}{gap}{right}"]


def _size(columns: int | None, taken: int) -> int:
    return _WIDTH if columns is None else max(_LEAST_WIDTH, min(_WIDTH, columns - taken))


def _left_out(number: int) -> list[str]:
    return [f"{number} undefined or infinite, left out"] if number else []


def _mark(count: int) -> str:
    return next((mark for least, mark in _MARKS.items() if count >= least), " ")


def _place(value: float, low: float, high: float, cells: int) -> int:
    return round((value - low) / (high - low) * (cells - 1))


def _are_numbers(rows: _Rows, field: str) -> bool:
    return all(isinstance(row.get(field), int | float) for row in rows)


def _label(row: Mapping[str, Any], fields: Sequence[str]) -> str:
    label = " ".join(dict.fromkeys(_written(row.get(field)) for field in fields if field))
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"


def _written(value: Any) -> str:
    return visible(f"{value:g}" if isinstance(value, float) else str(value))
