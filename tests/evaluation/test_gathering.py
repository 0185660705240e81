"""Everything about some systems, from Python."""

import json

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.report.forms import FORMS, rendered
from steelyard.report.style import Style
from steelyard.report.terminal import width
from steelyard.results.table import Number

QUICK = sy.Draws(trials=200, resamples=30)
SYSTEMS = {"A": ["a b c d"] * 12, "B": ["a b c x"] * 12, "C": ["a x y z"] * 12}
HUMAN = {"A": [4, 5] * 6, "B": [3, 4] * 6, "C": [1, 2] * 6}


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


def test_people_who_judged_some_systems_say_what_they_say_to_compare():
    human = {name: values for name, values in HUMAN.items() if name != "C"}
    scores = sy.score(SYSTEMS, ["a b c d"] * 12, "chrf")
    compared = sy.compare(scores, draws=QUICK, human=human)
    evaluation = sy.evaluate(SYSTEMS, ["a b c d"] * 12, "chrf", draws=QUICK, human=human)
    assert len(compared.of("chrf")[0]) == 3
    assert str(compared.of("chrf")) == str(evaluation.comparisons.of("chrf"))
    assert str(compared.of("human")) == str(evaluation.people.of("human"))
    (sentence,) = [line for line in evaluation.to_dict()["findings"] if line.startswith("People")]
    assert sentence == "People rate A highest: 4.50 on average, shown to be better than the other system."


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


def flat(content):
    """Yield every single value in JSON, and the names of mappings."""
    if isinstance(content, dict):
        yield from content
        content = list(content.values())
    if isinstance(content, list):
        for item in content:
            yield from flat(item)
    else:
        yield content


def cells(account):
    """Yield every table of an account and its parts with one of its cells, and the bounds and letters in it."""
    for table in account.tables:
        for cell in (cell for row in table.rows for cell in row if cell is not None):
            parts = (cell.value, cell.low, cell.high) if isinstance(cell, Number) else (cell,)
            yield from ((table.name, part) for part in parts if part is not None)
    for part in account.parts:
        yield from cells(part)


@pytest.mark.parametrize("baseline", [None, "basalt"])
def test_json_has_the_values_of_every_table(baseline):
    evaluation = sy.evaluate(sy.sample(), measures=["bleu", "ter"], draws=QUICK, baseline=baseline, most_segments=1)
    held = {
        value if isinstance(value, str) else abs(value) for value in flat(evaluation.to_dict()) if value is not None
    }
    tables = list(cells(evaluation.account()))
    assert {name for name, _ in tables} >= {"scores", "summary", "pairs", "ranks", "correlations", "means"}
    lacking = {(name, value) for name, value in tables if not isinstance(value, str) and abs(value) not in held}
    assert lacking == set()


def test_json_keeps_what_parts_call_by_one_name(evaluation):
    content = evaluation.to_dict()
    for part in (evaluation.scores, evaluation.comparisons, evaluation.ranks):
        assert {name: content[name] for name in part.to_dict() if name != "notices"} == {
            name: value for name, value in part.to_dict().items() if name != "notices"
        }
    assert content["people"] == evaluation.people.to_dict()
    assert {"n", "units"} <= content["settings"].keys()
    assert content["notices"] == evaluation.account().all_notices()


def test_a_page_is_written(evaluation, tmp_path):
    sy.report(evaluation, tmp_path / "report.html")
    assert 'id="segment-data"' in (tmp_path / "report.html").read_text("utf-8")


def test_it_says_in_one_line_what_it_is(evaluation):
    assert len(repr(evaluation)) <= 200


def test_the_best_score_may_be_of_easier_segments():
    """B is better wherever both were scored, and A was scored on easy segments only."""
    both = {"A": [90.0 + n % 3 for n in range(30)] + [None] * 30, "B": [95.0 + n % 3 for n in range(30)] + [10.0] * 30}
    found = sy.evaluate(sy.score_people(both), draws=QUICK).account().findings
    assert [line for line in found if line.startswith("human: A is best (91.00") and "B is better." in line]
