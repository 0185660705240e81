"""Ngram(i, j): units of models, means over segments, brevity and weights."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError


def value(notation, output, *references, **more):
    sets = {str(n): [reference] for n, reference in enumerate(references)}
    return sy.score({"A": [output]}, sets, [notation], **more).scores[0].value


def test_an_ngram_of_the_output_serves_several_units():
    assert value("ngram(1,1,units=lines)", "a", "a b\na c") == 2 / 4
    assert value("ngram(1,1)", "a", "a b\na c") == 1 / 4


def test_units_bound_ngrams_of_the_model():
    output, model = "a c a d e", "a b c\na d e"
    assert value("ngram(1,1,units=lines)", output, model) == pytest.approx(5 / 6)
    assert value("ngram(2,2,units=lines)", output, model) == 2 / 4
    assert value("ngram(1,2,units=lines)", output, model) == pytest.approx(0.645497, abs=5e-7)


def test_the_output_is_one_text_unless_it_is_cut_too():
    assert value("ngram(2,2,units=lines)", "a\nb", "a b") == 1
    assert value("ngram(2,2,units=lines,peer=units)", "a\nb", "a b") == 0
    assert value("ngram(2,2,units=rules)", "One two. Three four.", "One two.\nFour five.") == 1 / 2


@pytest.mark.parametrize(("order", "expected"), [(1, 1), (2, 1 / 3), (3, 0), (4, 0)])
def test_the_papers_example(order, expected):
    measure = f"ngram({order},{order},stop=english,units=lines)"
    model, output = "United States, Japan, and Taiwan", "United States, Taiwan, and Japan"
    assert value(measure, output, model) == pytest.approx(expected)


def test_a_mean_leaves_out_and_counts_segments_whose_model_is_too_short():
    measure = "ngram(2,2,average=documents)"
    score = sy.score({"A": ["a b c", "x", "a b"]}, ["a b c", "x", "b a"], measure).scores[0]
    assert score.value == 1 / 2
    assert score.notice == (
        "1 of 3 segments are undefined and have no part in the mean: the models have no n-gram of some order asked for"
    )
    assert "|average:documents|" in score.signature
    assert math.isnan(value(measure, "x", "x"))


def test_brevity_is_added_to_the_score_of_each_segment():
    of = "ngram(1,1,average=documents,bonus=brevity,share={},target={})"
    output, model = " ".join(["a"] * 80), " ".join(["a"] * 80 + ["b"] * 80)
    assert value(of.format(0.5, 100), output, model) == pytest.approx(0.5 * 0.5 + 0.5 * 0.2)
    assert value(of.format(1, 100), output, model) == 0.5
    assert value(of.format(0.5, 70), output, model) == 0.25
    sizes = {"size": ["160", "80"]}
    scores = sy.score({"A": [output] * 2}, [model] * 2, of.format(0.5, "size"), facets=sizes, level="segment")
    assert [score.value for score in scores.scores] == [0.5, 0.25]


def test_targets_must_be_there_and_be_lengths():
    measure = "ngram(1,1,average=documents,bonus=brevity,share=0.5,target=size)"
    with pytest.raises(SpecError, match="there is no facet 'size'; did you mean 'sizes'"):
        value(measure, "a", "a", facets={"sizes": ["3"]})
    with pytest.raises(InputError, match="segment 0: size is 'long'; expected the length to aim at, a whole number ab"):
        value(measure, "a", "a", facets={"size": ["long"]})


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        ("ngram(bonus=9)", "bonus=9.0 is not possible; expected more than 0, up to 1, or brevity"),
        ("ngram(bonus=short)", "bonus=short is not possible; expected a number or brevity"),
        ("ngram(bonus=nan)", "bonus=nan is not possible"),
        ("ngram(bonus=brevity,share=0.5,target=9)", "bonus=brevity is of single segments; add average=documents"),
        ("ngram(bonus=brevity,average=documents,target=9)", "bonus=brevity needs share, from 0 to 1"),
        ("ngram(bonus=brevity,average=documents,share=2,target=9)", "bonus=brevity needs share, from 0 to 1"),
        ("ngram(bonus=brevity,average=documents,share=0.5)", "bonus=brevity needs target, a number of words or the"),
        ("ngram(share=0.5)", "share and target have no effect without bonus=brevity"),
        ("ngram(peer=units)", "peer=units needs units; add units=lines or units=rules"),
        ("ngram(units=lines,boundaries=both)", "boundaries=both is not possible with units or information"),
        ("ngram(information=bits)", "information=bits is not possible"),
    ],
)
def test_what_is_refused(notation, problem):
    with pytest.raises(SpecError, match=problem):
        sy.parse(notation)


def test_ngrams_weigh_what_they_do_in_the_source():
    """In "a a b" a counts twice, b once, c not at all; of two sources one has a, and both have b."""
    outputs, models, sources = ["a", "b"], ["a b c", "b b"], ["a a b", "b x"]
    for information, expected in {
        "none": [1 / 3, 1 / 2],
        "tf": [2 / 3, 1 / 2],
        "idf": [math.log(3) / (2 * math.log(3) + math.log(2)), 1 / 2],
        "tf-idf": [2 * math.log(3) / (2 * math.log(3) + math.log(2)), 1 / 2],
    }.items():
        measure = f"ngram(1,1,information={information})"
        scores = sy.score({"A": outputs}, models, measure, source=sources, level="segment").scores
        assert [score.value for score in scores] == pytest.approx(expected), information
        assert ("|context:" in scores[0].signature) == ("idf" in information)


def test_without_sources_the_references_of_a_segment_are_its_source():
    """a is three times in the two references together, b and c once each."""
    assert value("ngram(1,1,information=tf)", "a", "a b", "a a c") == pytest.approx((3 / 4 + 3 / 7) / 2)


def test_weights_are_merged_from_parts():
    measure = sy.parse("ngram(1,2,information=tf-idf)")
    corpus = sy.sample()
    from steelyard.engines.plan import reference_batches, views_of

    batches = [views_of(corpus, start, start + 20).batch("aurora") for start in (0, 20, 40)]
    parts = measure.with_context(measure.merged([measure.context_of([batch]) for batch in batches]))
    whole = measure.fit(reference_batches(corpus))
    assert parts.context == whole.context != ""
    np.testing.assert_array_equal(parts.statistics(batches[1]), whole.statistics(batches[1]))
