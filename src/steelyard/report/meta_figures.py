"""Figures of a meta-evaluation: systems' scores against what people say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.meta.evaluation import MetaEvaluation
from steelyard.meta.vega import SCHEMA
from steelyard.report.labels import label_places

_SIDE = 220
_FONT, _LETTER = 9, 5.2
_ROOM = 0.1
_HELD = {"start": "left", "middle": "center", "end": "right"}


def figures(found: MetaEvaluation, path: str | Path) -> dict[Path, dict[str, Any]]:
    """Return where each figure goes: the systems to the path itself, those of sections beside it, by their names."""
    made = {Path(path): systems_figure(found)}
    for section in found.sections.values():
        made |= {_beside(Path(path), name): one for name, one in section.figures.items()}
    return made


def places(path: str | Path, sections: Sequence[str]) -> list[Path]:
    """Return where figures may go, before there are any: a section's figure has the name of the section."""
    return [Path(path), *(_beside(Path(path), name) for name in sections)]


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.stem}.{name}{path.suffix}")


def systems_figure(found: MetaEvaluation) -> dict[str, Any]:
    """Return a point for each system: its score across, the human score up; a panel for each measure and dimension.

    Of a measure of which less is better the axis is turned round, so that better is to the right everywhere. A label
    for which there is no room is left out; the point says its name when it is pointed at.
    """
    several = len({row["judgements"] for row in found.points}) > 1
    panels: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for row in found.points:
        human = f"{row['human']}, {row['judgements']}" if several else row["human"]
        panels.setdefault(human, {}).setdefault(row["measure"], []).append(row)
    rows = [
        {"hconcat": [_panel(rows, measure, human, measure in found.turned) for measure, rows in across.items()]}
        for human, across in panels.items()
    ]
    return {
        "$schema": SCHEMA,
        "title": "Systems by measures and by people",
        "description": "The score of each system under each measure, against its human score.",
        "vconcat": rows,
    }


def _panel(rows: Sequence[Mapping[str, Any]], measure: str, human: str, turned: bool) -> dict[str, Any]:
    x, y = (_domain([row[name] for row in rows]) for name in ("score", "quality"))
    points = [(_along(row["score"], x, turned), _along(row["quality"], y, True)) for row in rows]
    places = label_places([row["system"] for row in rows], points, (0, _SIDE), _LETTER)
    values = [
        {"system": row["system"], "score": row["score"], "quality": row["quality"], "label": row["system"] * one.free,
         "right": one.right, "below": one.below, "held": _HELD[one.held]}
        for row, one in zip(rows, places, strict=True)
    ]  # fmt: skip
    titles = f"{measure} (less is better)" if turned else measure, f"{human}, people"
    axes: dict[str, Any] = {
        channel: {
            "field": field,
            "type": "quantitative",
            "title": title,
            "scale": {"domain": list(domain), "nice": False, "zero": False, "reverse": reverse},
        }
        for channel, field, title, domain, reverse in (
            ("x", "score", titles[0], x, turned),
            ("y", "quality", titles[1], y, False),
        )
    }
    beside = {name: {"expr": f"datum.{field}"} for name, field in (("dx", "right"), ("dy", "below"), ("align", "held"))}
    text = {"type": "text", "fontSize": _FONT, "baseline": "alphabetic", **beside}
    tooltip = [{"field": name} for name in ("system", "score", "quality")]
    return {
        "width": _SIDE,
        "height": _SIDE,
        "data": {"values": values},
        "layer": [
            {"mark": {"type": "point", "filled": True}, "encoding": {**axes, "tooltip": tooltip}},
            {"mark": text, "encoding": {**axes, "text": {"field": "label", "type": "nominal"}}},
        ],
    }


def _domain(values: Sequence[float]) -> tuple[float, float]:
    """Return a range with room beside the outermost points."""
    low, high = min(values), max(values)
    room = (high - low) * _ROOM or max(abs(low) * _ROOM, _ROOM)
    return low - room, high + room


def _along(value: float, domain: tuple[float, float], reverse: bool) -> float:
    """Return how many pixels from the start of an axis a value is."""
    share = (value - domain[0]) / (domain[1] - domain[0])
    return _SIDE * (1 - share if reverse else share)
