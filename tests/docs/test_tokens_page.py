"""The tables of docs/tokens.md: what each tokeniser makes of an example."""

import re

import pytest

from docs import pages
from steelyard.corpus import HeldTexts
from steelyard.errors import MissingResource
from steelyard.measures.registry import registry
from steelyard.text import SENTENCES, ChunkViews, segmenters
from steelyard.text.view import TOKENISERS, View
from steelyard.text.words.stems import PORTER, stems

PAGE = pages.DOCS / "tokens.md"
_ROW = re.compile(r"^\| `([\w-]+)` \| ((?:`[^`]+` ?)+)\|$", re.MULTILINE)
_TEXT = re.compile(r"^Text: `([^`]+)`$", re.MULTILINE)


def examples() -> list[tuple[str, str, list[str]]]:
    """Tokeniser, text and tokens of every row; a text holds for the rows up to the next one."""
    page = PAGE.read_text("utf-8")
    texts = [(match.start(), match[1]) for match in _TEXT.finditer(page)]
    found = []
    for row in _ROW.finditer(page):
        text = [text for start, text in texts if start < row.start()][-1]
        found.append((row[1], text, re.findall("`([^`]+)`", row[2])))
    return found


def tokens(text: str, name: str) -> list[str]:
    if name in segmenters.NAMES:
        try:
            return segmenters.segmenter(name)(text)
        except MissingResource as missing:
            pytest.skip(f"skipped: {missing}")
    cut = ChunkViews([], {"A": HeldTexts.of([text], "text").chunk(0, 1)}).batch("A").hypotheses(View(name))
    types = cut.types()
    return [types[number] for number in cut.row(0)]


@pytest.mark.parametrize(("name", "text", "shown"), examples(), ids=lambda value: str(value)[:20])
def test_tokenisers_give_what_the_page_shows(name, text, shown):
    assert tokens(text, name) == shown


def test_measures_that_take_boundaries_are_listed():
    section = PAGE.read_text("utf-8").partition("## Boundaries")[2].partition("```")[0]
    listed = set(re.findall("`([^`]+)`", section)) & set(registry())
    assert listed == {name for name, kind in registry().items() if any(o.name == "boundaries" for o in kind.options())}


def test_every_tokeniser_is_shown():
    assert {name for name, _, _ in examples()} == set(TOKENISERS)


def test_every_rule_for_sentences_is_listed():
    for rule in SENTENCES:
        assert f"\n| `{rule}` |" in PAGE.read_text("utf-8").partition("## Sentences")[2].partition("##")[0], rule


def test_stems_are_those_the_page_shows():
    section = PAGE.read_text("utf-8").partition("## Stems")[2].partition("##")[0]
    head, *rows = [line.strip("|").replace("`", "").split("|") for line in section.splitlines() if line.count("|") == 5]
    for word, *shown in rows[1:]:
        names = map(str.strip, head[1:])
        assert [stems([word.strip()], name) for name in names] == [[stem.strip()] for stem in shown], word
    for name in ("none", *PORTER, "english", "german"):
        assert f"`{name}`" in section
