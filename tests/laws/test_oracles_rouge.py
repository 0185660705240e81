"""Every option of ROUGE against the oracles."""

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

import steelyard as sy
from laws.oracle_agreement import FEW, agrees, options
from laws.random_corpora import Drawn, corpora

_ROUGE = {
    "kind": ("f", "precision", "recall"),
    "alpha": (0.0, 0.5, 0.8, 1.0),
    "models": ("pooled", "best-recall", "best-f"),
    "inverted": (False, True),
    "decimals": (0, 1, 5),
    "tokens": ("rouge-unicode", "rouge", "none", "13a"),
}
_AVERAGES = st.sampled_from(
    [
        {},
        {"jackknife": True},
        {"jackknife": True, "models": "pooled", "rest": "pooled"},
        {"models": "mean"},
        {"models": "apart"},
        {"average": "counts"},
        {"alpha": 0.5, "beta": 0.0},
        {"alpha": 0.5, "beta": 2.0},
    ]
)
_LINES = (*FEW, "a\n", "b\n\n")


@pytest.mark.parametrize("name", ["rouge-1", "rouge-2", "rouge-9"])
@settings(max_examples=60)
@examples(corpora(words=FEW), options(**_ROUGE), _AVERAGES)
def test_rouge_n(name, drawn, chosen, average):
    agrees(type(sy.parse(name))(**{**chosen, **average}), drawn)


@pytest.mark.parametrize("name", ["rouge-l", "rouge-lsum"])
@settings(max_examples=100)
@examples(corpora(longest=20, words=_LINES), options(**_ROUGE, sentences=("none", "lines")), _AVERAGES)
def test_rouge_l(name, drawn, chosen, average):
    agrees(type(sy.parse(name))(**{**chosen, **average}), drawn)


@settings(max_examples=100)
@examples(corpora(longest=20, words=_LINES), options(kind=_ROUGE["kind"], models=_ROUGE["models"]), _AVERAGES)
def test_rouge_lsum_of_all_hits(drawn, chosen, average):
    agrees(type(sy.parse("rouge-lsum"))(**{**chosen, **average, "clip": False}), drawn)


@pytest.mark.parametrize("name", ["rouge-1", "rouge-lsum", "rouge-su"])
@settings(max_examples=60)
@examples(
    corpora(words=("a", "bb", "ccc", " a ,", "é", "日", "b\n", "a\t\v", "-")),
    options(words=(0, 1, 3, 100), bytes=(0, 1, 7, 1000)),
)
def test_rouge_of_limited_texts(name, drawn, chosen):
    agrees(type(sy.parse(name))(**chosen), drawn)


@settings(max_examples=60)
@examples(corpora(longest=400, segments=1, references=1, words=("a", "b", "c", "d", "e", "e\n")))
def test_rouge_l_of_long_sentences(drawn):
    """More words than a machine word has bits, in one sentence and in several."""
    for measure in ("rouge-l", "rouge-lsum", "rouge-lsum(inverted=true)"):
        agrees(sy.parse(measure), drawn)


@settings(max_examples=30)
@examples(corpora(longest=300, segments=1, references=1, words=tuple("abcdefghijklmnop")))
def test_rouge_lsum_of_a_sentence_against_several(drawn):
    """One sentence of several machine words against cuts of it: the union of many subsequences."""
    cut = {name: tuple(text.replace(" d ", " d\n") for text in texts) for name, texts in drawn.outputs.items()}
    agrees(sy.parse("rouge-lsum"), Drawn(cut, drawn.references))


@settings(max_examples=100)
@examples(
    corpora(longest=14, words=_LINES),
    options(**_ROUGE, weight=(1.0, 1.2, 1.5, 2.0)),
    _AVERAGES,
    st.sampled_from([{}, *({"variant": "rouge-1.5.5", "sentences": rule} for rule in ("lines", "none"))]),
)
def test_rouge_w(drawn, chosen, average, variant):
    agrees(type(sy.parse("rouge-w"))(**{**chosen, **average, **variant}), drawn)


@settings(max_examples=100)
@examples(
    corpora(longest=14, words=FEW), options(**_ROUGE, gap=("none", 0, 1, 4, 9, 100), last=(True, False)), _AVERAGES
)
def test_rouge_s_and_su(drawn, chosen, average):
    agrees(type(sy.parse("rouge-su"))(**{**chosen, **average}), drawn)
    del chosen["last"]
    agrees(type(sy.parse("rouge-s"))(**{**chosen, **average}), drawn)
