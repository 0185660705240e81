"""Scores of people alone."""

import pytest

import steelyard as sy
from steelyard.errors import SteelyardError


def test_systems_and_segments_are_those_that_people_judged(tmp_path):
    path = tmp_path / "human.tsv"
    rows = [("A", 0, 4), ("A", 1, 5), ("B", 1, 3), ("B", 2, 1)]
    path.write_text("system\tseg\tscore\n" + "".join(f"{s}\t{n}\t{x}\n" for s, n, x in rows), "utf-8")
    scores = sy.score_people(path)
    assert scores.systems == ("A", "B") and scores.measures == ("human",)
    assert (scores.value("A", "human"), scores.value("B", "human")) == (4.5, 2.0)
    assert scores.notices == ("human has no score for 2 of 6 outputs, for nobody judged them",)
    assert scores.at("segment").value("B", "human", 2) == 1


def test_a_mapping_and_its_comparison():
    human = {"A": [1, 2, 3, 4, 6, 5, 3, 4], "B": [2, 4, 4, 6, 7, 6, 5, 5]}
    (made,) = sy.compare(sy.score_people(human)).comparisons
    assert made.better == "B" and made.difference == pytest.approx(28 / 8 - 39 / 8) and made.n == 8


@pytest.mark.parametrize(
    ("human", "told"),
    [("-", "not from standard input"), ({}, "there are no human scores"), ({"A": 1.0}, "one for each system")],
)
def test_refusals(human, told):
    with pytest.raises(SteelyardError, match=told):
        sy.score_people(human)
