"""Figures: Vega-Lite specifications as plain dictionaries, drawn as SVG or as a page of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard.corpus.formats.files import replacing
from steelyard.errors import MissingResource, SpecError
from steelyard.inference.partitions import PartitionedCorrelation
from steelyard.meta.sweep import Sweep
from steelyard.meta.vega import SCHEMA
from steelyard.report.plot import best_over_others, by_number_of_values

ENDINGS = (".svg", ".html")
# Settings are shown by place (x), colour and panel; over further options the best is taken.
_CHANNELS = ("x", "color", "column")
_MOST_MARKS = 20


def sweep_figure(sweep: Sweep) -> dict[str, Any]:
    """Return a line for each value of the second varied option over the first, in a panel for each of the third."""
    names = by_number_of_values(sweep)[: len(_CHANNELS)]
    others = [name for name in sweep.varied if name not in names]
    rows: list[dict[str, Any]] = [
        {**{name: _plain(value) for name, value in zip(names, place, strict=True)}, "correlation": value}
        for place, value in best_over_others(sweep, names).items()
        if not math.isnan(value)
    ]
    encoding: dict[str, Any] = {
        channel: {"field": _field(name), "type": "nominal", "title": name, "sort": None}
        for channel, name in zip(_CHANNELS, names, strict=False)
    }
    if all(isinstance(row[names[0]], int | float) for row in rows):
        marks = sorted({row[names[0]] for row in rows})
        # The values as they are: Vega would round 0.25 to one decimal.
        axis = {"values": marks, "labelExpr": "'' + datum.value"} if len(marks) <= _MOST_MARKS else {}
        encoding["x"] |= {"type": "quantitative", "axis": axis}
    encoding["y"] = {
        "field": "correlation",
        "type": "quantitative",
        "title": sweep.coefficient,
        "scale": {"zero": False},
    }
    encoding["tooltip"] = [{"field": _field(name), "title": name} for name in [*names, "correlation"]]
    rest = [f"best over {', '.join(others)}"] if others else []
    return {
        "$schema": SCHEMA,
        "title": {"text": sweep.measure, "subtitle": [sweep.caption(), *rest]},
        "data": {"values": rows},
        "mark": {"type": "line", "point": True},
        "encoding": encoding,
    }


def partitions_figure(
    made: Sequence[PartitionedCorrelation], title: str = "Correlation over partitions"
) -> dict[str, Any]:
    """Return a box for each size of groups: first to third quartile with the median, whiskers to the extremes."""
    rows = [one.to_dict() for one in made if not math.isnan(one.mean)]
    x = {"field": "size", "type": "ordinal", "title": "items in a group"}

    def y(name: str) -> dict[str, Any]:
        return {"field": name, "type": "quantitative", "title": "correlation", "scale": {"zero": False}}

    return {
        "$schema": SCHEMA,
        "title": title,
        "data": {"values": rows},
        "encoding": {"x": x},
        "width": {"step": 60},
        "layer": [
            {"mark": "rule", "encoding": {"y": y("minimum"), "y2": {"field": "maximum"}}},
            {
                "mark": {"type": "bar", "size": 30},
                "encoding": {"y": y("first_quartile"), "y2": {"field": "third_quartile"}},
            },
            {"mark": {"type": "tick", "size": 30, "color": "white"}, "encoding": {"y": y("median")}},
            {"mark": {"type": "point", "color": "black"}, "encoding": {"y": y("mean")}},
        ],
    }


def check_figure(path: str | Path) -> None:
    """Raise at once, before any work, if no figure can be drawn there."""
    if Path(path).suffix not in ENDINGS:
        raise SpecError(f"{path}: a figure is drawn as SVG or HTML; give a name that ends in {' or '.join(ENDINGS)}")
    _converter()


def can_draw() -> bool:
    """Tell whether figures can be drawn here."""
    try:
        _converter()
    except MissingResource:
        return False
    return True


def svg(figure: dict[str, Any]) -> str:
    """Return a figure as SVG."""
    return str(_converter().vegalite_to_svg(figure))


def draw(figure: dict[str, Any], path: str | Path) -> None:
    """Write a figure as SVG, or as an HTML page that needs nothing else, by the ending of the file."""
    converter = _converter()
    make = converter.vegalite_to_svg if Path(path).suffix == ".svg" else converter.vegalite_to_html
    with replacing(Path(path)) as file:
        file.write((make(figure) if Path(path).suffix == ".svg" else make(figure, bundle=True)).encode())


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingResource(
            "figures need vl-convert-python; install it with: pip install 'steelyard[plots]'"
        ) from None
    return vl_convert


def _plain(text: str) -> str | float:
    """Return a finite number as such, anything else as text."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text


def _field(name: str) -> str:
    # Vega-Lite reads dots and brackets in the name of a field as a path.
    return name.replace(".", "\\.").replace("[", "\\[").replace("]", "\\]")
