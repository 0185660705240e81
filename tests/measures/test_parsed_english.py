"""Parsed measures on English by a real parser: the example of Liu & Gildea (2005), and lemmas, tags and senses."""

import pytest

import steelyard as sy

pytest.importorskip("spacy", reason="skipped: parsing English, for spaCy is not installed (extra syntax)")

REFERENCE = "I had a dog."
OUTPUTS = {"1": ["I have the dog."], "2": ["A dog I had."]}


def values(measure: str) -> dict[str, float]:
    scores = sy.score(OUTPUTS, [REFERENCE], measures=[measure])
    return {name: scores.value(name, measure) for name in OUTPUTS}


def test_structure_tells_what_words_do_not():
    """Hypothesis 2 has bigrams of the reference and hypothesis 1 none, but 1 has its structure and 2 has not."""
    bigrams = values("bleu(order=2,tokens=none,smoothing=none,case=fold)")
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
    """A dog (noun) is no dog (verb): to follow; without tags each word has the senses of both."""
    outputs, reference = {"A": ["They dog her."]}, ["They pursue a dog."]
    tagged, untagged = (
        sy.score(outputs, reference, measures=[m]).value("A", m) for m in ("esk(senses=tagged)", "esk(senses=wordnet)")
    )
    assert tagged < untagged


def test_signatures_name_library_and_pipeline():
    signature = sy.score(OUTPUTS, [REFERENCE], measures=["hwcm"]).scores[0].signature
    assert "parser:spacy#spacy-3.8." in signature and "/en_core_web_" in signature and "/trees-" in signature
