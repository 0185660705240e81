"""Ranks over facets, references and bootstrap samples."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.ranks import average_ranks, bootstrap_ranks, facet_ranks, ranked, reference_ranks


@pytest.mark.parametrize(
    ("rows", "aggregated"),
    [("1324 1234 2134 1324 1234", "1234"), ("2314 2314 1324 1324 2314", "2314")],
)
def test_average_ranks_of_pastra_and_saggion(rows, aggregated):
    mean, again = average_ranks([[int(digit) for digit in row] for row in rows.split()])
    assert "".join(f"{rank:g}" for rank in again) == aggregated
    assert mean.sum() == pytest.approx(10)


def test_ties_share_the_mean_rank():
    assert ranked(np.array([[0.5, 0.7, 0.5, 0.1]]), True).tolist() == [[2.5, 1.0, 2.5, 4.0]]
    assert ranked(np.array([[0.5, 0.7, 0.5, 0.1]]), False).tolist() == [[2.5, 4.0, 2.5, 1.0]]
    assert np.isnan(ranked(np.array([[0.5, math.nan]]), True)).all()
    assert average_ranks([[1, 2, 3], [2, 1, 3]])[1].tolist() == [1.5, 1.5, 3.0]


@pytest.fixture(scope="module")
def scores():
    return sy.score(sy.sample(), measures=["bleu", "ter"])


def test_facets(scores):
    bleu, ter = facet_ranks(scores, "document")
    by_hand = {}
    for group in dict.fromkeys(score.group for score in scores.at("document").scores):
        values = [scores.at("document").value(system, "ter", group) for system in scores.systems]
        by_hand[group] = tuple(float(np.sum(np.array(values) < v) + 1) for v in values)
    assert ter.by_level == by_hand and len(bleu.by_level) == 6
    assert ter.ranks == tuple(ranked(np.array([ter.values]), False)[0])
    assert 0 <= bleu.same_order <= 1 and 0 <= bleu.swapped < 0.5
    assert bleu.to_dict()["systems"][0]["ranks"].keys() == bleu.by_level.keys()


def test_references():
    (found,) = reference_ranks(sy.sample(), ["bleu"], run=sy.Run(threads=1))
    corpus = sy.sample()
    alone = sy.Corpus(systems=corpus.systems, references=corpus.references[1:2])
    values = [sy.score(alone, measures="bleu").value(system, "bleu") for system in found.systems]
    assert found.by_level["2"] == tuple(ranked(np.array([values]), True)[0])
    assert found.over == "references" and len(found.by_level) == 3


def test_bootstrap(scores):
    bleu, _ = bootstrap_ranks(scores, draws=sy.Draws(resamples=200))
    shares = np.array(bleu.shares)
    assert shares.sum(axis=0) == pytest.approx(np.ones(6)) and shares.sum(axis=1) == pytest.approx(np.ones(6))
    assert shares @ np.arange(1, 7) == pytest.approx(bleu.mean)
    assert all(low <= mean <= high for low, mean, high in zip(bleu.low, bleu.mean, bleu.high, strict=True))
    assert bootstrap_ranks(scores, draws=sy.Draws(resamples=200), run=sy.Run(threads=2))[0] == bleu


def test_equal_systems_share_their_places():
    texts = ["a b c d e", "f g h i j k"]
    found = sy.score({"A": texts, "B": texts}, texts, "bleu")
    (one,) = bootstrap_ranks(found, draws=sy.Draws(resamples=20))
    assert one.ranks == (1.5, 1.5) and one.shares == ((0.5, 0.5), (0.5, 0.5)) and one.same_order == 1.0


def test_undefined_levels_are_told():
    found = sy.score(
        {"A": ["a", ""], "B": ["a b", "c"]}, ["a b", "c d"], "unigram-precision", facets={"topic": ["x", "y"]},
        accept=["empty"],
    )  # fmt: skip
    (one,) = facet_ranks(found, "topic")
    assert "in 1 of 2 levels, for instance y" in one.reason and math.isnan(one.same_order)
    assert one.to_dict()["systems"][0]["mean_rank"] is None


def test_what_is_refused(scores):
    with pytest.raises(SpecError, match="no facet 'documents'"):
        facet_ranks(scores, "documents")
    with pytest.raises(InputError, match="ranks need two"):
        facet_ranks(sy.score({"A": ["a"]}, ["a"], "bleu"), "segment")
    with pytest.raises(InputError, match="stability over them needs two"):
        reference_ranks(sy.Corpus.of({"A": ["a"], "B": ["b"]}, ["a"]), ["bleu"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [1]], "rows of one length"),
        ([["a", "b"]], "not numbers"),
        ([[1, 2], [1, math.nan]], "row 1 has a rank that is no finite number"),
        ([], "expected rows"),
        ([1, 2], "expected rows"),
    ],
)
def test_ranks_that_cannot_be_averaged(rows, message):
    with pytest.raises(InputError, match=message):
        average_ranks(rows)


@pytest.mark.parametrize("resamples", [10, 37, 1000])
def test_intervals_end_at_ranks_that_were_attained(resamples):
    scores = sy.score(sy.sample(), measures="bleu", threads=1)
    (found,) = bootstrap_ranks(scores, draws=sy.Draws(resamples=resamples))
    for ends in (found.low, found.high):
        assert all((2 * rank).is_integer() for rank in ends)


def people(**systems):
    return sy.score_people({name: [None if math.isnan(x) else float(x) for x in row] for name, row in systems.items()})


def test_systems_without_a_score_of_some_segments_are_ranked_on_those_that_all_have():
    """B is better on each of the segments that both have, and A has none of the hard ones."""
    easy = np.arange(20) < 12
    a, b = np.where(easy, 90.0, np.nan), np.where(easy, 91.0, 10.0)
    (one,) = bootstrap_ranks(people(A=a, B=b), draws=sy.Draws(resamples=50))
    assert one.values == (90.0, pytest.approx(58.6)) and one.ranks == (2, 1) and one.mean == (2, 1)
    assert one.same_order == 1 and one.reason is None
    notice = "human: not all systems have a score for the same segments; they are ranked on 12 of 20, which all have"
    assert one.notice == notice == one.to_dict()["notice"]
    assert notice in bootstrap_ranks(people(A=a, B=b), draws=sy.Draws(resamples=50)).account().all_notices()
    (by_segment,) = facet_ranks(people(A=a, B=b), "segment")
    assert by_segment.ranks == (2, 1) and by_segment.by_level["0"] == (2, 1) and by_segment.notice == notice
    assert math.isnan(by_segment.by_level["19"][0]) and "in 8 of 20 levels, for instance 12" in by_segment.reason


def test_no_ranks_without_a_segment_that_all_have():
    first = np.arange(10) < 5
    scores = people(A=np.where(first, 1, np.nan), B=np.where(first, np.nan, 2))
    (one,) = bootstrap_ranks(scores, draws=sy.Draws(resamples=20))
    assert np.isnan(one.ranks).all() and np.isnan(one.mean).all() and one.values == (1, 2)
    assert one.notice == one.reason == "human: no segment has a score in all systems, so there are no ranks"
