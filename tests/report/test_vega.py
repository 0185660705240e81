"""Figures as specifications of Vega-Lite, which must be able to draw them."""

import ast
import math
import re
from collections.abc import Iterator

import pytest

from source_tree import SOURCE, modules, name_of, parsed
from steelyard.report.vega import specification
from steelyard.results.figure import Axis, Figure

ROWS = tuple(
    {"name": name, "size": size, "value": size / 4, "low": size / 5, "high": size / 3, "least": 0.0, "most": 1.0}
    for name in ("B", "A")
    for size in (1, 2, 3)
)
X, Y = Axis("size"), Axis("value")


def figure(kind, rows=ROWS, x=X, y=Y, **fields):
    return Figure("one", "One", kind, rows, x, y, **fields)


FIGURES = (
    figure("points", colour="size", diagonal=True),
    figure("lines", colour="name", low="low", high="high", order="size"),
    figure("bands", colour="name", low="low", high="high"),
    figure("bars", x=Y, y=Axis("name"), low="low", high="high", subtitle=("a line",)),
    figure("intervals", x=Y, y=Axis("name"), low="low", high="high", column="size", free=True),
    figure(
        "boxes",
        x=Axis("size", ordinal=True),
        low="low",
        high="high",
        ends=("least", "most"),
        middle="value",
        row="name",
    ),
    figure("histogram", x=Y, y=Axis("", "number"), lines={"nothing": ("x", 0.0)}),
    figure("lines", y=Axis("value", reverse=True), column="size", colour="name"),
)


@pytest.mark.parametrize("drawn", FIGURES, ids=lambda drawn: drawn.kind)
def test_every_kind_can_be_drawn(drawn):
    converter = pytest.importorskip("vl_convert")
    image = converter.vegalite_to_svg(specification(drawn))
    assert "One" in image and re.search(r'aria-roledescription="(point|line mark|bar|tick|rule|area)', image)


def test_a_mark_without_a_place_is_left_out_and_one_without_an_interval_is_not():
    rows = (*ROWS, {"name": "C", "size": 1, "value": math.nan}, {"name": "D", "size": 1, "value": 0.5, "low": math.nan})
    drawn = specification(figure("intervals", rows, Y, Axis("name"), low="low", high="high"))
    assert [row["name"] for row in drawn["data"]["values"]] == [*"BBBAAA", "D"]
    assert {"filter": {"field": "low", "valid": True}} in drawn["layer"][0]["transform"]


def test_of_many_marks_of_a_colour_the_first_are_drawn_and_that_is_said():
    drawn = specification(figure("points", colour="name", most=2))
    assert [row["size"] for row in drawn["data"]["values"]] == [1, 2, 1, 2]
    assert drawn["title"] == {"text": "One", "subtitle": ["the first 2 of each name"]}
    assert specification(figure("points", colour="name", most=3))["title"] == "One"


def test_panels_share_names_that_are_the_same_in_all():
    same = figure("points", x=Y, y=Axis("name"), column="size", free=True)
    assert specification(same)["resolve"] == {"scale": {"x": "independent"}}
    other = figure("points", ROWS[:5], Y, Axis("name"), column="size", free=True)
    assert specification(other)["resolve"] == {"scale": {"x": "independent", "y": "independent"}}


def test_many_panels_go_on_in_further_rows():
    rows = tuple({"panel": n, "x": n, "y": n} for n in range(5))
    assert specification(Figure("one", "", "points", rows, Axis("x"), Axis("y"), column="panel"))["columns"] == 3
    assert "columns" not in specification(Figure("one", "", "points", rows[:3], Axis("x"), Axis("y"), column="panel"))


def test_no_axes_stand_where_there_is_no_panel():
    rows = [{"panel": str(n), "size": n, "value": 1} for n in range(6)]
    assert "resolve" not in specification(figure("points", tuple(rows), column="panel"))
    own = specification(figure("points", tuple(rows[:4]), column="panel"))["resolve"]
    assert own == {"axis": {"x": "independent", "y": "independent"}}


def test_names_keep_their_colours_where_one_cannot_be_drawn():
    rows = [{"name": name, "size": 1, "value": value} for name, value in (("A", math.nan), ("B", 1.0))]
    assert specification(figure("points", tuple(rows), colour="name"))["encoding"]["color"]["scale"] == {
        "domain": ["A", "B"]
    }
    assert "scale" not in specification(figure("points", tuple(rows[1:]), colour="name"))["encoding"]["color"]


def test_what_it_shows_is_said():
    assert specification(figure("points", description="Six points"))["description"] == "Six points"
    assert "description" not in specification(figure("points"))


def test_panels_have_the_order_of_the_rows():
    facet = specification(figure("points", column="name", row="size"))["facet"]
    assert facet["column"]["sort"] == ["B", "A"] and facet["row"]["sort"] == [1, 2, 3]


#: Keys and values by which a specification of Vega-Lite is known, wherever they stand.
VOCABULARY = {"$schema", "quantitative", "vconcat", "hconcat", "vegalite_to_svg", "vl_convert"}
#: Keys that are words of other things too, and of Vega-Lite in a dictionary; a "mark" never stands without "encoding".
KEYS = {"encoding", "strokeDash", "tooltip"}


def vega_words(tree: ast.AST) -> Iterator[str]:
    """Yield the words of Vega-Lite that a module speaks: in constants, names, dictionaries and imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in VOCABULARY:
            yield node.value
        if isinstance(node, ast.Dict):
            yield from (key.value for key in node.keys if isinstance(key, ast.Constant) and key.value in KEYS)
        for name in ("module", "name", "id", "attr"):
            word = getattr(node, name, None)
            if isinstance(word, str) and (word in VOCABULARY or "vega" in word.lower()):
                yield word


def test_no_module_outside_of_report_speaks_vega():
    outside = (path for path in modules() if SOURCE / "report" not in path.parents)
    assert {name_of(path): words for path in outside if (words := [*vega_words(parsed(path))])} == {}


def test_specifications_are_made_in_one_module():
    makers = {name_of(path) for path in modules() if {*vega_words(parsed(path))} & {"$schema", "encoding"}}
    assert makers == {"report/vega"}


@pytest.mark.parametrize(
    "source",
    [
        'figure = {"mark": "point", "encoding": {}}',
        'kind = "quantitative"',
        "import vl_convert",
        "from steelyard.report.vega import specification",
        "from steelyard.results.figure import VEGA",
    ],
)
def test_words_of_vega_are_heard(source):
    assert [*vega_words(ast.parse(source))]
