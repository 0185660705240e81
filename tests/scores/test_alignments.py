import dataclasses

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.scores.alignments import WordLink, align_segments

CORPUS = sy.Corpus.of(
    {"A": ["yesterday the cats sat", "hello"], "B": ["a cat sat", "hi"]},
    {"1": ["the cat sat yesterday", "hello world"], "2": ["a cat sat there", None]},
    ids=["one", "two"],
)


def test_words_stages_chunks_and_crossings():
    found = sy.align("yesterday the cats sat", "the cat sat yesterday")
    assert found.words == (("yesterday", "the", "cats", "sat"), ("the", "cat", "sat", "yesterday"))
    assert found.links == (
        WordLink(0, 3, "exact", 1),
        WordLink(1, 0, "exact", 2),
        WordLink(2, 1, "stem", 2),
        WordLink(3, 2, "exact", 2),
    )
    assert (found.matches, found.chunks, found.crossings) == ({"exact": 3, "stem": 1, "synonym": 0}, 2, 3)
    assert found.counts and found.to_dict()["links"][2] == {
        "hypothesis": 2,
        "reference": 1,
        "stage": "stem",
        "chunk": 2,
    }
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.value = 1.0


@pytest.mark.parametrize(
    "measure", ["meteor", "meteor@1.5", "meteor(modules=wordnet-stem,gamma=0)", "gtm", "gtm(exponent=3,kind=recall)"]
)
def test_counts_and_scores_are_those_of_the_measure(measure):
    made = align_segments(CORPUS, ["one", "two"], measure)
    scores = sy.score(CORPUS, measures=[measure], level="segment")
    assert [(one.segment, one.system, one.reference) for one in made] == [
        ("one", "A", 1), ("one", "A", 2), ("one", "B", 1), ("one", "B", 2), ("two", "A", 1), ("two", "B", 1),
    ]  # fmt: skip
    for one in made:
        if one.counts:
            assert one.value == pytest.approx(scores.value(one.system, measure, one.segment))
            rest = [other for other in made if (other.segment, other.system) == (one.segment, one.system)]
            assert one.value == max(other.value for other in rest) and sum(other.counts for other in rest) == 1


def test_one_system_and_a_measure_object():
    made = align_segments(CORPUS, ["two"], sy.parse("gtm"), systems=["B"])
    assert [(one.system, one.links, one.chunks, one.value) for one in made] == [("B", (), 0, 0.0)]


def test_undefined_scores_have_a_reason_and_cut_searches_a_notice():
    none = sy.align("!", "?", "meteor(tokens=no-punct)")
    assert none.to_dict()["value"] is None and none.to_dict()["reason"] == "neither text has a token"
    cut = sy.align("a b a b c a", "b a c b b a c c", "meteor(bound=1)")
    assert "the search was cut" in cut.to_dict()["notice"]


@pytest.mark.parametrize("texts", [("", "a"), ("a", " "), ("\n", "a")])
def test_empty_texts_are_refused(texts):
    with pytest.raises(InputError, match="is empty; there is nothing to align"):
        sy.align(*texts)


def test_other_bad_requests():
    with pytest.raises(SpecError, match=r"align: reference=\['a'\] is not possible; expected a string"):
        sy.align("a", ["a"])
    with pytest.raises(SpecError, match="bleu aligns no words; measures that do: gtm, meteor"):
        sy.align("a", "a", "bleu")
    with pytest.raises(SpecError, match="no segment three; ids go from one to two"):
        align_segments(CORPUS, ["three"])
    with pytest.raises(SpecError, match="no system 'C'"):
        align_segments(CORPUS, ["one"], systems=["C"])
