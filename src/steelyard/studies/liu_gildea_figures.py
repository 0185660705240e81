"""The figures of the study of Liu & Gildea (2005) as Vega-Lite specifications; the paper has tables only."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from steelyard.inference.plain import shown
from steelyard.measures.base import Measure
from steelyard.meta.vega import SCHEMA

#: The size of a kernel, which has none.
KERNEL = 0


class Column(Protocol):
    """A measure at each size, and the kernel beneath it."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def sizes(self) -> Mapping[int, Measure]:
        """Size → the measure."""

    @property
    def kernel(self) -> Measure | None:
        """The kernel."""


class Correlated(Protocol):
    """Where measures are held against people."""

    @property
    def dimension(self) -> str:
        """What people judged."""

    @property
    def system(self) -> str:
        """Whose segments; empty for all."""

    def r(self, measure: Measure | None) -> float:
        """Return a measure's correlation."""


def panels_figure(
    title: str, panels: Sequence[Correlated], columns: Sequence[Column], sizes: Sequence[int]
) -> dict[str, Any]:
    """Return r over sizes, a line for each measure and a dashed one for each kernel; a panel for each series."""
    rows = [row for panel in panels for row in _rows(panel, columns, sizes)]
    facet: dict[str, Any] = {"column": {"field": "human", "type": "nominal", "title": None, "sort": None}}
    if panels[0].system:
        facet["row"] = {"field": "system", "type": "nominal", "title": None, "sort": None}
    names = list(dict.fromkeys(row["measure"] for row in rows))
    colour = {"field": "measure", "type": "nominal", "title": None, "scale": {"domain": names}}
    y = {"field": "r", "type": "quantitative", "title": "Pearson's r", "scale": {"zero": False}}
    x = {"field": "size", "type": "quantitative", "title": "longest or deepest", "axis": {"tickMinStep": 1}}
    x["scale"] = {"domain": [sizes[0], sizes[-1]], "nice": False}
    return {
        "$schema": SCHEMA,
        "title": title.split(": ")[-1],
        "description": f"{title}, by longest n-gram or chain and deepest subtree. {_described(panels, columns, sizes)}",
        "data": {"values": rows},
        "facet": facet,
        "spec": {
            "width": 180,
            "height": 180,
            "layer": [
                {"transform": [{"filter": f"datum.size != {KERNEL}"}],
                 "mark": {"type": "line", "point": True},
                 "encoding": {"x": x, "y": y, "color": colour}},
                {"transform": [{"filter": f"datum.size == {KERNEL}"}],
                 "mark": {"type": "rule", "strokeDash": [4, 3], "strokeWidth": 2},
                 "encoding": {"y": y, "color": colour}},
            ],
        },
    }  # fmt: skip


def _rows(panel: Correlated, columns: Sequence[Column], sizes: Sequence[int]) -> list[dict[str, Any]]:
    made = [(column.name, size, column.sizes[size]) for column in columns for size in sizes if column.sizes]
    made += [(column.kernel.name, KERNEL, column.kernel) for column in columns if column.kernel is not None]
    return [
        {"human": panel.dimension, "system": panel.system, "measure": name, "size": size, "r": r}
        for name, size, measure in made
        if not math.isnan(r := panel.r(measure))
    ]


def _described(panels: Sequence[Correlated], columns: Sequence[Column], sizes: Sequence[int]) -> str:
    told = []
    for panel in panels:
        ends = (
            f"{one.name} {shown(panel.r(one.sizes[sizes[0]]), '.3f')} to {shown(panel.r(one.sizes[sizes[-1]]), '.3f')}"
            for one in columns
            if one.sizes
        )
        told.append(f"{panel.dimension}{f', {panel.system}' if panel.system else ''}: {', '.join(ends)}")
    return f"From {sizes[0]} to {sizes[-1]}: {'; '.join(told)}."
