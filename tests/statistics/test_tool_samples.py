"""Scores and intervals of samples that are drawn as ROUGE-1.5.5 draws them."""

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

import steelyard as sy
from oracles import rouge_samples
from steelyard import _core
from steelyard.errors import SpecError
from steelyard.results.signature import Signature

NAME = "rouge-1@rouge-1.5.5"


def with_words(share: int) -> str:
    """A text of which so many of five words are the reference's."""
    return " ".join(["a b c d e".split()[n] if n < share else f"x{n}" for n in range(5)])


@settings(max_examples=60)
@examples(
    st.lists(st.integers(0, 5), min_size=1, max_size=12),
    st.sampled_from(["x", "1", "-a"]),
    st.sampled_from([2, 7, 100]),
    st.sampled_from([50, 90, 95, 97.5]),
    st.sampled_from([("d0", "d{}"), ("1", "1.{}"), ("d", "d-{}")]),
)
def test_average_and_bounds_are_those_of_the_script(matches, system, samples, percent, naming):
    first, pattern = naming
    ids = [first, *(pattern.format(n) for n in range(1, len(matches)))]
    measure = f"rouge-1@rouge-1.5.5(samples={samples},decimals=0,kind=recall)"
    corpus = sy.Corpus.of({system: [with_words(n) for n in matches]}, ["a b c d e"] * len(matches), ids=ids)
    draws = sy.Draws(resamples=samples, confidence=percent / 100)
    score = sy.score(corpus, measures=measure, intervals=draws).scores[0]
    documents = {name: n / 5 for name, n in zip(ids, matches, strict=True)}
    expected = rouge_samples.interval(documents, system, samples, percent)
    assert (score.value, score.low, score.high) == expected


@pytest.mark.parametrize("units", [1, 2, 3, 529, 100_000])
def test_draws(units):
    rows = np.eye(units) if units < 10 else np.arange(units, dtype=float)[:, None]
    sums = _core.drand48_sums(rows, 998, 3)
    for sample, seed in zip(sums, (998, 999, 1000), strict=True):
        drawn = rouge_samples.indices(seed, units)
        assert sample.tolist() == ([drawn.count(n) for n in range(units)] if units < 10 else [float(sum(drawn))])


def outputs_and_references():
    return {"A": [with_words(n) for n in (5, 3, 0, 1)], "B": [with_words(n) for n in (4, 4, 1, 0)]}, ["a b c d e"] * 4


def test_only_scores_of_test_sets_are_made_of_samples():
    scores = sy.score(*outputs_and_references(), NAME)
    assert scores.value("A", NAME) != pytest.approx(9 / 20, abs=1e-6)
    assert Signature(scores.scores[0].signature).get("samples") == "1000"
    assert Signature(scores.scores[0].signature).get("definition") == "2"
    segments = scores.at("segment")
    assert [segments.value("A", NAME, n) for n in range(4)] == [1, 0.6, 0, 0.2]
    assert Signature(segments.scores[0].signature).get("samples") is None
    comparison = sy.compare(scores).comparisons[0]
    assert comparison.difference == pytest.approx(0)
    assert Signature(comparison.signature).get("samples") is None


def test_the_plain_mean_can_be_had():
    plain = f"{NAME}(samples=0)"
    score = sy.score(*outputs_and_references(), plain).scores[0]
    assert score.value == pytest.approx(9 / 20)
    assert Signature(score.signature).get("definition") is None


def test_other_draws_are_refused():
    scores = sy.score(*outputs_and_references(), NAME, facets={"document": list("abcd")})
    with pytest.raises(SpecError, match=r"unit=document is not possible, for ROUGE.* draws single segments; samp"):
        scores.at("system", sy.Draws(unit="document"))
    with pytest.raises(SpecError, match="of 1,000 samples, and resamples=500 is asked for; give samples=500 in the me"):
        scores.at("system", sy.Draws(resamples=500))
    with pytest.raises(SpecError, match="samples=1 is not possible; expected 2 to 1000000, or 0 for the plain mean"):
        sy.parse("rouge-1(samples=1)")


def test_summed_counts_of_samples_are_not_rounded():
    """-t 1: recall of each sample is hits / words of the models, and none of it is rounded."""
    texts, references = ["a b x", "a"], ["a b c", "a b c d"]
    measure = "rouge-1@rouge-1.5.5(average=counts,kind=recall,samples=50,decimals=12)"
    hits, models = (2, 1), (3, 4)
    shares = []
    for i in range(50):
        drawn = rouge_samples.indices(i, 2)
        shares.append(sum(hits[n] for n in drawn) / sum(models[n] for n in drawn))
    assert sy.score({"A": texts}, references, measure).value("A", measure) == pytest.approx(np.mean(shares), rel=1e-12)


def test_weighted_counts_are_summed_without_the_inverse_of_the_weight():
    """-t 1 of ROUGE-W: the script divides sums of weights, and takes no root."""
    texts, references = ["a b c d x", "a b"], ["a b c d e", "a b c"]
    weighted = "rouge-w@rouge-1.5.5(average=counts,kind=precision,samples=0,decimals=0,weight=2)"
    assert sy.score({"A": texts}, references, weighted).value("A", weighted) == pytest.approx((16 + 4) / (25 + 4))
