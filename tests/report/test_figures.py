"""Figures as files: whatever their names and numbers are, they can be drawn, have a size, and run nothing."""

import base64
import hashlib
import math
import re
from xml.etree import ElementTree

import pytest

from steelyard.report.figures import draw, inline
from steelyard.report.plots import plot
from steelyard.report.svg import drawn
from steelyard.results.figure import KINDS, Axis, Figure, drawable

pytest.importorskip("vl_convert")
ODD = 'a\0\x1b\x9b\u202e\u2028\ud800\ufffe\t"]\\ </script><!--<script>alert(1)</script>&amp;'
SHOWN = 'a\\x00\\x1b\\x9b\\u202e\\u2028\\ud800\\ufffe\t"]\\ </script><!--<script>alert(1)</script>&amp;'
VALUES = {
    "none": [],
    "undefined": [math.nan],
    "constant": [2.0, 2.0],
    "infinite and huge": [math.inf, 1e308, -1e308],
    "almost the same": [1.0, 1.0 + 2**-52],
    "almost 0": [5e-324, 0.0],
}


def figure(kind, values, name="A", panel="P", **fields):
    """A figure of two panels with every kind of mark, over odd names."""
    ends = ("low", "high", "least", "most")
    rows = tuple(
        {"name": label, "panel": part, "size": float(n), "value": value, **dict.fromkeys(ends, value)}
        for part in (panel, "Q")
        for label in (name, "B")
        for n, value in enumerate(values)
    )
    across = kind in ("bars", "intervals", "histogram")
    x, y = (Axis("value"), Axis("name")) if across else (Axis("size", ordinal=kind == "boxes"), Axis("value"))
    if kind == "heatmap":
        x, y, fields = Axis("size"), Axis("name"), {"colour": "value", **fields}
    bounds = {"low": "low", "high": "high"} if kind in ("bands", "intervals", "boxes", "bars") else {}
    boxes = {"ends": ("least", "most"), "middle": "value"} if kind == "boxes" else {}
    return Figure("one", "One", kind, rows, x, y, **{"column": "panel", **bounds, **boxes, **fields})


def svg(path, one):
    draw(one, path)
    return ElementTree.fromstring(path.read_bytes())


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_has_a_size_whatever_its_numbers(tmp_path, kind, values):
    one = figure(kind, values)
    image = svg(tmp_path / "x.svg", one)
    _, _, across, down = map(float, image.get("viewBox").split())
    assert 0 < across < 2000 and 0 < down < 2000
    assert not re.search("NaN|Infinity|>null<", (tmp_path / "x.svg").read_text("utf-8"))
    assert plot(one, 80)
    plain = drawn(figure(kind, values, column=""))
    assert plain is None or "nan" not in "".join(plain)


def test_where_nothing_has_a_place_that_is_said(tmp_path):
    image = svg(tmp_path / "x.svg", figure("lines", [math.nan]))
    assert {"One", "no mark has a value that can be drawn"} <= {element.text for element in image.iter()}


def test_numbers_that_axes_cannot_span_are_none():
    assert [drawable(value) for value in (1.5, -1e100, 1e-101, 3)] == [1.5, -1e100, 0.0, 3]
    assert all(math.isnan(drawable(value)) for value in (math.inf, -math.inf, math.nan, 1e101))


@pytest.mark.parametrize("kind", KINDS)
def test_names_cannot_stop_or_break_a_drawing(tmp_path, kind):
    one = figure(kind, [1.0, 2.0], ODD, ODD, lines={ODD: ("x", 1.5)} if kind == "points" else {})
    image = svg(tmp_path / "x.svg", Figure(**{**vars(one), "title": ODD, "subtitle": (ODD,), "description": ODD}))
    words = [element.text or "" for element in image.iter()]
    assert not [element.tag for element in image.iter() if element.tag.endswith(("script", "foreignObject"))]
    assert any(SHOWN[:9] in word and "\\ud800\\ufffe" in word for word in words)


def hashes(page, tag):
    contents = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" for part in contents]


def test_a_page_of_a_figure_has_the_policy_of_all_pages(tmp_path):
    draw(figure("points", [1.0, 2.0], ODD, ODD, colour="name"), tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text("utf-8")
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)[1]
    assert "unsafe" not in policy and policy.startswith("default-src 'none'; ")
    assert f"style-src {' '.join(hashes(page, 'style'))};" in policy
    assert f"script-src {' '.join(hashes(page, 'script'))};" in policy and len(hashes(page, "script")) == 2
    assert "<title>One</title>" in page and "alert(1)</script>" not in page
    assert not re.search(r' (style|on\w+)="', page)


def test_names_inside_differ_from_drawing_to_drawing():
    one = figure("points", [1.0, 2.0], colour="size")
    first, other = (re.findall(r'\bid="([^"]+)"', inline(one, name)) for name in ("a", "b"))
    assert not set(first) & set(other)
