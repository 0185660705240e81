"""A study as one page."""

import math
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.report import figures, study_html
from steelyard.report.study import save, table_lines, text, tsv
from steelyard.studies.base import Study, Table

FIGURE = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "title": {"text": "Points"},
    "data": {"values": [{"x": 1, "y": 2, "s": "<b>A</b>"}, {"x": 2, "y": 3, "s": "B"}]},
    "mark": {"type": "line", "clip": True},
    "encoding": {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"},
                 "color": {"field": "s"}},
}  # fmt: skip
MADE = Study(
    "someone-1999",
    "Someone 1999, A Paper & more",
    (
        Table("one", "Table <1>", ("system", "r", "n"), (("<i>A</i>", 0.5, 3), ("B", math.nan, 2))),
        Table("two", "Hidden", ("x",), ((1,),), shown=False),
    ),
    ("A is the better, B < A",),
    {"points": FIGURE, "again": FIGURE | {"description": 'Two points, "both" rising'}},
    ("bleu|level:system", "nist|level:system"),
    terms={"r": "Pearson's <r>"},
    data="two.txt: 2 systems",
)


class Tags(HTMLParser):
    """Which tags are open, and where each text stands."""

    VOID = ("meta", "link", "br", "wbr", "img", "path", "rect", "line")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.tags, self.attributes = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_findings_first_signatures_last():
    text = study_html.render(MADE)
    order = [
        text.index(one) for one in ("<h2>Findings", "B &lt; A", "Table &lt;1&gt;", "<h2>Figures", "<h2>Signatures")
    ]
    assert order == sorted(order) and text.index("|<wbr>level") > order[-1]
    assert "Hidden" not in text and "<i>A</i>" not in text and "&lt;i&gt;A&lt;/i&gt;" in text
    assert not Tags(text).open


def test_cells_sort_as_numbers():
    text = study_html.render(MADE)
    assert '<td class="number" data-value="0.5">0.5</td>' in text
    assert '<td class="number" data-value="nan">undefined</td>' in text
    assert '<th scope="col" class="number">r</th>' in text and "aria-sort" in text


def test_it_loads_nothing():
    page = Tags(study_html.render(MADE))
    assert not {"img", "link", "iframe", "object", "image"} & set(page.tags)
    assert not [value for name, value in page.attributes if name in ("src", "href", "xlink:href")]


def test_figures_are_drawn_with_words():
    pytest.importorskip("vl_convert")
    text = study_html.render(MADE)
    assert text.count("<svg ") == 2 and text.count('role="img"') == 2
    assert 'aria-label="Points"' in text and 'aria-label="Two points, &quot;both&quot; rising"' in text
    assert "<b>A</b>" not in text
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(names)


def test_without_the_extra_the_page_says_how_to_get_figures(monkeypatch, tmp_path):
    for module in (figures, study_html):
        monkeypatch.setattr(module, "can_draw", lambda: False)
    monkeypatch.setattr("steelyard.report.study.can_draw", lambda: False)
    assert save(MADE, tmp_path) == ["points.svg", "again.svg"]
    text = (tmp_path / "study.html").read_text("utf-8")
    assert "<svg" not in text and "pip install &#x27;steelyard[plots]&#x27;" in text
    assert "Two points, &quot;both&quot; rising" in text


def test_the_page_is_a_file_of_the_study(tmp_path):
    save(MADE, tmp_path)
    assert (tmp_path / "study.html").read_text("utf-8") == study_html.render(MADE)


def test_it_names_its_data_and_explains_its_terms():
    page, plain, held = study_html.render(MADE), text(MADE), MADE.to_dict()
    header = page[page.index("<header>") : page.index("</header>")]
    assert "two.txt: 2 systems" in header and "two.txt: 2 systems" in plain.splitlines()[1]
    assert held["study"][0]["data"] == "two.txt: 2 systems"
    assert page.count("<dt>r</dt><dd>Pearson&#x27;s &lt;r&gt;</dd>") == 1 and "\nr: Pearson's <r>\n" in plain
    assert held["terms"] == [{"term": "r", "meaning": "Pearson's <r>"}]


