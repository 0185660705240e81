import steelyard as sy
from steelyard.report.table import tabulate


def test_one_row_per_system(scores):
    table = tabulate(scores)
    assert table.heads == ("system",)
    assert [row.heads for row in table.rows] == [("A",), ("B_2",)]
    assert [(c.measure, c.arrow, c.decimals) for c in table.columns] == [
        ("chrf", "↑", 2),
        ("ter", "↓", 2),
        ("gleu", "↑", 4),
    ]
    assert [c.signature for c in table.columns] == [s.signature() for s in scores.statistics]


def test_rows_of_other_levels_are_by_group_then_system(scores):
    table = tabulate(scores.at("document"))
    assert table.heads == ("document", "system")
    assert [row.heads for row in table.rows] == [("x", "A"), ("x", "B_2"), ("y", "A"), ("y", "B_2")]
    assert [row.heads[0] for row in tabulate(scores.at("segment")).rows] == ["0", "0", "1", "1"]


def test_cells_hold_the_scores_they_stand_for(scores):
    for level in ("system", "segment", "document"):
        given = scores.at(level)
        cells = [cell.score for row in tabulate(given).rows for cell in row.cells]
        assert sorted(map(id, cells)) == sorted(map(id, given.scores))


def test_best_follows_the_orientation(scores):
    first, second = tabulate(scores).rows
    assert [cell.best for cell in first.cells] == [True, True, True]
    assert [cell.best for cell in second.cells] == [False, False, False]


def test_nothing_is_best_alone_or_among_equals():
    one = sy.score({"A": ["a b"]}, ["a b"], "ter")
    two = sy.score({"A": ["a b"], "B": ["a b"]}, ["a b"], "ter")
    three = sy.score({"A": ["a b"], "B": ["a b"], "C": ["x"]}, ["a b"], "ter")
    assert [[row.cells[0].best for row in tabulate(s).rows] for s in (one, two, three)] == [
        [False],
        [False, False],
        [True, True, False],
    ]


def test_undefined_values_have_reasons(undefined):
    table = tabulate(undefined)
    assert [row.cells[0].value() for row in table.rows] == ["0.00", "undefined"]
    assert table.remarks() == ["undefined: wer(tokens=no-punct): the references have no token"]


def test_intervals_are_shown_with_the_measure_s_decimals(scores):
    table = tabulate(scores.at("system", sy.Intervals(resamples=20)))
    assert table.rows[0].cells[0].interval() == "[100.00, 100.00]"
    assert tabulate(scores).rows[0].cells[0].interval() == ""
