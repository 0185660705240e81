"""Figures as specifications of Vega-Lite, which are plain dictionaries."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from steelyard.report.escapes import one_line
from steelyard.results.figure import Axis, Figure, drawable, number

_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_POINT = {"type": "point", "filled": True, "size": 50}
_LINE = {"type": "line", "point": True}
_MARKS: dict[str, Any] = {
    "points": _POINT,
    "lines": _LINE,
    "bands": _LINE,
    "bars": {"type": "bar"},
    "intervals": _POINT,
    "histogram": {"type": "bar"},
    "heatmap": {"type": "rect"},
}
_MANY_POINTS = 200
_SMALL_POINT = {"type": "point", "filled": True, "size": 12, "opacity": 0.7}
_GREY = {"strokeDash": [4, 4], "color": "grey"}
_BOX = 20
_MOST_ACROSS = 3
_LONGEST_LABEL = 400
# One panel has more room than many.
_WIDTH, _HEIGHT = 360, 240
# The ends of the scheme are lost on a dark or a light ground.
_SIZES = {"scheme": {"name": "plasma", "extent": [0.35, 0.85]}}
_NOTHING = "no mark has a value that can be drawn"
# More values than these along an axis are left to Vega.
_MOST_MARKS = 20
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


def specification(figure: Figure) -> dict[str, Any]:
    """Return the figure as Vega-Lite has it; marks without a place are left out."""
    rows = [{_path(name): _value(value) for name, value in row.items()} for row in _drawn(figure)]
    head = {"$schema": _SCHEMA, "title": _heading(figure), "data": {"values": rows}}
    if figure.description:
        head["description"] = one_line(figure.description)
    if _is_empty(figure, rows):
        # Panels and axes of nothing would have no size.
        return {**head, "title": _heading(figure, _NOTHING), "mark": "point", "width": _WIDTH, "height": 0}
    if figure.turned:
        return {**head, "vconcat": [{"hconcat": [*across]} for across in _turned(figure, rows)], **_resolved(figure)}
    if figure.column or figure.row:
        return {**head, **_facet(figure), "spec": _content(figure), **_resolved(figure)}
    return {**head, **_size(figure), **_content(figure)}


def on_page(figure: Figure) -> dict[str, Any]:
    """Return the figure as Vega-Lite has it, on the ground of a page, with words and axes in the page's ink."""
    return {"background": None, **specification(figure), "config": _OF_THE_PAGE}


def _heading(figure: Figure, *further: str) -> Any:
    below = [*map(one_line, figure.subtitle), *further]
    if _is_cut(figure):
        below.append(f"the first {figure.most} of each {figure.colour}")
    return {"text": one_line(figure.title), "subtitle": below} if below else one_line(figure.title)


def _drawn(figure: Figure) -> list[Mapping[str, Any]]:
    """Return the rows that have a place, of each colour no more than are drawn."""
    placed = [row for row in figure.rows if all(_has_place(row, name) for name in (figure.x.field, figure.y.field))]
    if figure.most is None:
        return placed
    seen: Counter[Any] = Counter()
    kept = []
    for row in placed:
        seen[row.get(figure.colour)] += 1
        if seen[row.get(figure.colour)] <= figure.most:
            kept.append(row)
    return kept


