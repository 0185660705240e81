"""Kinds of references: which of them outputs are compared with."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.corpus.reference_kinds import ReferenceKind, checked_kinds
from steelyard.errors import InputError, SpecError
from steelyard.scores import load_scores, score
from steelyard.scores.references import score_references

PLAIN = Corpus.of({"S": ["a b", "c d"]}, {"A": ["a b", "c x"], "B": ["a x", "c y"], "C": ["a z", "c z"]})
LINE = (
    '{"references": ["a b", {"text": "a c", "kind": "post-edit", "system": "S"}, "b b", '
    '{"text": "a d", "kind": "multi"}], "outputs": {"S": "a b"}}\n'
)
ONLY_POST_EDITS = '{"references": [{"text": "a", "kind": "post-edit", "system": "S"}], "outputs": {"S": "a"}}\n'


@pytest.fixture
def marked(tmp_path: Path) -> Corpus:
    (tmp_path / "c.jsonl").write_text(LINE)
    return read(tmp_path / "c.jsonl")


def signature(corpus: Corpus) -> str:
    return str(score(corpus, measures="wer").scores[0].signature)


def test_references_without_a_kind_are_the_first_and_further_ones(marked: Corpus) -> None:
    assert [(texts.kind.kind, texts[0]) for texts in marked.references if texts.kind] == [
        ("first", "a b"),
        ("multi", "b b"),
        ("multi", "a d"),
    ]
    assert [texts.kind for texts in marked.unused_references] == [ReferenceKind("post-edit", "S")]
    assert "3 references (first, multi); 1 not used" in repr(marked)


def test_signatures_name_the_kinds(marked: Corpus) -> None:
    assert "|references:3|kinds:first,multi|" in signature(marked)
    assert "|references:1|kinds:post-edit|" in signature(marked.with_references_of("post-edit"))
    assert "|references:3|level:" in signature(PLAIN)
    assert PLAIN.with_references_of("multi,first") is PLAIN


def test_plain_references_are_told_by_their_order() -> None:
    first = PLAIN.with_references_of(["first"])
    assert [list(texts) for texts in first.references] == [["a b", "c x"]]
    assert "|references:1|kinds:first|" in signature(first)
    assert [list(texts) for texts in first.with_references_of("multi").references] == [["a x", "c y"], ["a z", "c z"]]
    assert len(first.with_references_of("first,multi").references) == 3


def test_a_kind_that_is_not_there_is_refused(marked: Corpus) -> None:
    with pytest.raises(InputError, match="no references are of kind post-edit; they are of kind first and multi"):
        PLAIN.with_references_of("first,post-edit")
    with pytest.raises(InputError, match="no references are of kind first; there are none at all"):
        Corpus.of({"S": ["a"]}).with_references_of("first")
    single = Corpus.of({"S": ["a"]}, ["b"])
    assert single.with_references_of("first,multi") is single


@pytest.mark.parametrize("kinds", ["second", "", [], [1], 5, b"first"])
def test_what_is_no_kind_is_refused(kinds: object) -> None:
    with pytest.raises(SpecError, match="references_of"):
        checked_kinds(kinds)


def test_post_edits_alone_are_no_references(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text(ONLY_POST_EDITS)
    with pytest.raises(InputError, match="no references to score against; choose those of kind post-edit with refer"):
        score(read(tmp_path / "c.jsonl"), measures="wer")
    assert score(read(tmp_path / "c.jsonl", references_of="post-edit"), measures="wer").value("S", "wer") == 0.0


def test_kinds_are_pickled_and_saved(marked: Corpus, tmp_path: Path) -> None:
    again = pickle.loads(pickle.dumps(marked))
    assert [t.kind for t in again.references] == [t.kind for t in marked.references]
    assert [list(t) for t in again.unused_references] == [["a c"]]
    scores = score(marked.with_references_of("first"), measures="wer")
    scores.save(tmp_path / "s.npz")
    assert load_scores(tmp_path / "s.npz").scores[0].signature == scores.scores[0].signature


def test_parts_with_references_of_other_kinds_are_not_merged(marked: Corpus) -> None:
    a, b = (score(marked.with_references_of(kind), measures="wer").statistics[0] for kind in ("first", "multi"))
    with pytest.raises(InputError, match=r"differ in kinds of references \(\('first',\), \('multi',\)\)"):
        a.merge(b)


def test_references_scored_against_each_other_say_all_kinds(marked: Corpus) -> None:
    scores = score_references(marked, ["wer"])
    assert {str(s.signature).partition("kinds:")[2].partition("|")[0] for s in scores.scores} == {"first,multi"}


def test_kinds_that_the_order_does_not_tell_are_refused_by_name(marked: Corpus, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot hold post-edit references; "):
        write(marked, tmp_path / "c.tsv")
    with pytest.raises(InputError, match="cannot hold kinds of references, first references, multi references; "):
        write(marked.with_references_of("post-edit"), tmp_path / "c.tsv")
    without = replace(marked, unused_references=())
    write(without, tmp_path / "c.tsv")
    assert [texts[0] for texts in read(tmp_path / "c.tsv").references] == ["a b", "b b", "a d"]


def test_a_reference_keeps_its_place_among_those_of_its_kind(tmp_path: Path) -> None:
    first, one, two = ({"text": text, "kind": kind} for text, kind in (("x", "first"), ("1", "multi"), ("2", "multi")))
    rows = [{"references": [first, one, two]}, {"references": [one | {"text": None}, two]}]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    corpus = read(tmp_path / "c.jsonl")
    assert [list(texts) for texts in corpus.references] == [["x", None], ["1", None], ["2", "2"]]
    write(corpus, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "c.jsonl").read_text()
