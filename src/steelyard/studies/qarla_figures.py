"""Figures of the QARLA study as Vega-Lite specifications, and the table of clusters, which the paper prints as one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.meta.qarla import Qarla
from steelyard.meta.vega import SCHEMA
from steelyard.studies.base import Table

_KINDS = {
    "domain": ["system", "reference", "measure", "best set"],
    "range": ["#4c78a8", "#f58518", "#4c78a8", "#54a24b"],
}


def clusters_of(found: Qarla) -> tuple[Table, Table]:
    """Return the clusters, each with its representative and its size; and the cluster of every measure."""
    kings = {one.measures[0]: one for one in found.kings}
    rows = tuple((one.representative, len(one.measures), kings[one.representative].value) for one in found.clusters)
    members = tuple(
        (name, one.representative, kings[name].value, kings[name].low, kings[name].high)
        for one in found.clusters
        for name in one.measures
    )
    title = f"Figure 1: {len(found.kings)} measures in {len(found.clusters)} clusters, each with its best by KING"
    return (
        Table("clusters", title, ("representative", "measures", "KING"), rows),
        Table("members", "Every measure", ("measure", "representative", "KING", "low", "high"), members, shown=False),
    )


def figures(found: Qarla, against: Mapping[str, Any], styled: Mapping[str, Qarla]) -> dict[str, dict[str, Any]]:
    """Return name → figure, for all that there are values for."""
    made = {"king": _king(found), "jack": _jack(found), "queen": _queen(found)}
    if against:
        made["correlation"] = _correlation(found, against)
    return made | {name: _queen(one) for name, one in styled.items()}


def _king(found: Qarla) -> dict[str, Any]:
    heads = {one.representative for one in found.clusters}
    shown = [(one, "measure") for one in found.kings if one.measures[0] in heads]
    if found.best is not None and len(found.best.measures) > 1:
        shown.append((found.best, "best set"))
    rows = [
        {
            "text": kind if kind == "best set" else one.measures[0],
            "kind": kind,
            "value": one.value,
            "low": one.low,
            "high": one.high,
        }
        for one, kind in shown
    ]
    best = () if found.best is None else found.best.measures
    return _bars("KING of representatives and of the best set", best, "KING", rows)


def _queen(found: Qarla) -> dict[str, Any]:
    rows = [
        {"text": one.text, "kind": one.kind, "value": one.value, "low": one.low, "high": one.high}
        for one in found.queens
        if not math.isnan(one.value)
    ]
    return _bars("QUEEN of systems and references", found.chosen, "QUEEN", rows)


def _bars(title: str, measures: Sequence[str], quantity: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return bars with intervals, the highest first."""
    rows = sorted(rows, key=lambda row: -row["value"])
    x = {"field": "value", "type": "quantitative", "title": quantity}
    y = {"field": "text", "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": 400}}
    kinds = {row["kind"] for row in rows}
    scale = {
        name: [entry for entry, kind in zip(listed, _KINDS["domain"], strict=True) if kind in kinds]
        for name, listed in _KINDS.items()
    }
    colour = {"field": "kind", "type": "nominal", "title": None, "scale": scale}
    return {
        "$schema": SCHEMA,
        "title": {"text": title, "subtitle": _set(measures)},
        "data": {"values": rows},
        "width": 360,
        "layer": [
            {"mark": "bar", "encoding": {"x": x, "y": y, "color": colour}},
            {"mark": "rule", "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y}},
        ],
    }  # fmt: skip


def _set(measures: Sequence[str]) -> list[str]:
    """Return the measures of a set, a line for each."""
    return [name if n == 0 else f"+ {name}" for n, name in enumerate(measures)]


def _jack(found: Qarla) -> dict[str, Any]:
    rows = [
        dict(zip(("systems", "mean", "low", "high"), row, strict=True))
        for row in found.jack.growth
        if not math.isnan(row[1])
    ]
    x = {"field": "systems", "type": "quantitative", "axis": {"tickMinStep": 1, "format": "d"}}
    y = {"field": "mean", "type": "quantitative", "title": "JACK"}
    return {
        "$schema": SCHEMA,
        "title": {"text": "JACK of so many systems", "subtitle": _set(found.chosen)},
        "data": {"values": rows},
        "width": 360,
        "layer": [
            {"mark": {"type": "area", "opacity": 0.2},
             "encoding": {"x": x, "y": y | {"field": "low"}, "y2": {"field": "high"}}},
            {"mark": {"type": "line", "point": True},
             "encoding": {"x": x, "y": y}},
        ],
    }  # fmt: skip


def _correlation(found: Qarla, against: Mapping[str, Any]) -> dict[str, Any]:
    best = None if found.best is None else found.best.measures
    rows = [
        {"measures": " + ".join(names), "KING": king, "correlation": float(values[n]), "dimension": dimension,
         "set": "best set" if names == best else "other sets"}
        for dimension, values in against.items()
        for n, (names, king) in enumerate(found.sets)
        if not math.isnan(values[n])
    ]  # fmt: skip
    # Drawn last, the best set lies above the others.
    rows.sort(key=lambda row: row["set"] == "best set")
    colour = {"domain": ["other sets", "best set"], "range": ["#4c78a8", "#e45756"]}
    return {
        "$schema": SCHEMA,
        "title": "Correlation of QUEEN with human scores, over all sets of representatives",
        "data": {"values": rows},
        "facet": {"field": "dimension", "type": "nominal", "title": None, "sort": None},
        "columns": 2,
        "spec": {
            "width": 260,
            "height": 260,
            "mark": {"type": "point", "filled": True, "opacity": 0.5},
            "encoding": {
                "x": {"field": "KING", "type": "quantitative"},
                "y": {"field": "correlation", "type": "quantitative", "title": "Pearson's r", "scale": {"zero": False}},
                "color": {"field": "set", "type": "nominal", "title": None, "scale": colour},
                "tooltip": [{"field": "measures"}, {"field": "KING"}, {"field": "correlation"}],
            },
        },
    }
