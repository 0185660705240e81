"""Figures: Vega-Lite specifications as plain dictionaries, drawn as SVG or as a page of their own."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard.errors import MissingResource, SpecError
from steelyard.files.disk import replacing
from steelyard.inference.correlation.partitions import PartitionedCorrelation
from steelyard.report.vega import specification
from steelyard.results.account import Account
from steelyard.results.figure import SCHEMA

ENDINGS = (".svg", ".html")
_INK = "currentColor"
# Vega hands colours on as they are, so that a figure inside a page may take the page's.
_OF_THE_PAGE: dict[str, dict[str, Any]] = {
    "axis": {"labelColor": _INK, "titleColor": _INK, "domainColor": _INK, "tickColor": _INK, "gridColor": _INK,
             "gridOpacity": 0.15},
    "legend": {"labelColor": _INK, "titleColor": _INK},
    "header": {"labelColor": _INK, "titleColor": _INK},
    "title": {"color": _INK, "subtitleColor": _INK},
    "view": {"stroke": _INK, "strokeOpacity": 0.2},
    "rule": {"color": _INK},
    "text": {"color": _INK},
}  # fmt: skip
_BLACK = re.compile(r'\b(fill|stroke)="(?:black|#000|#000000)"')


def partitions_figure(
    partitions: Sequence[PartitionedCorrelation], title: str = "Correlation over partitions"
) -> dict[str, Any]:
    """Return a box for each size of groups: first to third quartile with the median, whiskers to the extremes."""
    rows = [part.to_dict() for part in partitions if not math.isnan(part.mean)]
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
    """Return a figure as SVG for a page: on the page's ground, with its words and axes in the page's ink."""
    own = figure.get("config", {})
    config = {part: {**values, **own.get(part, {})} for part, values in _OF_THE_PAGE.items()}
    drawn = str(_converter().vegalite_to_svg({"background": None, **figure, "config": {**own, **config}}))
    return _BLACK.sub(r'\1="currentColor"', drawn)


def draw(figure: dict[str, Any], path: str | Path) -> None:
    """Write a figure as SVG, or as an HTML page that needs nothing else, by the ending of the file."""
    converter = _converter()
    make = converter.vegalite_to_svg if Path(path).suffix == ".svg" else converter.vegalite_to_html
    with replacing(Path(path)) as file:
        file.write((make(figure) if Path(path).suffix == ".svg" else make(figure, bundle=True)).encode())


def draw_all(account: Account, path: str | Path) -> None:
    """Draw the figure of an account at a path, and those of its parts beside it, by their names."""
    for figure in account.figures[:1]:
        draw(specification(figure), path)
    for figure in (figure for part in account.parts for figure in part.figures):
        draw(specification(figure), _beside(Path(path), figure.name))


def places(path: str | Path, parts: Sequence[str]) -> list[Path]:
    """Return where figures of an account may go, before there are any: one of a part has the name of the part."""
    return [Path(path), *(_beside(Path(path), name) for name in parts)]


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.stem}.{name}{path.suffix}")


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingResource(
            "figures need vl-convert-python; install it with: pip install 'steelyard[plots]'"
        ) from None
    return vl_convert
