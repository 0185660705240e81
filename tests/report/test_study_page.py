"""A study as one page."""

import math
import re
from html.parser import HTMLParser

import pytest

from steelyard.report import figures, study_html
from steelyard.report.study import save
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
