"""What searches return for queries: worked numbers, the oracle, counts of queries that came to nothing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from oracles import relations as oracle
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.report.forms import rendered

FIGURES = ("precision", "recall", "f")
QUICK = {"draws": sy.Draws(resamples=20, trials=20)}
items = st.sets(st.sampled_from("abcd"))
queries = st.lists(st.tuples(items, items), min_size=1, max_size=5)


@given(queries)
def test_figures_equal_the_oracle(drawn):
    made = sy.retrieval(
        {"mine": {str(n): own for n, (own, _) in enumerate(drawn)}},
        {str(n): relevant for n, (_, relevant) in enumerate(drawn)},
        **QUICK,
    )
    per_query = [oracle.query(*pair) for pair in drawn]
    for one, figure, values in zip(made.figures(), FIGURES, zip(*per_query, strict=True), strict=True):
        defined = [value for value in values if value is not None]
        assert (one.figure, one.defined, one.queries) == (figure, len(defined), len(drawn))
        assert one.value == pytest.approx(sum(defined) / len(defined)) if defined else math.isnan(one.value)
    assert made.empty["mine"] == sum(not own for own, _ in drawn)
    assert made.all_wrong["mine"] == sum(not own & relevant for own, relevant in drawn) >= made.empty["mine"]


def test_systems_are_compared_on_f():
    relevant = {str(n): ["x"] for n in range(30)}
    wrong = {str(n): ["x" if n % 2 else "y"] for n in range(30)}
    made = sy.retrieval({"A": relevant, "B": wrong, "C": wrong}, relevant)
    a_b, _, b_c = made.comparisons.comparisons
    assert (a_b.difference, a_b.better) == (0.5, "A") and a_b.p < 0.001
    assert (b_c.p, b_c.better) == (1, None) and "unit:query" in b_c.signature
    assert sy.retrieval({"A": relevant}, relevant, **QUICK).comparisons is None


def test_p_is_written_with_four_decimals():
    relevant = {"p": ["x"], "q": ["x"], "r": ["x"]}
    made = sy.retrieval({"A": relevant, "B": {"p": ["y"], "q": ["y"], "r": ["y"]}}, relevant)
    assert made.comparisons.comparisons[0].p == 0.25
    assert " 0.2500" in rendered(made, "text").partition("difference")[2].splitlines()[2]


def test_an_undefined_precision_says_why():
    made = sy.retrieval({"mine": {}}, {"q": ["a"]}, **QUICK)
    precision, recall, f = made.figures()
    assert math.isnan(precision.value) and precision.reason == "nothing was returned for any query"
    assert (recall.value, f.value, recall.reason) == (0, 0, "no interval: there are fewer than two units")
    assert made.to_dict()["retrieval"][0]["value"] is None
    with pytest.raises(SpecError, match="no system 'yours'"):
        made.value("yours")


def test_files(tmp_path):
    (tmp_path / "relevant.tsv").write_text("query\titem\nq1\ta\nq2\tb\nq3\t\n")
    (tmp_path / "mine.tsv").write_text("query\titem\nq1\ta\nq3\tc\n")
    made = sy.retrieval({"mine": tmp_path / "mine.tsv"}, tmp_path / "relevant.tsv", **QUICK)
    assert made.queries == ("q1", "q2", "q3")
    assert [made.value("mine", figure) for figure in FIGURES] == [0.5, 0.5, pytest.approx(1 / 3)]
    assert (made.empty, made.all_wrong) == ({"mine": 1}, {"mine": 2})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query\tanswer\nq\ta\n", "mine.tsv, line 1: there is no column 'item'"),
        ("query\titem\n\ta\n", "mine.tsv, line 2: the query is empty"),
        ("query\titem\nq\ta\nq\ta\n", "mine.tsv, line 3: 'a' is there twice for query 'q'"),
        ("query\titem\nq\n", "mine.tsv, line 2: 1 column, but the header has 2"),
        ("", "mine.tsv: the file is empty"),
    ],
)
def test_files_that_are_refused(tmp_path, text, message):
    (tmp_path / "mine.tsv").write_text(text)
    with pytest.raises(FormatError, match=message):
        sy.retrieval({"mine": tmp_path / "mine.tsv"}, {"q": ["a"]})


@pytest.mark.parametrize(
    ("returned", "relevant", "message"),
    [
        ({}, {"q": ["a"]}, "there is no system"),
        ({"mine": {}}, {}, "there is no query"),
        ({"mine": {"p": ["a"]}}, {"q": ["a"]}, "a query 'p', which is not among those judged"),
        ({"mine": {"q": "ab"}}, {"q": ["a"]}, "expected a list of items"),
        ({" ": {}}, {"q": ["a"]}, "is no name"),
    ],
)
def test_what_is_refused(returned, relevant, message):
    with pytest.raises(InputError, match=message):
        sy.retrieval(returned, relevant)
    with pytest.raises(SpecError, match="returned=list is not possible"):
        sy.retrieval([relevant], relevant)
