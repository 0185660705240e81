"""Judgements as statistics: plain averages, and people compared like any measure."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.corpus.judgement import Judgement
from steelyard.errors import SteelyardError
from steelyard.inference.comparison.significance import TESTS
from steelyard.judgements.scores import human_statistics

SEGMENTS = 6
SYSTEMS = ("A", "B", "C")


def corpus(judgements=(), segments=SEGMENTS, systems=SYSTEMS, **more):
    texts = [f"text number {n} of this" for n in range(segments)]
    made = sy.Corpus.of(dict.fromkeys(systems, texts), texts, **more)
    return sy.Corpus(made.systems, made.references, ids=made.ids, facets=made.facets, judgements=tuple(judgements))


CELLS = st.dictionaries(
    st.tuples(st.sampled_from(SYSTEMS), st.integers(0, SEGMENTS - 1), st.sampled_from(["x", "y", "z"])),
    st.integers(-20, 20),
    min_size=1,
)


@given(CELLS)
def test_statistics_are_plain_averages(cells):
    judgements = [Judgement(system, n, who, "adequacy", value) for (system, n, who), value in cells.items()]
    (found,), _ = human_statistics(corpus(judgements))
    outputs = np.full((len(SYSTEMS), SEGMENTS), math.nan)
    for row, system in enumerate(SYSTEMS):
        for n in range(SEGMENTS):
            own = [value for (name, segment, _), value in cells.items() if (name, segment) == (system, n)]
            outputs[row, n] = np.mean(own) if own else math.nan
    assert found.systems == tuple(SYSTEMS) and found.label == "adequacy"
    np.testing.assert_allclose(found.scores("segment")[2], outputs, atol=1e-12)
    means = [math.nan if np.isnan(row).all() else np.nanmean(row) for row in outputs]
    np.testing.assert_allclose(found.scores("system")[2][:, 0], means, atol=1e-12)


def design_of(rows):
    judgements = [Judgement(system, n, who, "score", value) for system, n, who, value in rows]
    (found,), _ = human_statistics(corpus(judgements))
    return dict(part.split(":", 1) for part in found.signature().split("|")[1:])


@pytest.mark.parametrize(
    "rows, assessors, design",
    [
        ([(s, n, who, n) for s in SYSTEMS for n in range(3) for who in "xy"], "2", "crossed"),
        ([(s, n, "xyz"[n], n) for s in SYSTEMS for n in range(3)], "3", "nested"),
        ([(s, n, who, n) for s in SYSTEMS for n in range(3) for who in ("xy", "yz", "x")[n]], "3", "partly crossed"),
        ([(s, n, "", n) for s in SYSTEMS for n in range(3)], "unnamed", "unknown"),
    ],
)
def test_signature_says_how_assessors_share_the_outputs(rows, assessors, design):
    made = design_of(rows)
    assert (made["assessors"], made["design"], made["judged"]) == (assessors, design, "9/18")
    assert (made["dimension"], made["judgements"], made["level"]) == ("score", "mean", "system")


def test_people_have_one_signature_beside_measures_and_held_against_them():
    rows = [(s, n, who, n + SYSTEMS.index(s)) for s in SYSTEMS for n in range(3) for who in "xy"]
    judged = corpus([Judgement(system, n, who, "score", value) for system, n, who, value in rows])
    (scored,), _ = human_statistics(judged)
    part = "human|dimension:score|judgements:mean|assessors:2|design:crossed|judged:9/18"
    assert scored.signature().startswith(f"{part}|level:")
    against = sy.meta(judged, "bleu", levels="segment:pooled", coefficients="pearson", draws=sy.Draws(resamples=9))
    assert f"|oriented:higher|{part}|" in against.correlations[0].signature
    assert f"|{part}|" in sy.reliability(judged, ["bleu", "ter"]).of().signature


def test_people_who_judge_more_often_do_not_weigh_more():
    rows = {"A": [4, 1, None, None, None, None], "B": [2, 2, None, None, None, None]}
    (found,), _ = human_statistics(corpus(systems=("A", "B")), rows)
    assert found.scores("system")[2].ravel().tolist() == [2.5, 2.0]
    judged = [Judgement("A", 0, who, "score", 4.0) for who in "xyz"] + [Judgement("A", 1, "x", "score", 1.0)]
    (again,), _ = human_statistics(corpus(judged, systems=("A",)))
    assert again.scores("system")[2].item() == 2.5


@pytest.mark.parametrize("test", TESTS.own())
def test_every_test_compares_people(test):
    rng = np.random.default_rng(3)
    human = {name: (rng.normal(size=40) + shift).tolist() for name, shift in zip("AB", (0, 2), strict=True)}
    scores = sy.score(corpus(segments=40, systems=("A", "B")), measures=["bleu"])
    made = sy.compare(scores, human=human, test=test, draws=sy.Draws(trials=200, resamples=50))
    (people,) = made.of("human")[0]
    assert people.difference == pytest.approx(np.mean(human[people.a]) - np.mean(human[people.b]))
    assert people.p < 0.05 and people.better == "B" and people.n == 40
    (texts,) = made.of("bleu")[0]
    assert texts.difference == 0 and texts.better is None


def test_what_is_left_out_is_said():
    scores = sy.score(corpus(), measures=["bleu"])
    made = scores.with_human({"A": [1, 2, None, 1, 2, 3], "B": [1] * 6, "D": [4] * 6})
    assert made.systems == tuple(SYSTEMS) and made.measures == ("bleu", "human")
    assert made.notices == (
        "left out, for they are not scored here: system D (human scores given)",
        "left out where human scores are needed, for they have none: system C",
        "human has no score for 1 of 12 outputs, for nobody judged them",
    )
    assert made.at("segment").notices == made.notices
    compared = sy.compare(made, draws=sy.Draws(trials=20, resamples=20))
    assert set(made.notices) <= set(compared.notices)
    assert made.at("segment").value("A", "human", 1) == 2 and math.isnan(made.at("segment").value("A", "human", 2))


@pytest.mark.parametrize("test", TESTS.own())
def test_systems_that_nobody_judged_keep_their_other_scores(test):
    """And people compare those that they judged as if there were no others."""
    rng = np.random.default_rng(3)
    human = {name: (rng.normal(size=40) + shift).tolist() for name, shift in zip("BC", (0, 0.4), strict=True)}
    draws = sy.Draws(trials=200, resamples=50)
    scores = sy.score(corpus(segments=40), measures=["bleu"])
    made = sy.compare(scores, human=human, test=test, draws=draws)
    assert [str(pair) for pair in made.of("bleu")[0]] == [
        str(pair) for pair in sy.compare(scores, test=test, draws=draws).comparisons
    ]
    alone = sy.compare(sy.score_people(human), test=test, draws=draws)
    if made.baseline is None:
        (pair,) = (pair for pair in made.of("human")[0] if "A" not in (pair.a, pair.b))
        assert str(pair) == str(alone.comparisons[0]) and made.signature("human") == alone.signature("human")
    without = [pair for pair in made.of("human")[0] if "A" in (pair.a, pair.b)]
    assert len(without) == 2 and all(math.isnan(pair.p) and pair.reason == "nobody judged it" for pair in without)
    assert not any("same segments" in notice for notice in made.notices)


def test_ranks_by_people_are_of_the_systems_that_they_judged():
    human = {"B": [1.0] * SEGMENTS, "C": [2.0] * SEGMENTS}
    texts, people = sy.bootstrap_ranks(sy.score(corpus(), measures=["bleu"], human=human), draws=sy.Draws(resamples=20))
    assert texts.systems == ("A", "B", "C") and people.systems == ("B", "C") and people.ranks == (2, 1)


def test_a_dimension_has_all_that_were_judged_on_it():
    records = [Judgement("A", n, "x", "adequacy", 1.0) for n in range(SEGMENTS)]
    records += [Judgement("B", n, "x", name, 2.0) for n in range(SEGMENTS) for name in ("adequacy", "fluency")]
    made = sy.score(corpus(records), measures=["bleu"], dimensions=["adequacy", "fluency"])
    assert (made.value("A", "adequacy"), made.value("B", "fluency")) == (1, 2)
    assert math.isnan(made.value("A", "fluency")) and math.isnan(made.value("C", "adequacy"))
    assert made.notices == (
        "left out where human scores are needed, for they have none (adequacy): system C",
        "left out where human scores are needed, for they have none (fluency): systems A, C",
    )


def test_systems_that_strict_assessors_judged_are_told():
    rows = [
        (s, n, "strict" if s == "A" else "lenient", 2.0 if s == "A" else 5.0) for s in "AB" for n in range(SEGMENTS)
    ]
    records = [Judgement(system, n, who, "score", value + n % 2) for system, n, who, value in rows]
    _, (notice,) = human_statistics(corpus(records, systems=("A", "B")))
    assert "2.5 to 5.5" in notice and "may be differences between their assessors" in notice
    crossed = [Judgement(s, n, who, "score", float(n)) for s in "AB" for n in range(SEGMENTS) for who in ("x", "y")]
    assert human_statistics(corpus(crossed, systems=("A", "B")))[1] == ()


def test_dimensions_become_measures_of_their_own():
    judgements = [
        Judgement(s, n, "x", dimension, float(n))
        for s in SYSTEMS
        for n in range(SEGMENTS)
        for dimension in ("fluency", "adequacy")
    ]
    held = corpus(judgements)
    assert sy.score(held, measures=["bleu"]).measures == ("bleu",), "people are asked for by name"
    assert sy.score(held, measures=["bleu"], dimensions=["adequacy"]).measures == ("bleu", "adequacy")
    with pytest.raises(SteelyardError, match="no dimension 'clarity'"):
        sy.score(held, measures=["bleu"], dimensions="clarity")
    with pytest.raises(SteelyardError, match="dimensions are of human scores"):
        sy.compare(sy.score(held, measures=["bleu"]), dimensions="adequacy")


@pytest.mark.parametrize(
    "human, told",
    [
        ({"A": 3.5, "B": 4.0}, "one for each system"),
        ({"X": [1.0] * SEGMENTS}, "none of these is scored here"),
        ({"A": [1.0]}, "1 value for 6 segments"),
    ],
)
def test_refusals(human, told):
    with pytest.raises(SteelyardError, match=told):
        sy.score(corpus(), measures=["bleu"], human=human)


def test_labels_do_not_clash():
    held = corpus([Judgement(s, 0, "x", "bleu", 1.0) for s in SYSTEMS])
    with pytest.raises(SteelyardError, match="two measures are called 'bleu'"):
        sy.score(held, measures=["bleu"], dimensions="bleu")


def test_statistics_of_people_are_not_saved(tmp_path):
    made = sy.score(corpus(), measures=["bleu"], human={name: [1.0] * SEGMENTS for name in SYSTEMS})
    with pytest.raises(SteelyardError, match="human has its scores from a file"):
        made.save(tmp_path / "run.npz")


@pytest.mark.parametrize("file, label", [("human.tsv", "human"), ("mqm.tsv", "mqm")])
def test_people_on_ted_are_those_of_meta(shared, ted, file, label):
    systems = {name: ted.systems[name] for name in list(ted.systems)[:4]}
    held = sy.Corpus.of(systems, ted.references["A"], facets={"document": ted.documents})
    human = shared / "data/ted-zhen" / file
    made = sy.meta(
        held, ["bleu"], human=human, levels="system", coefficients="pearson", draws=sy.Draws(resamples=2, trials=2)
    )
    means = {row["system"]: row["quality"] for row in made.points}
    compared = sy.compare(sy.score(held, measures=["bleu"], human=human), draws=sy.Draws(trials=50, resamples=20))
    shown = {standing.system: standing.value for standing in compared.standings if standing.measure == label}
    assert list(means) == list(systems) and shown == pytest.approx(means, rel=1e-12)
