"""Limits of words and bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _core
from steelyard.corpus import HeldTexts
from steelyard.errors import SpecError
from steelyard.text import ChunkViews, View
from text.cutting import viewed


def kept(text: str, words: int = 0, size: int = 0) -> str:
    data, starts, ends = HeldTexts.of(["before", text], "texts").chunk(0, 2)
    end = _core.limited(data, starts, ends, words, size)
    return data[starts[1] : end[1]].decode()


@pytest.mark.parametrize(
    ("text", "words", "size", "left"),
    [
        ("one two\nthree four", 0, 0, "one two\nthree four"),
        ("one two\nthree four", 3, 0, "one two\nthree "),
        ("one two\nthree four", 4, 0, "one two\nthree four"),
        ("  one,two-three  four", 1, 0, "  one,two-three  "),
        ("one\u00a0two three", 1, 0, "one\u00a0two "),
        ("one two\nthree four", 0, 9, "one two\nth"),
        ("one two\nthree four", 0, 7, "one two\n"),
        ("one two\nthree four", 5, 4, "one "),
        ("one two\nthree four", 1, 9, "one "),
        ("añb", 0, 2, "a"),
        ("añb", 0, 3, "añ"),
        ("漢字", 0, 5, "漢"),
        ("😀", 0, 3, ""),
        ("", 3, 3, ""),
    ],
)
def test_what_limits_leave(text, words, size, left):
    assert kept(text, words, size) == left


@given(st.text("ab é漢😀\n\t", max_size=30), st.integers(1, 12), st.integers(1, 12))
def test_limits_count_words_and_bytes(text, words, size):
    by_words, by_bytes = kept(text, words), kept(text, size=size)
    assert by_words.split() == text.split()[:words]
    whole = "".join(text.split("\n")).encode()[:size].decode(errors="ignore")
    assert by_bytes.replace("\n", "") == whole and text.startswith(by_bytes)
    assert kept(text, words, size) == min(by_words, by_bytes, key=len)


def test_limits_hold_for_outputs_and_references_but_not_for_the_source():
    texts = ["a b c\nd e f", "g\nh i j k"]
    chunk = HeldTexts.of(texts, "texts").chunk(0, 2)
    batch = ChunkViews([chunk], {"A": chunk}, chunk).batch("A")
    view = View("none", words=4)
    for tokens in (batch.hypotheses(view), *batch.references(view)):
        assert tokens.lengths().tolist() == [4, 4]
    for sentences in (batch.hypothesis_sentences(view, "lines"), *batch.reference_sentences(view, "lines")):
        assert sentences.tokens.lengths().tolist() == [3, 1, 1, 3]
        assert sentences.offsets.tolist() == [0, 2, 4]
    assert batch.source(view).lengths().tolist() == [6, 5]
    assert batch.hypotheses(View("none")).lengths().tolist() == [6, 5]
    assert batch.hypotheses(View("none", words=1)).lengths().tolist() == [1, 1]


def test_sentences_beyond_a_limit_are_gone():
    chunk = HeldTexts.of(["a b\nc d\ne f"], "texts").chunk(0, 1)
    cut = ChunkViews([], {"A": chunk}).batch("A").hypothesis_sentences(View("none", words=2), "lines")
    assert cut.offsets.tolist() == [0, 1]


def test_limits_come_before_stop_words_and_count_raw_words():
    assert viewed("the well-known cat sat", View("rouge", stop="english", words=3)) == ["known", "cat"]
    assert viewed("the cat sat", View("rouge", bytes=6)) == ["the", "ca"]


def test_negative_limits_are_refused():
    for limit in ({"words": -1}, {"bytes": -3}):
        with pytest.raises(SpecError, match="limit of -"):
            View("none", **limit)