def test_a_figure_stands_with_its_table():
    """By its name, or as the study says; with a table that is not shown, it stands alone; else it comes last."""
    last = FIGURE | {"description": "Of no table"}
    names = {"one": FIGURE, "more": FIGURE, "again": FIGURE, "last": last}
    page = study_html.render(replace(MADE, figures=names, beside={"more": "one", "again": "two"}))
    parts = {part.split("</h2>")[0]: part for part in page.split("<h2>")[1:]}
    assert list(parts) == ["Findings", "Terms", "Table &lt;1&gt;", "Hidden", "Figures", "Signatures"]
    assert [part.count("<figure>") for part in parts.values()] == [0, 0, 2, 1, 1, 0]
    assert "<table>" in parts["Table &lt;1&gt;"] and "<table>" not in parts["Hidden"]
    assert "two.tsv" in parts["Hidden"] and "Of no table" in parts["Figures"]


def test_a_caption_repeats_neither_title_nor_file():
    pytest.importorskip("vl_convert")
    page = study_html.render(MADE)
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == ["Two points, &quot;both&quot; rising"]


def test_drawings_take_the_colours_of_the_page(tmp_path):
    pytest.importorskip("vl_convert")
    x, y = (FIGURE["encoding"][name] for name in "xy")
    black = {"mark": {"type": "point", "color": "black"}, "encoding": {"x": x, "y": y}}
    rule = {"mark": "rule", "encoding": {"x": {"datum": 1}}}
    figure = {"data": FIGURE["data"], "layer": [black, rule], "config": {"axis": {"gridOpacity": 0.5}}}
    drawn = figures.svg(figure)
    assert set(re.findall(r' (?:fill|stroke)="([^"]*)"', drawn)) == {"currentColor", "none"}
    assert 'stroke="currentColor" stroke-opacity="0.5"' in drawn
    # A file of its own has a ground of its own.
    figures.draw(figure, tmp_path / "own.svg")
    own = (tmp_path / "own.svg").read_text("utf-8")
    assert 'fill="white"' in own and "currentColor" not in own


@pytest.mark.parametrize(
    ("column", "shown"),
    [
        ((0.745, 0.7436, 1.0), ("0.7450", "0.7436", "1.0000")),
        ((0.5, 0.25, math.nan), ("0.50", "0.25", "undefined")),
        ((1.0, 2.0), ("1.0", "2.0")),
        ((2 / 3, 9.123456), ("0.667", "9.123")),
        ((12.3456, 72.5), ("12.35", "72.50")),
        ((10.33811, 0.83551), ("10.338", "0.836")),
        ((0.000999001, 0.0002), ("0.000999", "0.000200")),
        ((0.9, 0.12345, 1e-9, -1e-9, 0.0), ("0.9000", "0.1235", "<0.0001", ">-0.0001", "0.0000")),
        ((math.inf, 0.33333), ("inf", "0.3333")),
        ((3, 0.5, "−"), ("3", "0.5", "−")),
        ((0.0, 0.0), ("0.0", "0.0")),
        ((5e-324,), ("<0.00000001",)),
    ],
)
def test_a_column_has_as_many_decimals_throughout(column, shown):
    table = Table("t", "T", ("name", "value"), tuple((f"n{n}", cell) for n, cell in enumerate(column)))
    assert tuple(row[1] for row in study_html.cells(table.rows)) == shown
    assert tuple(line.split()[-1] for line in table_lines(table)[4:]) == shown
    page = study_html.render(replace(MADE, tables=(table,), figures={}))
    assert all(f">{escape(one)}</td>" in page for one in shown)
    assert [line.split("\t")[1] for line in tsv(table).splitlines()[1:]] == [str(cell) for cell in column]


@given(st.lists(st.floats(allow_infinity=False, allow_nan=False), min_size=1))
def test_decimals_hide_no_difference_of_sign(column):
    shown = [row[0] for row in study_html.cells([(number,) for number in column])]
    assert len({len(one.partition(".")[2]) for one in shown}) == 1
    for number, one in zip(column, shown, strict=True):
        bare = float(one.strip("<>"))
        assert (bare > 0) - (bare < 0) == (number > 0) - (number < 0)
