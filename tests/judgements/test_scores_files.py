"""Files of human scores: missing cells, whole systems, and rows that are there twice."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError
from steelyard.judgements.scores import human_scores

CORPUS = sy.Corpus.of({"A": ["a", "b"], "B": ["c", "d"]}, ["a", "d"])


@pytest.fixture
def scores(tmp_path):
    def read(content, **more):
        (tmp_path / "human.tsv").write_text(content, "utf-8")
        return human_scores(CORPUS, tmp_path / "human.tsv", **more)

    return read


@pytest.mark.parametrize("cell", ["", "nan", "NaN", "NA", "None", "null", " "])
def test_missing_cells_are_no_judgement(scores, tmp_path, cell):
    found = scores(f"system\tseg\tscore\nA\t0\t1\nA\t1\t{cell}\nB\t0\t{cell}\nB\t1\t4\n")
    assert [[None if math.isnan(v) else v for v in row] for row in found.values.tolist()] == [[1, None], [None, 4]]
    assert found.notices == (f"left out: 2 rows of {tmp_path / 'human.tsv'} without a score",)
    assert found.signature("segment").endswith("|judged:2/4")


def test_no_score_at_all(scores):
    with pytest.raises(InputError, match="there are no human scores in"):
        scores("system\tseg\tscore\nA\t0\t\n")


def test_whole_systems(scores):
    found = scores("system\tscore\nA\t1\nB\t2.5\n")
    assert found.whole and found.values.tolist() == [[1], [2.5]] and not found.notices
    people = "human|dimension:score|judgements:one-per-system|assessors:unnamed|design:unknown"
    assert found.signature("system") == people
    with pytest.raises(InputError, match="one for each system, which is not level segment"):
        found.at("segment")


def test_whole_systems_by_assessors_and_dimensions(scores):
    rows = "A\t1\tx\tstyle\nA\t3\ty\tstyle\nB\t2\tx\tstyle\nB\t4\ty\tstyle\nA\t9\tx\tsense\n"
    text = f"system\tscore\tassessor\tdimension\n{rows}"
    assessors = "|judgements:mean-per-system|assessors:2|design:crossed"
    found = scores(text, dimension="style")
    assert found.values.tolist() == [[2], [3]] and found.signature("system").endswith(assessors)
    normal = scores(text, dimension="style", normalised=True)
    assert normal.values.tolist() == [[-1], [1]]
    assert normal.signature("system").endswith(f"{assessors}|scales:normalised over 2 assessors × 2 judgements")


def test_a_second_score_by_one_assessor_is_refused(scores):
    rows = "A\t0\t1\tx\nA\t0\t2\ty\nA\t1\t1\tx\n"
    assert scores(f"system\tseg\tscore\tassessor\n{rows}").values[0].tolist() == [1.5, 1]
    for value in (1, 2):
        with pytest.raises(FormatError, match=r"line 5: a second score by 'x' for this output, after line 2; keep one"):
            scores(f"system\tseg\tscore\tassessor\n{rows}A\t0\t{value}\tx\n")
    with pytest.raises(FormatError, match=r"line 3: a second score by 'x' for this output"):
        scores("system\tscore\tassessor\nA\t1\tx\nA\t1\tx\n")


def test_an_assessor_may_judge_several_dimensions(scores):
    rows = "A\t0\t1\tx\tstyle\nA\t0\t2\tx\tsense\n"
    assert scores(f"system\tseg\tscore\tassessor\tdimension\n{rows}", dimension="sense").values[0, 0] == 2


def test_a_missing_score_is_no_first_score(scores):
    assert scores("system\tseg\tscore\tassessor\nA\t0\t\tx\nA\t0\t2\tx\n").values[0, 0] == 2


def test_unnamed_assessors_are_averaged_and_told(scores, tmp_path):
    found = scores("system\tseg\tscore\nA\t0\t1\nA\t0\t2\nA\t0\t6\nB\t0\t2\nB\t0\t2\nB\t1\t1\n")
    assert found.values[:, 0].tolist() == [3, 2]
    assert found.notices == (
        f"{tmp_path / 'human.tsv'} has several rows without an assessor for 2 outputs; they are taken to be of "
        f"different assessors, and averaged",
    )


def test_what_cannot_be_human_scores_is_named_and_not_printed():
    with pytest.raises(
        InputError, match=r"^human is of type ndarray and shape \(2, 500\), which is not possible; give a"
    ):
        human_scores(CORPUS, np.zeros((2, 500)))
    with pytest.raises(InputError, match=r"^human is of type list, which is not possible; give a TSV file"):
        human_scores(CORPUS, [1.0] * 500)
