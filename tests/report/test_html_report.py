import re
from html.parser import HTMLParser

import pytest

import steelyard as sy
from steelyard.corpus import Corpus
from steelyard.report.html import render

_VOID = {"meta", "wbr"}


class Outline(HTMLParser):
    """Checks that tags nest, and gathers tables as rows of cell texts."""

    def __init__(self):
        super().__init__()
        self.open, self.tables, self.attributes = [], [], []

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag in _VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data


@pytest.fixture
def page():
    nasty = '<script>alert("&amp;")</script>'
    corpus = Corpus.of({"A": ["the cat", nasty], "<B>": ["a cat", "x"]}, [["the cat", "y"], ["", nasty], [None, None]])
    return render(sy.score(corpus, measures=["chrf", "ter"], intervals=sy.Intervals(resamples=20)), corpus, "A & B")


def _outline(page):
    outline = Outline()
    outline.feed(page)
    outline.close()
    assert outline.open == []
    return outline


def test_tables_hold_scores_and_segments(page):
    tables = _outline(page).tables
    assert len(tables) == 3
    assert tables[0][0] == ["system", "chrf ↑", "ter ↓"]
    assert [row[0] for row in tables[0][1:]] == ["A", "<B>"] and "[" in tables[0][1][1]
    assert tables[1][0] == ["segment", "references", "output", "chrf ↑", "ter ↓"]
    assert tables[1][1][:3] == ["0", "the cat", "the cat"]
    assert tables[2][2][:3] == ["1", 'y<script>alert("&amp;")</script>', "x"]


def test_source_comes_first_and_references_are_apart():
    corpus = Corpus.of({"A": ["a"]}, [["r1"], ["r2"]], source=["quelle"])
    page = render(sy.score(corpus, measures="wer"), corpus)
    tables = _outline(page).tables
    assert tables[1][0][:4] == ["segment", "source", "references", "output"]
    assert tables[1][1][:4] == ["0", "quelle", "r1r2", "a"]
    assert '<p dir="auto">r1</p><p dir="auto">r2</p>' in page
    assert "1 segment, 1 system, references" in page


def test_one_reference_set_is_a_reference():
    corpus = Corpus.of({"A": ["a"]}, ["r"], source=["quelle"])
    assert '<th scope="col">reference</th>' in render(sy.score(corpus, measures="wer"), corpus)


def test_best_is_explained_where_something_is(page):
    assert page.count('<p class="note">bold: best</p>') == 2
    alone = Corpus.of({"A": ["a"]}, ["r"])
    assert "bold: best" not in render(sy.score(alone, measures="wer"), alone)


def test_lines_break_in_signatures_and_not_in_names(page):
    assert "|<wbr>" in page and '<td class="name">0</td>' in page and "td.name { white-space: nowrap; }" in page


def test_texts_are_escaped(page):
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page and "<title>A &amp; B</title>" in page
    assert page.count("<script>") == 1


def test_the_page_is_self_contained(page):
    outline = _outline(page)
    assert not [name for _, name, _ in outline.attributes if name in ("src", "href", "srcset") or name.startswith("on")]
    assert not re.search(r"https?://|url\(|@import|fetch\(", page)
    assert any("default-src 'none'" in (value or "") for _, _, value in outline.attributes)


def test_every_signature_is_there(page):
    assert page.count("<li><code>") == 4 and page.count("level:segment") == 2


def test_light_and_dark(page):
    assert "prefers-color-scheme: dark" in page


def test_undefined_values_have_reasons():
    corpus = Corpus.of({"A": ["a", "b"]}, ["a", "..."])
    page = render(sy.score(corpus, measures="wer(tokens=no-punct)"), corpus)
    assert 'title="the references have no token">undefined' in page
    assert "undefined: wer(tokens=no-punct): the references have no token" in page
