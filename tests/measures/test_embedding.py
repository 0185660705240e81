"""Measures of embeddings: matching by hand, what is embedded, what is refused."""

import sys

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
import tiny_embeddings
from oracles.embedding import coverage
from steelyard import _core
from steelyard.cli import steelyard as commands
from steelyard.errors import InputError, SpecError
from steelyard.providers.models.embeddings import Embedder, embedder

MEASURES = ("embedding-f", "embedding-f(kind=recall)", "embedding-cosine")


def matched(left, right, kind=np.float64):
    """Precision and recall of one text against another."""
    sides = [np.array(side, kind).reshape(len(side), -1 if len(side) else 2) for side in (left, right)]
    offsets = [np.array([0, len(side)]) for side in sides]
    text = np.zeros(1, np.int64)
    return _core.greedy_matches(sides[0], offsets[0], sides[1], offsets[1], text, text)[0].tolist()


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([[1, 0], [0, 1]], [[2, 0]], [0.5, 1]),
        ([[1, 0]], [[-3, 0]], [-1, -1]),
        ([[3, 4]], [[4, 3], [0, 1], [1, 0]], [0.96, (0.96 + 0.8 + 0.6) / 3]),
        ([[0, 0]], [[1, 1]], [0, 0]),
        ([], [[1, 1]], [0, 0]),
        ([[1, 1]], [], [np.nan, np.nan]),
    ],
)
def test_matching_by_hand(left, right, expected):
    assert matched(left, right) == pytest.approx(expected, rel=1e-15, nan_ok=True)


@given(st.data(), st.integers(1, 20), st.sampled_from([np.float32, np.float64]))
def test_matching_by_definition(data, width, kind):
    numbers = st.floats(-4, 4, width=16)
    left, right = (
        data.draw(st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=1, max_size=6)) for _ in "AB"
    )
    expected = [coverage(left, right), coverage(right, left)]
    assert matched(left, right, kind) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert matched(left, left, kind) == pytest.approx([coverage(left, left)] * 2, rel=1e-15)


@pytest.mark.parametrize(
    ("offsets", "texts", "message"),
    [
        ([0, 3], [0], "offsets do not fit"),
        ([0, 2], [1], "no such text"),
        ([0, 2], [-1], "no such text"),
        ([0, 2], [0, 0], "differ in number"),
    ],
)
def test_the_kernel_reads_nothing_that_is_not_there(offsets, texts, message):
    rows = np.ones((2, 3))
    with pytest.raises(ValueError, match=message):
        _core.greedy_matches(rows, np.array(offsets), rows, np.array([0, 2]), np.array(texts), np.array([0]))


def test_f_is_0_unless_precision_and_recall_are_above_it():
    measure = sy.parse("embedding-f")
    texts = [f"{a} {b}" for a in "abcdefgh" for b in "stuvwxyz"]
    values = {kind: sy.similarity(texts, texts, f"embedding-f(kind={kind})").values for kind in ("precision", "recall")}
    precision, recall = values.values()
    opposed = (precision > 0) & (recall < 0)
    assert opposed.any() and (sy.similarity(texts, texts, measure).values[opposed] == 0).all()
    np.testing.assert_array_equal(precision.T, recall)


@pytest.fixture
def seen(tmp_path, monkeypatch):
    """What goes through a model that was not used before."""
    monkeypatch.setenv("STEELYARD_EMBEDDINGS", str(tiny_embeddings.write(tmp_path)))
    found = []
    run = Embedder._vectors
    monkeypatch.setattr(Embedder, "_vectors", lambda self, one: found.append(one.tokens) or run(self, one))
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_a_text_goes_through_the_model_once(seen, threads):
    numbers = range(200)
    systems = {name: [f"{name} {n}" for n in numbers] for name in "ab"} | {"copy": [f"a {n}" for n in numbers]}
    sy.score(systems, [f"c {n}" for n in numbers], MEASURES, threads=threads)
    assert len(seen) == 3 * len(numbers)


def test_all_pairs_embed_each_text_once(seen):
    sy.similarity(["a", "b", "c", "a"], ["a", "d"], "embedding-cosine")
    assert len(seen) == 4


def test_the_signature_names_the_model(tiny_model):
    (score,) = sy.score({"A": ["a"]}, ["a"], [f"embedding-f(model={tiny_model})"]).scores
    told = embedder(str(tiny_model)).resources
    assert score.signature.startswith(
        f"embedding-f|model:{tiny_model.name}#{told['model']}|tokeniser:#{told['tokeniser']}|kind:f|references:1|"
    )


@pytest.mark.parametrize("measure", MEASURES)
def test_texts_without_a_word_piece(tmp_path, monkeypatch, measure):
    # BERT's rules drop control characters, of which a text that is not blank may consist.
    monkeypatch.setenv("STEELYARD_EMBEDDINGS", str(tiny_embeddings.write(tmp_path, tokeniser="vocab.txt")))
    corpus = {"A": ["", "a", "\x01"]}, {"one": ["a", "\x01", "a"], "two": ["b", "\x02", "\x01"]}
    scores = sy.score(*corpus, [measure], level="segment", accept=["empty"])
    assert [score.value for score in scores.scores] == pytest.approx([0, np.nan, 0], nan_ok=True)
    assert scores.scores[1].reason == "no reference has a word piece"


def test_long_texts_are_refused_with_segment_and_system(tmp_path, monkeypatch):
    monkeypatch.setenv("STEELYARD_EMBEDDINGS", str(tiny_embeddings.write(tmp_path, limit=5)))
    outputs = {"A": ["a", "b", "c"], "B": ["a", "b b b b", "c"]}
    with pytest.raises(InputError, match=r"^embedding-f, segment 1: output of 'B': 6 word pieces are more than the 5"):
        sy.score(outputs, ["a", "b", "c"], ["embedding-f"])
    with pytest.raises(InputError, match="segment 2: reference 1: 7 word pieces"):
        sy.score({"A": ["a", "b", "c"]}, {"one": ["a", "b", "c"], "two": ["a", "b", "c c c c c"]}, ["embedding-f"])
    with pytest.raises(InputError, match="other 1: 7 word pieces"):
        sy.similarity(["a"], ["a", "c c c c c"], "embedding-cosine")


def test_measures_are_listed_without_the_extra(monkeypatch):
    for package in ("onnxruntime", "tokenizers"):
        monkeypatch.setitem(sys.modules, package, None)
    assert "embedding-f" in CliRunner().invoke(commands, ["measures"]).output
    assert sy.parse("embedding-cosine(model=folder)").model == "folder"


@pytest.mark.parametrize("option", ["model", "tokeniser"])
def test_paths_must_fit_the_notation(option):
    with pytest.raises(SpecError, match=f"{option}=a,b is not possible; a path cannot hold comma or bracket"):
        type(sy.parse("embedding-f"))(**{option: "a,b"})
