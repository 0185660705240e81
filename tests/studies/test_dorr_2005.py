"""The study of correlation over random partitions."""

import math

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.partitions import partitioned_correlation
from steelyard.judgements.scores import human_scores
from steelyard.studies import STUDIES
from studying import figure, settings

MEASURES = ["rouge-1", "wer"]
SETUP = {"simulations": 200, "threads": 1}


@pytest.fixture(scope="module")
def found():
    return STUDIES.load("dorr-2005").study(sy.sample(), MEASURES, *settings(SETUP))


@pytest.fixture(scope="module")
def sides():
    """Segment scores and human scores of the sample, by measure, system and dimension."""
    corpus = sy.sample()
    scores = sy.score(corpus, measures=MEASURES, level="segment")
    made = {}
    for dimension in ("adequacy", "fluency"):
        human = human_scores(corpus, dimension=dimension)
        for system in corpus.systems:
            for measure in MEASURES:
                own = np.array([scores.value(system, measure, name) for name in corpus.ids])
                made[measure, system, dimension] = own * (-1 if measure == "wer" else 1), human.of([system])[0]
    return made


def test_table_5(found, sides, rows):
    """Groups of one are the items; of more, the mean over partitions that direct calls give."""
    table = rows(found, "table-5")
    assert list(table[0]) == [
        "system",
        "human",
        "groups of 1",
        "groups of 2",
        "groups of 4",
        "items",
        "p of groups of 1",
    ]
    for row in table:
        own, human = sides["rouge-1", row["system"], row["human"]]
        plain = stats.pearsonr(own, human)
        assert (row["groups of 1"], row["p of groups of 1"]) == pytest.approx((plain.statistic, plain.pvalue))
        parts = partitioned_correlation(own, human, (2, 4), partitions=200)
        assert [row["groups of 2"], row["groups of 4"]] == pytest.approx([one.mean for one in parts])
        assert row["items"] == 60


def test_boxes(found, sides, rows):
    for row in rows(found, "partitions"):
        (one,) = partitioned_correlation(
            *sides[row["measure"], row["system"], row["human"]], (row["size"],), partitions=200
        )
        box = [row[name] for name in ("minimum", "first quartile", "median", "third quartile", "maximum", "mean")]
        assert box == pytest.approx(
            [one.minimum, one.first_quartile, one.median, one.third_quartile, one.maximum, one.mean]
        )
    assert len(rows(found, "partitions")) == 2 * 6 * 2 * 3
    assert len(figure(found, "figure-1").rows) == 6 * 2 * 3


def test_analyses_of_variance(found, sides, rows):
    table = {(row["compared"], row["within"]): row for row in rows(found, "anova")}
    one = table["adequacy, fluency", "dune"]
    test = stats.f_oneway(*(sides["rouge-1", "dune", dimension][1] for dimension in ("adequacy", "fluency")))
    assert (one["F"], one["p"]) == pytest.approx(tuple(test)) and one["degrees of freedom"] == "1, 118"
    one = table["6 systems", "fluency"]
    test = stats.f_oneway(*(sides["rouge-1", system, "fluency"][1] for system in sy.sample().systems))
    assert (one["F"], one["p"]) == pytest.approx(tuple(test))
    assert len(table) == 6 + 2


def test_table_1(found, rows):
    corpus = sy.sample()
    for row in rows(found, "table-1"):
        own = [j for j in corpus.judgements if (j.system, j.dimension) == (row["system"], row["human"])]
        assert row["all"] == pytest.approx(np.mean([j.value for j in own]))
        market = [j.value for j in own if corpus.facet("document")[j.item] == "market"]
        assert row["market"] == pytest.approx(np.mean(market))


def test_findings_are_counted(found, rows):
    table = rows(found, "table-5")
    p = [row["p of groups of 1"] for row in table if row["human"] == "adequacy"]
    positive = sum(row["groups of 1"] > 0 for row in table if row["human"] == "adequacy")
    line = next(line for line in found.findings if line.startswith("rouge-1 and adequacy"))
    assert (
        f"positive for {positive} of 6 systems, other than 0 at p ≤ 0.05 for {sum(one <= 0.05 for one in p)} (" in line
    )
    by = {(row["system"], row["human"]): row["groups of 1"] for row in table}
    better = sum(by[name, "adequacy"] > by[name, "fluency"] for name in sy.sample().systems)
    assert f"rouge-1 goes with adequacy better than with fluency in {better} of 6 cases" in found.findings


def test_groups_double_as_long_as_fifteen_points_are_left(rows):
    corpus = sy.Corpus.of({"A": ["a b"] * 130, "B": ["a c"] * 130}, [f"a {n}" for n in range(130)])
    human = {name: [float((n * 7) % 11) for n in range(130)] for name in "AB"}
    found = STUDIES.load("dorr-2005").study(corpus, ["rouge-1"], *settings(human=human, simulations=5, threads=1))
    assert {row["size"]: row["points"] for row in rows(found, "partitions")} == {1: 130, 2: 65, 4: 32, 8: 16}


def test_what_is_undefined_is_told(few, rows):
    corpus, human = few
    setup = SETUP | {"human": {**human, "C": [2.0, 2.0, 2.0, 2.0]}}
    found = STUDIES.load("dorr-2005").study(corpus, ["rouge-1"], *settings(setup))
    table = {row["system"]: row for row in rows(found, "table-5")}
    assert math.isnan(table["C"]["groups of 1"]) and math.isnan(table["C"]["p of groups of 1"])
    assert any(line.startswith("undefined: r of rouge-1 and score for C: the coefficient") for line in found.findings)
    assert any("undefined in 1, left out" in line for line in found.findings)
    assert all(math.isnan(row["mean"]) == (row["system"] == "C") for row in figure(found, "figure-1").rows)


def test_it_is_repeatable(found):
    assert (
        STUDIES.load("dorr-2005").study(sy.sample(), MEASURES, *settings(SETUP, threads=2)).to_dict() == found.to_dict()
    )


def test_refusals(few):
    run = STUDIES.load("dorr-2005").study
    corpus, human = few
    with pytest.raises(
        InputError, match="'B' has 2 segments with both human scores \\(score\\) and rouge-1; it needs 3"
    ):
        run(corpus, ["rouge-1"], *settings(human={**human, "B": [1, None, None, 3]}))
    with pytest.raises(InputError, match="one for each system"):
        run(corpus, ["rouge-1"], *settings(human={"A": 1.0, "B": 2.0}))
    with pytest.raises(SpecError, match="simulations=0"):
        run(corpus, ["rouge-1"], *settings(human=human, simulations=0))
