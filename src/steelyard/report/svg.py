"""Small figures as SVG for a page, in the page's own colours: intervals of scores, and scatter plots.

Every figure is one image with a title and a description in words; the table beside it holds the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.characters import markup, visible
from steelyard.report.labels import LETTER, label_places
from steelyard.report.terminal import width
from steelyard.results.figure import Axis, Figure, number
from steelyard.results.numbers import shown

_ROW, _TOP, _AXIS = 20.0, 8.0, 34.0
_PLOT, _MARGIN = 230.0, 12.0
_LONGEST_NAME = 24
_SIDE = 250.0
_TICKS = 5
_FORM = ".4g"


@dataclass(frozen=True)
class Interval:
    """A system's value with the bounds of its interval; these may be undefined."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Point:
    """A point with a short label, and what it is in full."""

    x: float
    y: float
    label: str
    description: str


@dataclass(frozen=True)
class _Scale:
    """From values between low and high to places between start and end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def drawn(figure: Figure) -> Iterator[str] | None:
    """Return a figure that needs no other program to draw it: one panel of points with labels, or of intervals."""
    cut = figure.column or figure.row or figure.colour or figure.shape or figure.lines or figure.diagonal
    if cut or figure.subtitle or figure.description or not (_is_plain(figure.x) and _is_plain(figure.y)):
        return None
    if figure.kind == "intervals":
        bounds = figure.low, figure.high
        rows = [Interval(str(row[figure.y.field]), number(row, figure.x.field), *(number(row, end) for end in bounds))
                for row in figure.rows]  # fmt: skip
        return intervals(
            figure.title, "; ".join(f"{interval.name} {shown(interval.value, _FORM)}" for interval in rows), rows
        )
    if figure.kind == "points" and figure.name_field:
        points = [_point(figure, row) for row in figure.rows]
        axes = figure.x.title or figure.x.field, figure.y.title or figure.y.field
        return scatter(figure.title, "; ".join(point.description for point in points), axes, points)
    return None


def _is_plain(axis: Axis) -> bool:
    return not (axis.domain or axis.logarithmic or axis.ordinal or axis.reverse)


def _point(figure: Figure, row: Mapping[str, Any]) -> Point:
    x, y = number(row, figure.x.field), number(row, figure.y.field)
    words = ", ".join(str(value) for name, value in row.items() if isinstance(value, str) and name != figure.name_field)
    name = str(row[figure.name_field])
    return Point(x, y, name, f"{words or name}: {figure.x.field} {shown(x, _FORM)}, {figure.y.field} {shown(y, _FORM)}")


def intervals(title: str, description: str, rows: Sequence[Interval]) -> Iterator[str]:
    """Yield a row for each system: a line for its interval and a dot for its value."""
    names = [_short(interval.name) for interval in rows]
    left = LETTER * max(map(width, names), default=0) + _MARGIN
    across, down = left + _PLOT + _MARGIN, _TOP + _ROW * len(rows) + _AXIS
    ends = [end for interval in rows for end in (interval.value, interval.low, interval.high) if not math.isnan(end)]
    marks = ticks(*_room(ends))
    x = _Scale(marks[0], marks[-1], left, left + _PLOT)
    yield from _begin(title, description, across, down)
    yield from _bottom(marks, x, _TOP, down - _AXIS + 4)
    for n, (interval, name) in enumerate(zip(rows, names, strict=True)):
        y = _TOP + _ROW * (n + 0.5)
        yield f'<text x="{left - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{markup(name)}</text>'
        if math.isnan(interval.value):
            yield f'<text class="faint" x="{left + 4:.1f}" y="{y + 4:.1f}">undefined</text>'
            continue
        tooltip = f"{interval.name}: {interval.value:.4g}"
        if not math.isnan(interval.low):
            tooltip += f" [{interval.low:.4g}, {interval.high:.4g}]"
            low, high = x(interval.low), x(interval.high)
            yield f'<line class="whisker" x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>'
        middle = x(interval.value)
        yield f'<circle class="dot" cx="{middle:.1f}" cy="{y:.1f}" r="4"><title>{markup(tooltip)}</title></circle>'
    yield "</svg>"


def scatter(title: str, description: str, axes: tuple[str, str], points: Sequence[Point]) -> Iterator[str]:
    """Yield a scatter plot of points with both values defined; `axes` names what goes across and up."""
    defined = [point for point in points if not math.isnan(point.x) and not math.isnan(point.y)]
    across_marks = ticks(*_room([point.x for point in defined]))
    up_marks = ticks(*_room([point.y for point in defined]))
    left = LETTER * max(len(_mark(mark, up_marks)) for mark in up_marks) + 2 * _MARGIN + 8
    x = _Scale(across_marks[0], across_marks[-1], left, left + _SIDE)
    y = _Scale(up_marks[0], up_marks[-1], _TOP + _SIDE, _TOP)
    across, down = left + _SIDE + _MARGIN, _TOP + _SIDE + _AXIS + 8
    yield from _begin(title, description, across, down)
    yield from _bottom(across_marks, x, _TOP, _TOP + _SIDE)
    for mark in up_marks:
        yield f'<line class="grid" x1="{left:.1f}" y1="{y(mark):.1f}" x2="{left + _SIDE:.1f}" y2="{y(mark):.1f}"/>'
        label = _mark(mark, up_marks)
        yield f'<text class="faint" x="{left - 6:.1f}" y="{y(mark) + 4:.1f}" text-anchor="end">{label}</text>'
    middle = _TOP + _SIDE / 2
    yield f'<text x="{left + _SIDE / 2:.1f}" y="{down - 6:.1f}" text-anchor="middle">{markup(_short(axes[0]))}</text>'
    turned = f'transform="translate(11 {middle:.1f}) rotate(-90)"'
    yield f'<text {turned} text-anchor="middle">{markup(_short(axes[1]))}</text>'
    placed = [(x(point.x), y(point.y)) for point in defined]
    for point, place, label in zip(defined, placed, _labels(defined, placed, (left, across)), strict=True):
        tooltip = f"<title>{markup(point.description)}</title>"
        yield f'<circle class="dot" cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="4">{tooltip}</circle>{label}'
    yield "</svg>"


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers at equal steps from below low to above high.

    >>> ticks(12.3, 47.1)
    [10.0, 20.0, 30.0, 40.0, 50.0]
    """
    rough = (high - low) / (_TICKS - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [n * step for n in range(first, last + 1)]


def _begin(title: str, description: str, across: float, down: float) -> Iterator[str]:
    size = f'width="{across:.0f}" height="{down:.0f}" viewBox="0 0 {across:.0f} {down:.0f}"'
    yield f'<svg class="figure" role="img" aria-label="{markup(f"{title}. {description}")}" {size}>'


def _bottom(marks: Sequence[float], x: _Scale, top: float, bottom: float) -> Iterator[str]:
    for mark in marks:
        yield f'<line class="grid" x1="{x(mark):.1f}" y1="{top:.1f}" x2="{x(mark):.1f}" y2="{bottom:.1f}"/>'
        label = _mark(mark, marks)
        yield f'<text class="faint" x="{x(mark):.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{label}</text>'


def _mark(mark: float, marks: Sequence[float]) -> str:
    """Return a number with the decimals that its neighbours need."""
    step = marks[1] - marks[0]
    decimals = max(0, -math.floor(math.log10(step * 1.0001)) + (0 if _is_round(step) else 1))
    return f"{mark:.{decimals}f}".replace("-", "−")


def _is_round(step: float) -> bool:
    leading = step / 10.0 ** math.floor(math.log10(step * 1.0001))
    return abs(leading - round(leading)) < 1e-6


def _room(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds of some values; about one value, or none, there is some room."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    slack = max(abs(low), abs(high)) * 0.05 or 1.0
    return (low, high) if high - low > slack * 1e-6 else (low - slack, high + slack)


def _short(name: str) -> str:
    whole = visible(name)
    return whole if len(whole) <= _LONGEST_NAME else f"{whole[: _LONGEST_NAME - 1]}…"


def _labels(
    points: Sequence[Point], placed: Sequence[tuple[float, float]], bounds: tuple[float, float]
) -> Iterator[str]:
    """Yield each point's label beside it."""
    places = label_places([point.label for point in points], placed, bounds)
    for point, (x, y), shift in zip(points, placed, places, strict=True):
        place = f'x="{x + shift.right:.1f}" y="{y + shift.below:.1f}" text-anchor="{shift.anchor}"'
        yield f'<text class="label" {place}>{markup(visible(point.label))}</text>'
