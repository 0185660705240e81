"""The figures of Amigó et al. (2011) as Vega-Lite specifications."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, Protocol

from steelyard.meta.set_figures import AdditiveReliability, SetFigures
from steelyard.meta.vega import SCHEMA

# More points of one size hide one another.
_DRAWN = 150
# The ends of the scheme are lost on a dark or a light ground.
_SIZES = {"scheme": {"name": "plasma", "extent": [0.35, 0.85]}}


class Grown(Protocol):
    """Heterogeneity of sets of one kind and size."""

    @property
    def measures(self) -> str:
        """What kind of sets."""

    @property
    def size(self) -> int:
        """How many measures each has."""

    @property
    def mean(self) -> float:
        """Mean heterogeneity."""

    @property
    def low(self) -> float:
        """Lower end of the central share."""

    @property
    def high(self) -> float:
        """Upper end of the central share."""


def additive_figure(found: AdditiveReliability) -> dict[str, Any]:
    """Return figure 1: how many pairs of measures have which difference."""
    rows = [{"difference": difference} for difference in found.differences if not math.isnan(difference)]
    x = {"field": "difference", "type": "quantitative", "bin": {"maxbins": 40},
         "title": "R({x₁, x₂}) − max(R(x₁), R(x₂))"}  # fmt: skip
    return {
        "$schema": SCHEMA,
        "title": "Additive reliability of pairs of measures",
        "width": 360,
        "height": 220,
        "data": {"values": rows},
        "layer": [
            {"mark": "bar", "encoding": {"x": x, "y": {"aggregate": "count", "title": "pairs of measures"}}},
            _zero("x"),
        ],
    }


def set_figure(sets: Sequence[SetFigures], name: str, title: str) -> dict[str, Any]:
    """Return figures 2 and 3, or 5 and 6: a point for each set over its heterogeneity, coloured by size."""
    rows = []
    cut = False
    for size, some in itertools.groupby(sets, key=lambda one: len(one.measures)):
        defined = [one for one in some if not math.isnan(getattr(one, name) + one.heterogeneity)]
        cut = cut or len(defined) > _DRAWN
        rows += [{"size": size, "heterogeneity": one.heterogeneity, name: getattr(one, name)}
                 for one in defined[:_DRAWN]]  # fmt: skip
    shown = "reliability gain" if name == "gain" else name
    points = {
        "mark": {"type": "point", "filled": True, "size": 12, "opacity": 0.7},
        "encoding": {
            "x": {"field": "heterogeneity", "type": "quantitative", "title": "heterogeneity"},
            "y": {"field": name, "type": "quantitative", "title": shown, "scale": {"zero": name == "gain"}},
            "color": {"field": "size", "type": "ordinal", "title": "measures", "scale": _SIZES},
        },
    }
    return {
        "$schema": SCHEMA,
        "title": {"text": title, "subtitle": f"the first {_DRAWN} sets of each size"} if cut else title,
        "width": 360,
        "height": 260,
        "data": {"values": rows},
        "layer": [points, _zero("y")] if name == "gain" else [points],
    }


def growth_figure(growth: Sequence[Grown]) -> dict[str, Any]:
    """Return figure 4: mean heterogeneity by size, with a band of the central 90 %."""
    rows = [
        {"measures": one.measures, "size": one.size, "mean": one.mean, "low": one.low, "high": one.high}
        for one in growth
    ]
    x = {"field": "size", "type": "quantitative", "title": "measures in a set", "axis": {"tickMinStep": 1}}
    # Else the legend is as faint as the band.
    legend = {"symbolOpacity": 1}
    colour = {"field": "measures", "type": "nominal", "sort": None, "title": None, "legend": legend}
    share = {"type": "quantitative", "title": "heterogeneity"}
    return {
        "$schema": SCHEMA,
        "title": "Heterogeneity of sets of lexical measures, and with others among them",
        "width": 360,
        "height": 220,
        "data": {"values": rows},
        "layer": [
            {"mark": {"type": "area", "opacity": 0.2},
             "encoding": {"x": x, "y": {"field": "low", **share}, "y2": {"field": "high"}, "color": colour}},
            {"mark": {"type": "line", "point": True},
             "encoding": {"x": x, "y": {"field": "mean", **share}, "color": colour}},
        ],
    }  # fmt: skip


def _zero(axis: str) -> dict[str, Any]:
    """Return a line where nothing is gained."""
    mark = {"type": "rule", "strokeDash": [4, 4], "color": "grey"}
    return {"mark": mark, "encoding": {axis: {"datum": 0, "type": "quantitative"}}}
