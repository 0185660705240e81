"""Tables in place of files of lines, on the command line."""

import json

import pytest


@pytest.fixture
def tables(here):
    """Write outputs and references in one order of ids, and references alone in another."""
    rows = [{"id": name, "prediction": f"the cat {name}", "target": f"the dog {name}"} for name in "abc"]
    (here / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (here / "refs.csv").write_text("id,target\n" + "".join(f"{row['id']},{row['target']}\n" for row in rows[::-1]))
    for key in ("prediction", "target"):
        (here / f"{key}.txt").write_text("".join(f"{row[key]}\n" for row in rows))
    return here


def scored(run, *arguments):
    result = run("score", *arguments, "-m", "chrf", "--json")
    assert result.code == 0, result.err
    return [record["value"] for record in json.loads(result.out)["scores"]]


def test_tables_score_as_the_lines_they_hold(run, tables):
    lines = scored(run, "prediction.txt", "-r", "target.txt")
    assert scored(run, "out.jsonl") == lines
    assert scored(run, "out.jsonl", "-r", "refs.csv") == lines
    assert scored(run, "out.jsonl", "-r", "target.txt") == lines
    assert scored(run, "prediction.txt", "-r", "out.jsonl") == lines
    assert scored(run, "--corpus", "out.jsonl", "--from", "table") == lines
    assert scored(run, "x=out.jsonl", "--columns", "output=target,reference=prediction") == scored(
        run, "target.txt", "-r", "prediction.txt"
    )
    assert scored(run, "out.jsonl", "y=prediction.txt") == lines * 2


def test_segments_have_their_ids(run, tables):
    result = run("score", "out.jsonl", "-r", "refs.csv", "-m", "chrf", "--level", "segment", "--json")
    assert [record["segment"] for record in json.loads(result.out)["scores"]] == ["c", "b", "a"]


def test_other_commands_take_tables(run, tables):
    matrix = run("similarity", "out.jsonl", "--columns", "output=target", "-m", "chrf", "--tsv")
    assert matrix.out == run("similarity", "target.txt", "-m", "chrf", "--tsv").out
    converted = run("convert", "out.jsonl", "both.tsv", "--from", "table", "--columns", "output=prediction")
    assert (converted.code, (tables / "both.tsv").read_text().splitlines()[0]) == (0, "id\treference:1\tsystem:out")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["out.jsonl", "prediction.txt", "-r", "refs.csv"], "another order than in refs.csv, and prediction"),
        (["prediction.txt", "-r", "target.txt", "--columns", "output=a"], "--columns is of tables (.jsonl"),
        (["out.jsonl", "--columns", "output"], "--columns output: expected ROLE=NAME"),
        (["out.jsonl", "--columns", "output=a,output=b"], "--columns: output is named twice (a and b)"),
        (["out.jsonl", "--columns", "output=a"], "no column or key 'a'; there are id, prediction, target"),
        (["a=out.jsonl", "--columns", "id=id,system=id"], "a=out.jsonl: with --columns system=… a column"),
        (["out.sgm", "-r", "target.txt"], "out.sgm is a corpus by its ending"),
        (["target.txt", "-r", "refs.xml.gz"], "refs.xml.gz is a corpus by its ending"),
        (["kept.npz", "-r", "target.txt"], "give it as --statistics kept.npz"),
        (["out.jsonl", "-r", "none.csv"], "none.csv: No such file"),
        (["--corpus", "out.jsonl", "--columns", "output=a"], "for loose tables, or for the format 'table'"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused(refused, tables, arguments, message):
    assert message in refused("score", *arguments)


def test_other_numbers_of_rows_are_refused(refused, tables):
    (tables / "short.txt").write_text("a\nb\n")
    assert refused("score", "out.jsonl", "short.txt", "-r", "target.txt").startswith(
        "short.txt has 2 segments but target.txt"
    )
