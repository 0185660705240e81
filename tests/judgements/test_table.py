"""The table of judgements: records are added, none is changed."""

import pytest

import steelyard as sy
from steelyard.corpus.judgement import Judgement
from steelyard.errors import InputError, SpecError

ROWS = [("a", "ann", 3), ("a", "bob", 4), ("b", "ann", 2), ("b", "bob", 2)]


def test_records_are_added_and_stay():
    table = sy.Judgements.of(ROWS)
    mind = Judgement("", "a", "ann", "score", 5.0, key="k2")
    longer = table.extended([mind])
    assert len(table) == 4 and len(longer) == 5 and longer.records[:4] == table.records
    with pytest.raises(AttributeError):
        longer.records[0].value = 1.0
    with pytest.raises(AttributeError):
        longer.records = ()


def test_what_was_superseded_is_kept_and_does_not_count():
    first = Judgement("A", 0, "ann", "score", 1.0, key="k1")
    second = Judgement("A", 0, "ann", "score", 2.0, key="k2", supersedes="k1")
    third = Judgement("A", 0, "ann", "score", 3.0, key="k3", supersedes="k2")
    table = sy.Judgements((first, second, third))
    assert table.current().records == (third,) and len(table) == 3 and table.firsts() == [third]
    with pytest.raises(InputError, match="no earlier one has that key"):
        sy.Judgements((second, first)).current()


def test_dimensions():
    table = sy.Judgements(
        (Judgement("A", 0, "ann", "style", 1.0), Judgement("A", 0, "ann", "sense", 2.0)), place="in here"
    )
    assert table.dimensions == ("style", "sense") and table.on("sense").records == table.records[1:]
    assert table.chosen_dimension("style") == "style"
    with pytest.raises(SpecError, match=r"several dimensions \(style, sense\)"):
        table.chosen_dimension(None)
    with pytest.raises(SpecError, match="no dimension 'stile' in here; did you mean 'style'"):
        table.chosen_dimension("stile")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([("a", "ann")], "is no rating; expected item, assessor, answer"),
        ([("a", "ann", 1, "", "", "more")], "is no rating"),
        ([{"item": "a", "assessor": "ann", "answer": 1, "rater": "x"}], "is no rating"),
        ([("a", "ann", object())], "is no answer; expected a number, a tag"),
        ([("a", "ann", float("nan"))], "expected a number or a tag, and no rating where there is no answer"),
        ([("a", "ann", 1), ("a", "bob", "x")], "some answers are numbers and some are tags"),
        ([("a", "ann", 1), ("a", "ann", 2)], "assessor 'ann' answered item 'a' twice"),
        ([], "there are no ratings"),
    ],
)
def test_rows_that_are_refused(rows, told):
    with pytest.raises(InputError, match=told):
        sy.agree(rows)


def test_whole_numbers_are_numbers():
    whole = sy.Judgements(tuple(Judgement("", item, who, "score", value) for item, who, value in ROWS))
    assert sy.agree(whole).to_dict() == sy.agree(ROWS).to_dict()
    assert sy.normalise(whole).to_dict() == sy.normalise(ROWS).to_dict()


def test_structures_are_no_answers():
    spans = Judgement("A", 0, "ann", "mqm", {"spans": []})
    with pytest.raises(InputError, match="with a structure; expected a number or tags"):
        sy.agree(sy.Judgements((spans, spans)))


def test_short_and_whole_forms():
    assert repr(sy.Judgements.of(ROWS)) == "<Judgements: 4 on score>"
    assert repr(Judgement("A", 0, "ann", "score", 1.0)) == (
        "Judgement(system='A', item=0, assessor='ann', dimension='score', value=1.0)"
    )
    assert repr(Judgement("A", 0, "ann", "score", 1.0, key="k")).endswith("value=1.0, key='k')")
