"""Figures: a kind and its data; how it is drawn is the report's business."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.results.brief import Brief
from steelyard.results.numbers import LARGEST

KINDS = ("points", "lines", "bands", "bars", "intervals", "boxes", "histogram", "heatmap")


@dataclass(frozen=True)
class Axis:
    """What runs along a side of a figure: a field of the data, its title, and its lowest and highest value if fixed.

    ordinal   whether its values stand at equal distances, in the order of the rows
    reverse   whether it runs from high to low, as ranks do
    """

    field: str
    title: str = ""
    domain: tuple[float, float] | None = None
    logarithmic: bool = False
    ordinal: bool = False
    reverse: bool = False


@dataclass(frozen=True, repr=False)
class Figure(Brief):
    """A figure of some kind.

    kind           points, lines, bands (lines, and all between low and high), bars, intervals (values with low and
                   high), boxes (values with low, high, middle and ends), histogram, heatmap
    subtitle       lines below the title
    description    what it shows, for those who do not see it
    rows           the data: a mapping from field to value for each mark; a value that is nan is not drawn, but counted
    colour, shape  fields by which marks differ
    column, row    fields by which it is cut into panels
    free           whether each panel has axes of its own, as far as its marks reach
    turned         values of `column` in whose panels x runs from high to low, as less is better there
    low, high      fields of the bounds of each mark's interval, or of a box
    middle, ends   fields of a box's median, and of its least and greatest value
    name_field     the field that is written at each mark
    lines          constants drawn across it: title → (axis "x" or "y", value)
    diagonal       whether a line is drawn where x and y are the same
    order          the field by which the points of a line are joined, where that is not x
    most           how many marks of each colour are drawn, where more would hide one another
    beside         the table it stands with, where that has another name
    plain          whether a terminal shows it too, in plain characters
    """

    name: str
    title: str
    kind: str
    rows: tuple[Mapping[str, Any], ...]
    x: Axis
    y: Axis
    colour: str = ""
    shape: str = ""
    column: str = ""
    row: str = ""
    free: bool = False
    turned: tuple[str, ...] = ()
    low: str = ""
    high: str = ""
    middle: str = ""
    ends: tuple[str, str] | None = None
    name_field: str = ""
    lines: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    diagonal: bool = False
    order: str = ""
    most: int | None = None
    beside: str = ""
    plain: bool = False
    subtitle: tuple[str, ...] = ()
    description: str = ""


def drawable(value: float) -> float:
    """Return a number as figures have it: nan if it is infinite or beyond what axes can span, and 0 for almost 0."""
    if not abs(value) <= LARGEST:
        return math.nan
    return value if abs(value) >= 1 / LARGEST else type(value)(0)


def number(row: Mapping[str, Any], field: str) -> float:
    """Return the number that a row of a figure has there; nan where it has none that can be drawn."""
    value = row.get(field)
    return drawable(float(value)) if isinstance(value, int | float) else math.nan
