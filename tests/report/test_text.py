"""Accounts on a terminal."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from steelyard.report.style import Style
from steelyard.report.terminal import width, wrapped
from steelyard.report.text import render
from steelyard.results.account import Account
from steelyard.results.signature import Signature
from steelyard.results.table import Column, Number, Table

NAMES = st.text(st.sampled_from("ab-_|猫ベé\u0301 \t\n\x1b(,"), max_size=60)
SENTENCES = st.lists(st.text(max_size=120), max_size=2).map(tuple)


def test_table_in_full(scores):
    signatures = [f"({n}) {s.signature()}" for n, s in enumerate(scores.statistics, 1)]
    assert render(scores.account()).splitlines() == [
        "system  chrf ↑ (1)  ter ↓ (2)  gleu ↑ (3)",
        "-----------------------------------------",
        "A          100.00*      0.00*     1.0000*",
        "B_2         43.49      40.00      0.4444",
        "",
        "* best",
        "",
        *signatures,
    ]


def test_the_best_has_its_star_where_it_is_bold_too(scores):
    bold = render(scores.account(), Style(bold=True))
    assert "\x1b[1m100.00\x1b[0m" in bold and "\x1b[0m*" in bold and "* best" in bold
    lines = bold.splitlines()
    assert width(lines[0]) == width(lines[1]) == width(lines[2]) == width(lines[3]) + len("*")


def test_a_star_that_marks_something_else_does_not_mark_the_best():
    table = Table("t", "", ["system", "p"], [["A", Number(0.01, mark="**", best=True)], ["B", Number(0.5)]])
    text = render(Account("", (table,)))
    assert "0.01**†" in text and "† best" in text


def test_reasons_follow_the_table(undefined):
    assert "\nundefined: wer(tokens=no-punct): the references have no token\n" in render(undefined.account())


def test_intervals(scores):
    text = render(scores.at("system", intervals=True).account())
    assert re.search(r"\nB_2 +\d+\.\d\d +\[\d+\.\d\d, \d+\.\d\d\]  ", text), text


def test_wide_and_combining_letters_line_up():
    assert [width(text) for text in ("abc", "日本", "é", "é", "\x1b[1mx\x1b[0m")] == [3, 4, 1, 1, 1]
    table = Table("t", "", ["a", "b"], [["日本", 1], ["x", 22]])
    assert render(Account("", (table,))).splitlines() == ["a      b", "--------", "日本   1", "x     22"]


def test_names_cannot_steer_the_terminal():
    scores = sy.score({"A": ["a"]}, ["a"], "wer", facets={"topic": ["x\x1b[2J\n"]}, level="topic")
    assert "x\\x1b[2J\\n" in render(scores.account()) and "\x1b" not in render(scores.account())


def test_a_terminal_has_what_is_not_the_default_of_a_measure():
    measures = ["bleu", "bleu(tokens=intl)", "rouge-2@rouge-score"]
    account = sy.score({"A": ["a b"], "B": ["a"]}, ["a b"], measures).account()
    lines = render(account, Style(width=80)).splitlines()
    assert lines[-4:-1] == ["(1) bleu", "(2) bleu|tokens:intl", "(3) rouge-2@rouge-score"]
    assert lines[-1].startswith("all: references:1|level:system|steelyard:")
    whole = render(account, Style(width=80, signatures=True))
    assert "".join(whole.split()).count("smoothing:exp") == 2


def test_columns_that_do_not_fit_stand_in_blocks_with_the_names_of_the_rows(scores):
    lines = render(scores.account(), Style(width=30)).splitlines()
    assert lines[:4] == [
        "system  chrf ↑ (1)  ter ↓ (2)",
        "-----------------------------",
        "A          100.00*      0.00*",
        "B_2         43.49      40.00",
    ]
    assert lines[5:9] == ["system  gleu ↑ (3)", "------------------", "A          1.0000*", "B_2        0.4444"]


def test_a_long_table_may_show_its_first_rows_only():
    table = Table("t", "", ["a", "b"], [["x", n] for n in range(9)], most=2)
    text = render(Account("", (table,)))
    assert "x  1" in text and "x  2" not in text and "2 of 9 rows" in text
    assert "x  1" not in render(
        Account("", (Table("t", "", ["a", "b"], table.rows, most=0), table.__class__("u", "", ["a"], [])))
    )


@st.composite
def accounts(draw):
    labels = draw(st.integers(1, 2))
    numbers = draw(st.integers(0, 7))
    columns = [
        *(draw(NAMES) for _ in range(labels)),
        *(Column(draw(NAMES), signature=Signature(draw(NAMES)), better="lower", digits=2) for _ in range(numbers)),
    ]
    values = st.floats(-999, 999) | st.just(float("nan"))
    cells = st.builds(Number, values, st.none() | st.just(1.5), st.just(2.5), best=st.booleans())
    rows = [
        [*(draw(NAMES) for _ in range(labels)), *(draw(cells | st.integers(0, 10**6)) for _ in range(numbers))]
        for _ in range(draw(st.integers(0, 3)))
    ]
    table = Table("t", draw(st.text(max_size=100)), columns, rows, notes=draw(SENTENCES))
    signatures = {draw(NAMES): Signature(draw(NAMES))}
    return Account(draw(NAMES), (table,), (), draw(SENTENCES), draw(SENTENCES), {"p": "x" * 90}, signatures)


@settings(max_examples=150, deadline=None)
@given(accounts(), st.sampled_from([40, 80, 120]), st.booleans(), st.booleans())
def test_no_line_is_wider_than_the_terminal(account, columns, bold, whole):
    text = render(account, Style(width=columns, bold=bold, signatures=whole))
    assert max(map(width, text.split("\n"))) <= columns
    assert all(line.replace("\x1b[1m", "").replace("\x1b[0m", "").isprintable() for line in text.split("\n"))


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(10, 60), st.integers(0, 4))
def test_wrapped_words_are_all_there(text, columns, indent):
    lines = wrapped(text, columns, indent)
    assert max(map(width, lines)) <= columns
    assert "".join("".join(lines).split()) == "".join("".join(wrapped(text, None)).split())
