"""Everything about some systems, from Python."""

import json

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.report.forms import FORMS, rendered
from steelyard.report.style import Style
from steelyard.report.terminal import width

QUICK = sy.Draws(trials=200, resamples=30)


@pytest.fixture(scope="module")
def evaluation():
    return sy.evaluate(sy.sample(), measures=["bleu", "ter"], draws=QUICK, most_segments=3)


def test_it_holds_what_the_single_functions_give(evaluation):
    scores = sy.score(sy.sample(), measures=["bleu", "ter"], intervals=QUICK)
    assert evaluation.scores.to_dict() == scores.to_dict()
    assert evaluation.comparisons.to_dict() == sy.compare(scores, draws=QUICK).to_dict()
    assert evaluation.ranks.to_dict() == sy.bootstrap_ranks(scores, draws=QUICK).to_dict()
    assert [people.dimension for people in evaluation.human] == ["adequacy", "fluency"]
    assert len(evaluation.changes) == 6 and len(evaluation.changes[0]) == 3


def test_lists_of_texts_scores_and_tables_are_taken_alike():
    systems, references = {"A": ["a b", "c"], "B": ["a", "d"]}, ["a b", "c"]
    scores = sy.score(systems, references, "wer")
    of_texts = sy.evaluate(systems, references, "wer", draws=QUICK)
    of_scores = sy.evaluate(scores, draws=QUICK)
    of_table = sy.evaluate(sy.score_table(scores), draws=QUICK)
    assert of_texts.to_dict() == of_scores.to_dict() == of_table.to_dict()
    assert of_texts.corpus is not None and of_scores.corpus is None
    with pytest.raises(SpecError, match="leave out references"):
        sy.evaluate(scores, references)


@pytest.mark.parametrize("form", FORMS)
def test_every_form(evaluation, form):
    text = rendered(evaluation, form, Style(width=80))
    if form == "json":
        assert json.loads(text).keys() >= {"scores", "comparisons", "rankings", "correlations"}
    if form == "text":
        assert max(map(width, text.splitlines())) <= 80
        assert "bleu: aurora is best (" in text and "People (adequacy) rate aurora highest" in text


def test_a_page_is_written(evaluation, tmp_path):
    sy.report(evaluation, tmp_path / "report.html")
    assert 'id="segment-data"' in (tmp_path / "report.html").read_text("utf-8")


def test_it_says_in_one_line_what_it_is(evaluation):
    assert len(repr(evaluation)) <= 200


def test_the_best_score_may_be_of_easier_segments():
    """B is better wherever both were scored, and A was scored on easy segments only."""
    both = {"A": [90.0 + n % 3 for n in range(30)] + [None] * 30, "B": [95.0 + n % 3 for n in range(30)] + [10.0] * 30}
    found = sy.evaluate(sy.score_people(both), draws=QUICK).account().findings
    assert [line for line in found if line.startswith("human: A is best (91.000") and "B is better." in line]
