"""CoNLL-U that is written is read again as the same texts and trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.corpus.conllu import read_conllu, written
from steelyard.corpus.sentences import Sentence, Span
from steelyard.corpus.trees import AnnotatedText

ANN = Sentence(
    ("Ann", "did", "n't", "sleep", "."), ("Ann", "do", "not", "sleep", "."), ("PROPN", "AUX", "PART", "VERB", "PUNCT"),
    ("NNP", "VBD", "RB", "VB", "."), (3, 3, 3, -1, 3), ("nsubj", "aux", "neg", "ROOT", "punct"),
    entities=(Span("PERSON", 0, 1),), senses=("", "", "", "v.1", ""),
)  # fmt: skip


def read(tmp_path, texts):
    (tmp_path / "x.conllu").write_text("".join(f"{line}\n" for line in written(texts)), encoding="utf-8")
    return read_conllu(tmp_path / "x.conllu")


def test_every_layer_comes_back(tmp_path):
    assert read(tmp_path, [AnnotatedText("Ann  didn't sleep.", (ANN,), "a")]) == [("Ann  didn't sleep.", (ANN,), "a")]


def test_sentences_of_one_segment_and_empty_texts(tmp_path):
    yes = Sentence(
        ("Yes", "."), ANN.lemmas[:2], ANN.pos[:2], ANN.tags[:2], (-1, 0), ("ROOT", "punct"), (), (), ("", "")
    )
    texts = [
        AnnotatedText("Ann didn't sleep.Yes.  Yes.", (ANN, yes, yes)),
        AnnotatedText("", ()),
        AnnotatedText("Yes .", (yes,)),
    ]
    found = read(tmp_path, texts)
    assert [one.segment for one in found] == ["0", "1", "2"]
    assert [one.sentences for one in found] == [one.sentences for one in texts]
    # a run of white space between sentences is one space
    assert [one.text for one in found] == ["Ann didn't sleep.Yes. Yes.", "", "Yes ."]


def test_words_that_are_not_those_of_the_text(tmp_path):
    """As where a parser writes -LRB- for a bracket, or leaves something out."""
    sentence = Sentence(("a", "-LRB-", "b"))
    for text in ("a (b", "a -LRB- b c", "c a -LRB- b", "b a -LRB-"):
        assert read(tmp_path, [AnnotatedText(text, (sentence,))]) == [("a -LRB- b", (sentence,), "0")]


def test_what_columns_cannot_hold(tmp_path):
    odd = Sentence(("a\tb", "#", "_", "c|d"), entities=(Span("A (B)|C", 0, 2),), senses=("x y", "", "(z)", "v|w"))
    (found,) = read(tmp_path, [AnnotatedText("a\tb # _ c|d", (odd,))])
    assert found.sentences == (
        Sentence(("a b", "#", "_", "c|d"), entities=(Span("A__B__C", 0, 2),), senses=("x_y", "", "_z_", "v_w")),
    )


def test_entities_that_are_none_stay_known(tmp_path):
    none = Sentence(("a", "b"), entities=())
    assert read(tmp_path, [AnnotatedText("a b", (none,))])[0].sentences == (none,)


@pytest.mark.parametrize("text", ["a\u2028b c", "\u00a0a b", "a\u200b b😀", "שלום a"])
def test_odd_characters_of_texts(tmp_path, text):
    words = tuple(text.split())
    (found,) = read(tmp_path, [AnnotatedText(text, (Sentence(words),))])
    assert found.sentences == (Sentence(words),) and found.text == text.strip()


@given(st.lists(st.lists(st.lists(st.sampled_from("ab (x) ß 😀 # = _".split()), min_size=1), max_size=3), min_size=1))
def test_any_words_come_back(tmp_path, texts):
    given = [
        AnnotatedText(
            " ".join(word for words in sentences for word in words), tuple(Sentence(tuple(w)) for w in sentences)
        )
        for sentences in texts
    ]
    found = read(tmp_path, given)
    assert [(one.text, one.sentences) for one in found] == [(one.text, one.sentences) for one in given]
