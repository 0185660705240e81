"""Parsed measures on English by a real parser: the example of Liu & Gildea (2005), and lemmas, tags and senses."""

import pytest

import steelyard as sy
from steelyard.annotation.senses import senses_of
from steelyard.corpus.sentences import Sentence

pytest.importorskip("spacy", reason="skipped: parsing English, for spaCy is not installed (extra syntax)")

REFERENCE = "I had a dog."
OUTPUTS = {"1": ["I have the dog."], "2": ["A dog I had."]}


def values(measure: str) -> dict[str, float]:
    scores = sy.score(OUTPUTS, [REFERENCE], measures=[measure])
    return {name: scores.value(name, measure) for name in OUTPUTS}


def test_structure_tells_what_words_do_not():
    """Hypothesis 2 has bigrams of the reference and hypothesis 1 none, but 1 has its structure and 2 has not."""
    bigrams = values("bleu(order=2,tokens=no-punct,smoothing=none,case=fold)")
    assert bigrams["2"] > bigrams["1"] == 0
    for measure in ("stm(layer=pos)", "tkm(layer=pos)"):
        found = values(measure)
        assert found["1"] == pytest.approx(1.0) and found["2"] < 0.9, measure


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("wer(layer=lemma)", 20.0),  # I have a|the dog .
        ("bleu(layer=pos,effective=always)", 100.0),
        ("rouge-1(layer=lemma,kind=recall)", 0.8),
        ("gramsim(layer=pos)", 1.0),
    ],
)
def test_layers_of_a_translation(measure, expected):
    assert values(measure)["1"] == pytest.approx(expected)


def test_senses_are_told_apart_by_tags():
    """As if the senses were written with the words: a dog is the noun's first sense, to dog the verb's."""
    noun, verb = (sense_of("dog", part) for part in ("NOUN", "VERB"))
    assert noun and verb and noun != verb
    assert not sense_of("they", "PRON")
    wash, car = sense_of("wash", "VERB"), sense_of("car", "NOUN")
    written = [f"they wash:{{{wash}}} the {word}:{{{car}}}" for word in ("car", "automobile")]
    inline, tagged = "esk(senses=inline,tokens=none)", "esk(senses=tagged)"
    expected = sy.score({"A": written[:1]}, written[1:], measures=[inline]).value("A", inline)
    found = sy.score({"A": ["They wash the car."]}, ["They wash the automobile."], measures=[tagged])
    assert found.value("A", tagged) == pytest.approx(expected)


def sense_of(lemma: str, pos: str) -> str:
    return senses_of(Sentence((lemma,), lemmas=(lemma,), pos=(pos,)))[0]


def test_signatures_name_library_and_pipeline():
    signature = sy.score(OUTPUTS, [REFERENCE], measures=["hwcm"]).scores[0].signature
    assert "parser:spacy#spacy-3.8." in signature and "/en_core_web_" in signature and "/trees-" in signature
