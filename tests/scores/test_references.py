"""References scored against each other."""

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError

OUTPUTS = {"A": ["a b", "x"]}
SETS = {"1": ["a b c", "x y"], "2": ["a d", "x"], "3": ["a b c d", "z"]}
MEASURE = "rouge-1(kind=recall,jackknife=true,rest=pooled)"


def test_each_reference_is_scored_against_the_others():
    """The counts of the others are pooled, and no reference is left out beside the one that is scored."""
    scores = sy.score_references(sy.Corpus.of(OUTPUTS, SETS), MEASURE)
    assert scores.systems == ("reference 1", "reference 2", "reference 3")
    expected = [(4 / 6 + 1 / 2) / 2, (3 / 7 + 1 / 3) / 2, (5 / 5 + 0) / 2]
    assert [score.value for score in scores.scores] == pytest.approx(expected)
    assert scores.scores[0].signature.get("references") == "2"
    assert scores.scores[0].signature.get("jackknife") == "false"
    assert scores.measures == (MEASURE,)


def test_systems_and_references_are_scored_against_as_many():
    """A system that says what a reference says scores as that reference where it is left out."""
    corpus = sy.Corpus.of({"copy": SETS["1"]}, {"2": SETS["2"], "3": SETS["3"]})
    alone = sy.score(corpus, measures="rouge-1(kind=recall)").scores[0].value
    assert sy.score_references(sy.Corpus.of(OUTPUTS, SETS), MEASURE).value("reference 1", MEASURE) == alone


def test_levels_and_intervals():
    corpus = sy.sample()
    segments = sy.score_references(corpus, ["chrf", "rouge-2"], level="segment")
    assert len(segments.scores) == 2 * 3 * len(corpus)
    assert all(
        score.low <= score.value <= score.high for score in sy.score_references(corpus, "chrf", intervals=True).scores
    )


def test_what_is_refused():
    with pytest.raises(InputError, match="references are scored against each other, and there are 1; give two"):
        sy.score_references(sy.Corpus.of(OUTPUTS, ["a", "b"]), "bleu")
    with pytest.raises(
        InputError, match="reference 2 has no text for segment 1; references are scored against each oth"
    ):
        sy.score_references(sy.Corpus.of(OUTPUTS, {"1": ["a", "b"], "2": ["a", None]}), "bleu")
    with pytest.raises(SpecError, match="nist is fitted to the references, which are others for each of them here"):
        sy.score_references(sy.Corpus.of(OUTPUTS, SETS), "nist")
    with pytest.raises(SpecError, match="score_references takes a Corpus"):
        sy.score_references([], "bleu")
