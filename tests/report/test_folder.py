"""Any result as a folder, with one page of all of it."""

import json
import math
import re
from dataclasses import dataclass, replace
from html import escape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.report import figures, folder, html, sections, text
from steelyard.report.folder import save
from steelyard.report.tsv import table_tsv
from steelyard.report.vega import specification
from steelyard.results.account import Account
from steelyard.results.cells import texts
from steelyard.results.figure import Axis, Figure
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Table

ROWS = ({"x": 1, "y": 2, "s": "<b>A</b>"}, {"x": 2, "y": 3, "s": "B"})
FIGURE = Figure("points", "Points", "points", ROWS, Axis("x"), Axis("y"), colour="s")
AGAIN = replace(FIGURE, name="again", description='Two points, "both" rising')
TABLES = (
    Table("one", "Table <1>", ("system", "r", "n"), (("<i>A</i>", 0.5, 3), ("B", math.nan, 2))),
    Table("two", "Hidden", ("x",), ((1,),), shown=False),
)
SIGNATURES = {name: Signature(name) for name in ("bleu|level:system", "nist|level:system")}
ACCOUNT = Account(
    "Someone 1999, A Paper & more", TABLES, (FIGURE, AGAIN), ("A is the better, B < A",),
    terms={"r": "Pearson's <r>"}, signatures=SIGNATURES, about=("two.txt: 2 systems",),
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Told(Result):
    content: Account = ACCOUNT

    def account(self):
        return self.content

    def to_dict(self):
        return {"findings": list(self.content.findings)}


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


def page(**changes):
    return html.render(replace(ACCOUNT, **changes))


def test_findings_first_signatures_last():
    shown = page()
    order = [shown.index(words) for words in ("<h2>Findings", "B &lt; A", "Table &lt;1&gt;", "<h2>Signatures")]
    assert order == sorted(order) and shown.index("|<wbr>level") > order[-1]
    assert "Hidden" not in shown and "<i>A</i>" not in shown and "&lt;i&gt;A&lt;/i&gt;" in shown
    assert not Tags(shown).open


def test_a_signature_without_a_label_is_written_once():
    assert page().count("nist|<wbr>level:system") == 1
    assert text.render(ACCOUNT).endswith("\nbleu|level:system\nnist|level:system\n")


def test_cells_sort_as_numbers():
    shown = page()
    assert '<td class="number" data-value="0.5">0.5</td>' in shown
    assert '<td class="number" data-value="nan">undefined</td>' in shown
    assert '<th scope="col" class="number">r</th>' in shown and "aria-sort" in shown


def test_it_loads_nothing():
    tags = Tags(page())
    assert not {"img", "link", "iframe", "object", "image"} & set(tags.tags)
    assert not [value for name, value in tags.attributes if name in ("src", "href", "xlink:href")]


def test_figures_are_drawn_with_words():
    pytest.importorskip("vl_convert")
    shown = page()
    assert shown.count("<svg ") == 2 and shown.count('role="img"') == 2
    assert 'aria-label="Points"' in shown and 'aria-label="Two points, &quot;both&quot; rising"' in shown
    assert "<b>A</b>" not in shown
    names = re.findall(r'\bid="([^"]+)"', shown)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", shown)) <= set(names)


def test_without_the_extra_the_page_says_how_to_get_figures(monkeypatch, tmp_path):
    for module in (figures, folder, sections):
        monkeypatch.setattr(module, "can_draw", lambda: False)
    assert save(Told(), tmp_path, "study") == ["points.svg", "again.svg"]
    shown = (tmp_path / "study.html").read_text("utf-8")
    assert "<svg" not in shown and "pip install &#x27;steelyard[plots]&#x27;" in shown
    assert "Two points, &quot;both&quot; rising" in shown


def test_a_folder_has_every_form_every_table_and_every_figure(tmp_path):
    pytest.importorskip("vl_convert")
    assert save(Told(), tmp_path, "mine") == []
    assert {path.name for path in tmp_path.iterdir()} == {
        "mine.html", "mine.json", "mine.txt", "one.tsv", "two.tsv", "points.vl.json", "points.svg", "again.vl.json",
        "again.svg",
    }  # fmt: skip
    assert (tmp_path / "mine.html").read_text("utf-8") == page()
    assert (tmp_path / "two.tsv").read_text("utf-8") == "x\n1\n\n# signatures\nof\tsignature\n" + "".join(
        f"{'' if label == signature else label}\t{signature}\n"
        for label, signature in Told().account().signatures.items()
    )
    assert json.loads((tmp_path / "points.vl.json").read_text("utf-8")) == specification(FIGURE)


def test_it_names_its_data_and_explains_its_terms():
    shown, plain = page(), text.render(ACCOUNT)
    header = shown[shown.index("<header>") : shown.index("</header>")]
    assert "two.txt: 2 systems" in header and "two.txt: 2 systems" in plain.splitlines()[1]
    assert shown.count("<dt>r</dt><dd>Pearson&#x27;s &lt;r&gt;</dd>") == 1 and "\nr: Pearson's <r>\n" in plain


def test_a_figure_stands_with_its_table():
    """By its name, or as it says; with a table that is not shown, it stands alone; else it comes last."""
    beside = [
        replace(FIGURE, name="one"), replace(FIGURE, name="more", beside="one"), replace(AGAIN, beside="two"),
        replace(FIGURE, name="last", description="Of no table"),
    ]  # fmt: skip
    shown = page(figures=tuple(beside))
    parts = {part.split("</h2>")[0]: part for part in shown.split("<h2>")[1:]}
    assert list(parts) == ["Findings", "Terms", "Table &lt;1&gt;", "Hidden", "Signatures"]
    assert [part.count("<figure>") for part in parts.values()] == [0, 0, 2, 2, 0]
    assert "<table>" in parts["Table &lt;1&gt;"] and "<table>" not in parts["Hidden"]
    assert parts["Hidden"].index("both") < parts["Hidden"].index("Of no table")


def test_a_caption_does_not_repeat_the_title():
    pytest.importorskip("vl_convert")
    assert re.findall("<figcaption><small>(.*?)</small></figcaption>", page()) == [
        "Two points, &quot;both&quot; rising"
    ]


def test_drawings_take_the_colours_of_the_page(tmp_path):
    pytest.importorskip("vl_convert")
    # the value of a box is a black dot
    figure = Figure("boxes", "Boxes", "boxes", ROWS, Axis("s"), Axis("y"), low="x", high="y")
    drawn = figures.svg(figure)
    assert set(re.findall(r' (?:fill|stroke)="([^"]*)"', drawn)) == {"currentColor", "none", "#4c78a8"}
    assert 'stroke="currentColor" stroke-opacity="0.15"' in drawn
    # A file of its own has a ground of its own.
    figures.draw(figure, tmp_path / "own.svg")
    own = (tmp_path / "own.svg").read_text("utf-8")
    assert 'fill="white"' in own and 'stroke="black"' in own and "currentColor" not in own


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
    assert tuple(row[1] for row in texts(table)) == shown
    assert all(f">{escape(words)}</td>" in page(tables=(table,), figures=()) for words in shown)
    assert [line.split("\t")[1] for line in table_tsv(table).splitlines()[1:]] == [str(cell) for cell in column]


@given(st.lists(st.floats(allow_infinity=False, allow_nan=False), min_size=1))
def test_decimals_hide_no_difference_of_sign(column):
    shown = [row[0] for row in texts(Table("t", "T", ("value",), tuple((number,) for number in column)))]
    assert len({len(words.partition(".")[2]) for words in shown}) == 1
    for number, words in zip(column, shown, strict=True):
        bare = float(words.strip("<>"))
        assert (bare > 0) - (bare < 0) == (number > 0) - (number < 0)
