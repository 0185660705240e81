"""Human scores: judgements normalised by assessor, one way for all, and what is left out is told."""

import math

import pytest

import steelyard as sy
from steelyard.corpus.judgement import Judgement
from steelyard.errors import InputError
from steelyard.judgements.scores import all_human_scores, human_scores
from steelyard.scores.table import ScoreTable

ROWS = [
    ("A", 0, "ann", 1), ("A", 1, "ann", 3), ("B", 0, "ann", 5), ("B", 1, "ann", 2), ("A", 0, "bob", 2),
    ("B", 1, "bob", 9), ("Z", 0, "bob", 4), ("Z", 1, "ann", 4),
]  # fmt: skip


def table(rows, systems=("A", "B")):
    judged = tuple(Judgement(system, n, who, "adequacy", float(value)) for system, n, who, value in rows)
    return ScoreTable(tuple(systems), 2, (), judgements=judged)


def normalised(rows, systems=("A", "B")):
    return human_scores(table(rows, systems), normalised=True)


def test_normalised_scores_are_those_of_the_ratings():
    found = normalised(ROWS)
    held = sy.normalise([{"item": n, "assessor": who, "answer": v, "system": s} for s, n, who, v in ROWS])
    wanted = {(one.system, one.item): one.score for one in held.scores}
    for system in "AB":
        for n in range(2):
            assert found.values["AB".index(system), n] == wanted[system, str(n)]


def test_each_assessor_is_normalised_over_all_their_judgements():
    found = normalised(ROWS)
    assert found.signature("segment").get("scales") == "normalised over 2 assessors × 3-5 judgements"
    assert found.signature("segment").get("assessors") == "2"
    assert any("also those of system Z" in notice for notice in found.notices)
    every = normalised(ROWS, "ABZ")
    assert every.values[:2].tolist() == found.values.tolist()
    assert not any("also those of" in notice for notice in every.notices)


def test_outputs_that_only_a_flat_assessor_judged_are_counted():
    rows = [("A", 0, "ann", 1), ("B", 0, "ann", 2), ("A", 1, "flat", 3), ("B", 1, "flat", 3), ("A", 0, "flat", 3)]
    found = normalised(rows)
    assert math.isnan(found.values[0, 1]) and math.isnan(found.values[1, 1])
    assert found.values[:, 0].tolist() == [-1, 1]
    said = "; ".join(found.notices)
    assert "all their scores are the same: flat" in said and "have no score now: 2" in said
    assert "scales:normalised over 1 assessor × 2 judgements" in found.signature("system")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([*ROWS, ("A", 1, "", 3)], "human scores in the corpus: 1 of 9 scores do not name their assessors"),
        ([(*row[:2], "", row[3]) for row in ROWS], "corpus: 8 of 8 scores do not name their assessors"),
        ([*ROWS, ("A", 0, "ann", 5)], "assessor 'ann' judged segment 0 of system 'A' twice.*keep one"),
        ([("A", 0, "ann", 1), ("B", 0, "ann", 1)], "all scores of each assessor are the same"),
    ],
)
def test_what_cannot_be_normalised_is_refused(rows, message):
    with pytest.raises(InputError, match=message):
        normalised(rows)


def test_repeated_judgements_as_they_stand_are_averaged():
    assert human_scores(table([*ROWS, ("A", 0, "ann", 6)])).values[0, 0] == 3


def test_a_dimension_named_twice_is_there_once():
    assert len(all_human_scores(table(ROWS), dimensions=["adequacy", "adequacy"])) == 1
