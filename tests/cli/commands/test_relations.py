"""`steelyard relations` and `steelyard retrieval`."""

import csv
import json
import re

import pytest

import steelyard as sy
from steelyard.report.json import lines


@pytest.fixture
def parses(here):
    files = {
        "gold.gr": "# sentence 1\nSUBJ(eat, man, _)\nOBJ(eat, fish)\n# sentence 2\nncsubj(run, dog, _)\n",
        "A.gr": "# sentence 1\nSUBJ(eat, man, _)\nOBJ(eat, fish)\n# sentence 2\n",
        "B.gr": "# sentence 1\nSUBJ(eat, man, _)\n# sentence 2\nSUBJ(run, dog, _)\n",
        "relevant.tsv": "query\titem\nq1\ta\nq2\tb\n",
        "X.tsv": "query\titem\nq1\ta\n",
        "Y.tsv": "query\titem\nq1\ta\nq1\tb\nq2\ta\n",
    }
    for name, text in files.items():
        (here / name).write_text(text, "utf-8")
    return here


def rows(text):
    return list(csv.DictReader(text.splitlines(keepends=True), dialect="excel-tab"))


def test_relations_as_table_json_and_tsv(run, parses):
    made = sy.relations("gold.gr", {"A": "A.gr", "second": "B.gr"}, only=["SUBJ", "OBJ"], subsume=True)
    asked = ("relations", "gold.gr", "A.gr", "second=B.gr", "--only", "SUBJ", "--only", "OBJ", "--subsume")
    assert run(*asked, "--json").out == lines(made.to_dict())
    assert json.loads(run(*asked, "--json").out)["sentences"] == 2
    found = rows(run(*asked, "--tsv").out)
    assert [float(row["value"]) for row in found[:2]] == [
        made.value("A", "precision"),
        made.value("second", "precision"),
    ]
    assert found[5]["value"] == "nan" and found[5]["reason"] == "no such relation was returned"
    shown = run(*asked).out
    assert any(re.match("(precision|recall|f) +all +0.6667", line) for line in shown.splitlines())
    assert "undefined: precision of OBJ (second)" in shown
    assert "F of all relations: approximate randomisation of sentences, all 4 exchanges" in shown


def test_options_of_relations(run, parses):
    def f(*more):
        found = rows(run("relations", "gold.gr", "B.gr", "--tsv", *more).out)
        return next(float(row["value"]) for row in found if (row["figure"], row["relation"]) == ("f", "all relations"))

    assert f() == pytest.approx(0.4) and f("--subsume") == pytest.approx(0.8)
    assert f("--only", "subj") == 1
    (parses / "kinds.tsv").write_text("subj\tncsubj\n")
    assert f("--hierarchy", "kinds.tsv", "--only", "ncsubj") == 1
    (parses / "B.gr").write_text("# sentence 1\nSUBJ(eat, man, obj)\n")
    assert f("--accept", "empty") == 0 and f("--accept", "empty", "--ignore-slot", "initial_gr") == 0.5


def test_retrieval_as_table_json_and_tsv(run, parses):
    made = sy.retrieval({"X": "X.tsv", "Y": "Y.tsv"}, "relevant.tsv")
    asked = ("retrieval", "relevant.tsv", "X.tsv", "Y.tsv")
    assert run(*asked, "--json").out == lines(made.to_dict())
    found = rows(run(*asked, "--tsv").out)
    assert [float(row["value"]) for row in found] == [made.value(row["system"], row["figure"]) for row in found]
    assert [(row["empty"], row["all_wrong"]) for row in found[:2]] == [("1", "1"), ("0", "1")]
    row, _ = [line.split() for line in run(*asked).out.splitlines() if line.startswith("X  ")]
    assert row[1] == "1.0000" and row[-3:] == ["1", "1", "1"]


def test_out_and_standard_input(run, parses):
    shown = run("relations", "gold.gr", "A.gr").out
    assert run("relations", "gold.gr", "A=-", stdin=(parses / "A.gr").read_bytes()).out == shown
    assert run("relations", "gold.gr", "A.gr", "--out", "table.txt").out == ""
    assert (parses / "table.txt").read_text("utf-8") == shown


def test_one_parser_or_system_is_compared_with_none(run, parses):
    assert "randomisation" not in run("relations", "gold.gr", "A.gr").out.replace("approximate", "")
    assert "randomisation" not in run("retrieval", "relevant.tsv", "X.tsv").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("relations", "gold.gr"), "missing argument"),
        (("relations", "none.gr", "A.gr"), "none.gr: "),
        (("relations", "gold.gr", "A.gr", "A=B.gr"), "2 inputs have the system name 'A'"),
        (("relations", "-", "-"), "standard input (-) is asked for more than once"),
        (("relations", "gold.gr", "bad.gr"), "bad.gr, line 2: 'man eats' is no relation; expected NAME(argument, …)"),
        (("relations", "gold.gr", "latin.gr"), "latin.gr, line 1, byte 3: not valid UTF-8"),
        (("relations", "gold.gr", "short.gr"), "parser 'short' has no sentence '2' (short.gr); "),
        (("relations", "gold.gr", "other.gr"), "other.gr: gold.gr has no sentence '7'; "),
        (("relations", "gold.gr", "unnamed.gr"), "unnamed.gr has 1 sentence but gold.gr has 2; "),
        (("relations", "gold.gr", "A.gr", "--only", "MOD"), "gold.gr: there is none of the relations that count"),
        (("relations", "gold.gr", "A.gr", "--only", "SUBJ", "--only", "arg"), "SUBJ and ARG cannot be chosen together"),
        (("relations", "gold.gr", "A.gr", "--ignore-slot", "typ"), "no slot 'typ' to ignore; did you mean 'type'?"),
        (("relations", "gold.gr", "A.gr", "--hierarchy", "gold.gr"), "gold.gr, line 2: expected a relation, a tab"),
        (("relations", "gold.gr", "A.gr", "--correct", "no"), "unknown correction 'no'"),
        (("relations", "gold.gr", "A.gr", "--json", "--tsv"), "--json and --tsv exclude each other"),
        (("relations", "gold.gr", "A.gr", "--out", "A.gr"), "cannot write A.gr: this command reads it"),
        (
            ("relations", "gold.gr", "A.gr", "--hierarchy", "k.tsv", "--out", "k.tsv"),
            "cannot write k.tsv: this command",
        ),
        (("retrieval", "relevant.tsv"), "missing argument"),
        (("retrieval", "relevant.tsv", "gold.gr"), "gold.gr, line 1: there is no column 'query'"),
        (("retrieval", "X.tsv", "Y.tsv"), "system 'Y' has a query 'q2', which is not among those judged"),
        (("retrieval", "relevant.tsv", "X.tsv", "--out", "relevant.tsv"), "cannot write relevant.tsv: this command"),
    ],
)
def test_bad_input(refused, parses, arguments, message):
    (parses / "bad.gr").write_text("SUBJ(eat, man, _)\nman eats\n")
    (parses / "latin.gr").write_bytes(b"A(\xfc)\n")
    (parses / "short.gr").write_text("# sentence 1\nSUBJ(eat, man, _)\n")
    (parses / "other.gr").write_text("# sentence 7\nSUBJ(eat, man, _)\n")
    (parses / "unnamed.gr").write_text("SUBJ(eat, man, _)\n")
    (parses / "k.tsv").write_text("subj\targ\n")
    assert refused(*arguments).startswith(message)
