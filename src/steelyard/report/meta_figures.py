"""Figures of a meta-evaluation: systems' scores against what people say of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steelyard.meta.evaluation import MetaEvaluation
from steelyard.meta.vega import SCHEMA


def figures(found: MetaEvaluation, path: str | Path) -> dict[Path, dict[str, Any]]:
    """Return where each figure goes: the systems to the path itself, those of sections beside it, by their names."""
    path = Path(path)
    made = {path: systems_figure(found)}
    for section in found.sections.values():
        made |= {path.with_name(f"{path.stem}.{name}{path.suffix}"): one for name, one in section.figures.items()}
    return made


def systems_figure(found: MetaEvaluation) -> dict[str, Any]:
    """Return a point for each system: its score across, the human score up; a panel for each measure and dimension."""
    several = len({row["judgements"] for row in found.points}) > 1
    rows = [
        {**row, "human": f"{row['human']}, {row['judgements']}" if several else row["human"]} for row in found.points
    ]
    axes: dict[str, Any] = {
        channel: {"field": field, "type": "quantitative", "title": title, "scale": {"zero": False}}
        for channel, field, title in (("x", "score", "score"), ("y", "quality", "human score"))
    }
    named = {"text": {"field": "system", "type": "nominal"}}
    tooltip = [{"field": name} for name in ("system", "score", "quality")]
    return {
        "$schema": SCHEMA,
        "title": "Systems by measures and by people",
        "description": "The score of each system under each measure, against its human score.",
        "data": {"values": rows},
        "facet": {
            "column": {"field": "measure", "type": "nominal", "title": None, "sort": None},
            "row": {"field": "human", "type": "nominal", "title": None, "sort": None},
        },
        "spec": {
            "width": 180,
            "height": 180,
            "layer": [
                {"mark": {"type": "point", "filled": True}, "encoding": {**axes, "tooltip": tooltip}},
                {"mark": {"type": "text", "dx": 6, "align": "left", "fontSize": 9}, "encoding": {**axes, **named}},
            ],
        },
        "resolve": {"scale": {"x": "independent", "y": "independent"}},
    }