def _is_empty(figure: Figure, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether there is no mark to draw; cells of a grid are drawn in the colour of their number."""
    coloured = figure.kind == "heatmap" and _numbers(figure, figure.colour)
    return not rows or (coloured and all(row.get(_path(figure.colour)) is None for row in rows))


def _has_place(row: Mapping[str, Any], name: str) -> bool:
    return not isinstance(row.get(name), float) or not math.isnan(number(row, name))


def _is_cut(figure: Figure) -> bool:
    return len(_drawn(figure)) < len(_drawn(replace(figure, most=None)))


def _facet(figure: Figure) -> dict[str, Any]:
    """Return the panels; where they are many in a row, they go on in further rows."""
    if figure.row:
        turned = {"header": {"labelAngle": 0, "labelAlign": "left"}}
        across = {"column": _panel_names(figure, figure.column)} if figure.column else {}
        return {"facet": {**across, "row": {**_panel_names(figure, figure.row), **turned}}}
    panels = _panel_names(figure, figure.column)
    if len(panels["sort"]) > _MOST_ACROSS:
        return {"facet": panels, "columns": _MOST_ACROSS}
    return {"facet": {"column": panels}}


def _panel_names(figure: Figure, field: str) -> dict[str, Any]:
    # panels have the order of the rows only if that is spelled out
    return {**_nominal(field), "sort": list(dict.fromkeys(_value(row.get(field)) for row in figure.rows))}


def _resolved(figure: Figure) -> dict[str, Any]:
    """Return which axes each panel has to itself, and scales: of numbers, and of names that are not the same in all."""
    resolved = {}
    if figure.free:
        own = [name for name, axis in (("x", figure.x), ("y", figure.y)) if _differs(figure, axis)]
        resolved["scale"] = dict.fromkeys(own, "independent")
    elif _has_gap(figure):
        resolved["axis"] = dict.fromkeys("xy", "independent")
    return {"resolve": resolved} if resolved else {}


def _has_gap(figure: Figure) -> bool:
    """Tell whether the last row of panels is not full: shared axes would stand where there is no panel."""
    panels = len({row.get(figure.column) for row in _drawn(figure)})
    return bool(figure.column) and not figure.row and panels > _MOST_ACROSS and panels % _MOST_ACROSS > 0


def _differs(figure: Figure, axis: Axis) -> bool:
    if not _is_nominal(figure, axis):
        return True
    panels: dict[Any, set[Any]] = {}
    for row in figure.rows:
        panels.setdefault((row.get(figure.column), row.get(figure.row)), set()).add(row.get(axis.field))
    return len(set(map(frozenset, panels.values()))) > 1


def _size(figure: Figure) -> dict[str, Any]:
    sizes = (("width", _WIDTH, figure.x), ("height", _HEIGHT, figure.y))
    return {name: size for name, size, axis in sizes if not _is_nominal(figure, axis)}


def _content(figure: Figure) -> dict[str, Any]:
    layers = [*_layers(figure)]
    return layers[0] if len(layers) == 1 else {"layer": layers}


def _turned(figure: Figure, rows: Sequence[Mapping[str, Any]]) -> Iterator[Iterator[dict[str, Any]]]:
    """Yield the panels of each row; a facet could not turn the axes of some."""
    columns, across = _path(figure.column), _path(figure.row)
    for down in dict.fromkeys(row[across] for row in rows) if figure.row else (None,):
        own = [row for row in rows if down is None or row[across] == down]
        yield (_panel(figure, value, down) for value in dict.fromkeys(row[columns] for row in own))


def _panel(figure: Figure, column: Any, row: Any) -> dict[str, Any]:
    """Return one panel with a title; its horizontal axis runs from high to low where less is better."""
    content = _content(replace(figure, column="", row=""))
    if column in figure.turned:
        for layer in content.get("layer", [content]):
            if "scale" in layer["encoding"].get("x", {}):
                layer["encoding"]["x"]["scale"] = {**layer["encoding"]["x"]["scale"], "reverse": True}
    chosen = {figure.column: column} | ({} if row is None else {figure.row: row})
    filters = [{"filter": {"field": _path(name), "equal": value}} for name, value in chosen.items()]
    less = " (less is better)" if column in figure.turned else ""
    return {
        "title": ", ".join([f"{column}{less}", *([] if row is None else [str(row)])]),
        "transform": filters,
        **content,
    }


def _layers(figure: Figure) -> Iterator[dict[str, Any]]:
    encoding = _encoding(figure)
    if figure.diagonal:
        same = {"x": encoding["x"], "y": {**encoding["y"], "field": _path(figure.x.field)}}
        yield {"mark": {"type": "line", **_GREY}, "encoding": same}
    if figure.kind == "boxes":
        yield from _boxes(figure, encoding)
        return
    if figure.low and figure.high:
        yield _bounds(figure, encoding)
    many = figure.kind == "points" and len(figure.rows) > _MANY_POINTS
    yield {"mark": _SMALL_POINT if many else _MARKS[figure.kind], "encoding": encoding}
    if figure.kind == "heatmap" and figure.colour and _numbers(figure, figure.colour):
        text = {"field": _path(figure.colour), "type": "quantitative", "format": ".3~g"}
        places = {name: encoding[name] for name in ("x", "y")}
        yield {"transform": _valid(figure.colour), "mark": {"type": "text"}, "encoding": {**places, "text": text}}
    if figure.name_field:
        text = {"field": _path(figure.name_field), "type": "nominal"}
        places = {name: encoding[name] for name in ("x", "y")}
        yield {"mark": {"type": "text", "align": "left", "dx": 6, "dy": -4}, "encoding": {**places, "text": text}}
    for title, (axis, value) in figure.lines.items():
        if not math.isnan(drawable(value)):
            mark = {"type": "rule", "strokeDash": [4, 4], "tooltip": _title(title)}
            yield {"mark": mark, "encoding": {axis: {"datum": value}}}


def _bounds(figure: Figure, encoding: Mapping[str, Any]) -> dict[str, Any]:
    """Return the intervals, of the marks that have one."""
    along = "x" if _numbers(figure, figure.x.field) and _is_nominal(figure, figure.y) else "y"
    bounds = {along: {**encoding[along], "field": _path(figure.low)}, f"{along}2": {"field": _path(figure.high)}}
    mark = {"type": "area", "opacity": 0.2} if figure.kind == "bands" else {"type": "rule"}
    others = {name: channel for name, channel in encoding.items() if figure.kind != "bars" or name != "color"}
    return {"transform": _valid(figure.low, figure.high), "mark": mark, "encoding": {**others, **bounds}}


def _valid(*names: str) -> list[dict[str, Any]]:
    """Return filters that keep the rows that have numbers there."""
    return [{"filter": {"field": _path(name), "valid": True}} for name in names]


def _boxes(figure: Figure, encoding: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield boxes from low to high, lines to the ends, a line in the middle, and a dot for the value."""

    def up(name: str) -> dict[str, Any]:
        return {**encoding["y"], "field": _path(name)}

    least, greatest = figure.ends or (figure.low, figure.high)
    spans = (({"type": "rule"}, least, greatest), ({"type": "bar", "size": _BOX}, figure.low, figure.high))
    for mark, low, high in spans:
        yield {"mark": mark, "encoding": {**encoding, "y": up(low), "y2": {"field": _path(high)}}}
    if figure.middle:
        tick = {"type": "tick", "size": _BOX, "color": "white"}
        yield {"mark": tick, "encoding": {"x": encoding["x"], "y": up(figure.middle)}}
    yield {"mark": {"type": "point", "color": "black"}, "encoding": {"x": encoding["x"], "y": encoding["y"]}}


def _encoding(figure: Figure) -> dict[str, Any]:
    if figure.kind == "histogram":
        x = {**_axis(figure, figure.x), "bin": {"maxbins": 30}}
        return {"x": x, "y": {"aggregate": "count", "title": _title(figure.y.title or "number")}}
    encoding: dict[str, Any] = {"x": _axis(figure, figure.x), "y": _axis(figure, figure.y)}
    if figure.colour:
        encoding["color"] = _colour(figure)
    if figure.shape:
        encoding["strokeDash" if figure.kind in ("lines", "bands") else "shape"] = _nominal(figure.shape)
    if figure.order:
        encoding["order"] = {"field": _path(figure.order), "type": "quantitative"}
    fields = dict.fromkeys(name for row in figure.rows for name in row)
    encoding["tooltip"] = [{"field": _path(name), "title": _title(name)} for name in fields]
    return encoding


def _colour(figure: Figure) -> dict[str, Any]:
    """Return colours: as far apart as can be for names, in order for numbers."""
    if not _numbers(figure, figure.colour):
        # else the legend is as faint as a band
        legend = {"legend": {"symbolOpacity": 1}} if figure.kind == "bands" else {}
        # a name has its colour whether or not others have a mark that can be drawn
        names = list(dict.fromkeys(row[figure.colour] for row in figure.rows if figure.colour in row))
        lost = len(names) > len({row.get(figure.colour) for row in _drawn(figure)})
        domain = {"scale": {"domain": names}} if lost else {}
        return {**_nominal(figure.colour), **legend, **domain}
    if figure.kind == "heatmap":
        return {"field": _path(figure.colour), "type": "quantitative"}
    return {"field": _path(figure.colour), "type": "ordinal", "title": _title(figure.colour), "scale": _SIZES}


def _axis(figure: Figure, axis: Axis) -> dict[str, Any]:
    title = _title(axis.title or axis.field)
    if _is_nominal(figure, axis):
        return {**_nominal(axis.field), "title": title, "axis": {"labelLimit": _LONGEST_LABEL}}
    scale: dict[str, Any] = {"zero": figure.kind == "bars"}
    if axis.logarithmic:
        scale = {"type": "log"}
    if axis.domain is not None:
        scale |= {"domain": list(axis.domain), "clamp": True}
    if axis.reverse:
        scale |= {"reverse": True}
    encoding = {"field": _path(axis.field), "type": "quantitative", "title": title, "scale": scale}
    return encoding | _ticks(figure, axis)


def _ticks(figure: Figure, axis: Axis) -> dict[str, Any]:
    """Return where marks stand along an axis, where that is not left to Vega."""
    marks = sorted({row[axis.field] for row in figure.rows if axis.field in row})
    if figure.kind == "lines" and axis is figure.x and axis.domain is None and len(marks) <= _MOST_MARKS:
        # the values as they are: Vega would round 0.25 to one decimal
        return {"axis": {"values": marks, "labelExpr": "'' + datum.value"}}
    return {"axis": {"tickMinStep": 1}} if all(isinstance(mark, int) for mark in marks) else {}


def _nominal(field: str) -> dict[str, Any]:
    # in the order of the rows, not of the alphabet
    return {"field": _path(field), "type": "nominal", "sort": None, "title": _title(field)}


def _is_nominal(figure: Figure, axis: Axis) -> bool:
    if figure.kind == "histogram":
        return False
    return figure.kind == "heatmap" or axis.ordinal or not _numbers(figure, axis.field)


def _numbers(figure: Figure, field: str) -> bool:
    values = [row[field] for row in figure.rows if field in row]
    return bool(values) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _title(text: str) -> str:
    # Vega makes expressions of titles, in which it cares for quotes only.
    return one_line(text).replace("\\", "∖")


def _value(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    return None if math.isnan(drawn := drawable(value)) else drawn


def _path(name: str) -> str:
    # Vega-Lite reads dots, brackets and quotes in the name of a field as a path.
    return re.sub(r"[^\w ()=@,:+-]", lambda sign: f"_{ord(sign[0]):x}_", name)
