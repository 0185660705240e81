"""Sentences of texts, by each rule; words by dictionaries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard import _core
from steelyard.corpus import HeldTexts
from steelyard.errors import InputError
from steelyard.text import SENTENCES, ChunkViews, Keys, View, segmenters

WORDS = View("none")


def cut(text: str, rule: str) -> list[str]:
    data, starts, ends = HeldTexts.of([text], "texts").chunk(0, 1)
    begin, end, offsets = _core.sentences(data, starts, ends, rule)
    assert offsets.tolist() == [0, len(begin)]
    return [data[a:b].decode().strip() for a, b in zip(begin, end, strict=True)]


def test_the_rules_are_those_of_the_core():
    assert list(SENTENCES) == _core.sentence_rules()
    with pytest.raises(ValueError, match="rule"):
        cut("a", "paragraphs")


@pytest.mark.parametrize(
    ("rule", "text", "sentences"),
    [
        ("none", "One. Two.\nThree.", ["One. Two.\nThree."]),
        ("lines", "One. Two.\n\n \nThree.\n", ["One. Two.", "Three."]),
        ("lines", "a\rb\u2028c", ["a\rb\u2028c"]),
        ("rules", "One. Two! Three?\nFour", ["One.", "Two!", "Three?", "Four"]),
        ("rules", "He said “No.” Then he left... And so on", ["He said “No.”", "Then he left...", "And so on"]),
        ("rules", "It cost 3.5 million. 40 came.", ["It cost 3.5 million.", "40 came."]),
        ("rules", "Dr. Smith met J. Doe of the U.S. Senate, e.g. today.", 1),
        ("rules", "It was so... odd. (Yes.) Quite", ["It was so... odd.", "(Yes.)", "Quite"]),
        ("rules", "我在这里。你呢？「好。」他说", ["我在这里。", "你呢？", "「好。」", "他说"]),
        ("rules", "यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("rules", "Τι είναι αυτό; Ένα. Δύο.", ["Τι είναι αυτό; Ένα.", "Δύο."]),
        ("rules", "", []),
        ("rules", " ... ", ["..."]),
    ],
)
def test_sentences(rule, text, sentences):
    found = cut(text, rule)
    assert (len(found) if isinstance(sentences, int) else found) == sentences


@pytest.mark.parametrize("rule", SENTENCES)
@given(text=st.text(st.sampled_from("aB.!?。 \n\"')é1…")))
def test_no_character_is_lost(rule, text):
    assert "".join("".join(cut(text, rule)).split()) == "".join(text.split())


def test_a_batch_gives_sentences_and_their_keys():
    def chunk(*texts):
        return HeldTexts.of(list(texts), "texts").chunk(0, len(texts))

    views = ChunkViews([chunk("a b\nc", "walks")], {"A": chunk("c\na\n", "walked x")}, chunk("s t", "u"))
    batch = views.batch("A")
    tokens, offsets = batch.hypothesis_sentences(WORDS, "lines")
    assert offsets.tolist() == [0, 2, 3] and [len(tokens.row(i)) for i in range(3)] == [1, 1, 2]
    (reference,) = batch.reference_sentences(WORDS, "lines")
    assert reference.offsets.tolist() == [0, 2, 3]
    types = tokens.types()
    assert [[types[t] for t in reference.tokens.row(i)] for i in range(3)] == [["a", "b"], ["c"], ["walks"]]
    keys = batch.keys(WORDS, Keys("stem", "porter"), "lines")
    assert len(keys) == len(types)
    assert batch.keys(WORDS, Keys("stem", "porter"), "lines") is keys
    source = batch.source(WORDS)
    assert source.types() == ["s", "t", "u"]
    assert ChunkViews([chunk("a")], {}).batch("").source(WORDS) is None


@pytest.mark.parametrize("name", segmenters.NAMES)
def test_dictionaries_take_texts_up_to_a_length(name):
    longest = "a" * 32_767
    measure = f"wer(tokens={name})"
    assert sy.score({"A": [longest]}, [longest], measure).value("A", measure) == 0
    with pytest.raises(InputError, match=rf"wer.*32,768 characters begins 'aaa.*tokens={name} takes up to 32,767"):
        sy.score({"A": [longest + "a"]}, [longest], measure)
