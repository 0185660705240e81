from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.errors import FormatError, InputError

Read = Callable[..., Corpus]


def test_columns(read_text: Read) -> None:
    corpus = read_text(
        "c.tsv",
        'id\tdocument\tfacet:topic\tsource\treference:b\treference:a\tsystem:A:1\n1\td\tt\t s \t"r\t\t\n',
    )
    assert corpus.ids == ("1",)
    assert dict(corpus.facets) == {"document": ("d",), "topic": ("t",)}
    assert list(corpus.source or ()) == [" s "]
    assert [list(texts) for texts in corpus.references] == [['"r']]
    assert list(corpus.systems["A:1"]) == [""]


def test_csv_quoting(read_text: Read) -> None:
    corpus = read_text("c.csv", 'reference,system:A\r\n"a, ""b""\nc",x\r\n1,"2"\r\n')
    assert list(corpus.references[0]) == ['a, "b"\nc', "1"]
    assert list(corpus.systems["A"]) == ["x", "2"]


def test_a_lone_carriage_return_is_quoted(tmp_path: Path) -> None:
    texts = ["\r", "a\rb", "x"]
    write(Corpus.of({"A": texts}, texts), path := tmp_path / "c.csv")
    assert list(read(path).systems["A"]) == texts
    assert path.read_bytes() == b'reference:1,system:A,guarded\n"\'\r","\'\r",yes\n"a\rb","a\rb",\nx,x,\n'


FORMULAS = ["=1+1", "+a", "-", "- Yes.", "@SUM(A1)", "\t=x", "\r", '="a",b']


@pytest.mark.parametrize("text", FORMULAS)
def test_a_spreadsheet_runs_no_text(tmp_path: Path, text: str) -> None:
    texts = [text, "'quoted", "", "-1.5", "'" + text, "a=b", "+2e5", "1"]
    corpus = Corpus.of(
        {"A": texts}, {"1": ["x"] * 8}, source=texts, ids=[f"{text}a{n}" for n in range(8)], accept=["empty"]
    )
    write(corpus, path := tmp_path / "c.csv")
    with path.open(encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    assert heading == ["id", "source", "reference:1", "system:A", "guarded"]
    odd = [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert odd == ["-1.5", "-1.5", "+2e5", "+2e5"]
    assert [row[1] for row in rows] == [f"'{text}", "''quoted", "", "-1.5", f"''{text}", "a=b", "+2e5", "1"]
    again = read(path, accept=["empty"])
    assert list(again.systems["A"]) == list(again.source or ()) == texts and again.ids == corpus.ids
    write(corpus, path := tmp_path / "c.jsonl")
    assert list(read(path, accept=["empty"]).systems["A"]) == texts


def test_a_file_without_guards_is_read_and_written_as_it_is(tmp_path: Path, read_text: Read) -> None:
    foreign = "source,system:A\n'=x,'y\n-1,2\n"
    assert list(read_text("c.csv", foreign).source or ()) == ["'=x", "-1"]
    write(read_text("c.csv", foreign), path := tmp_path / "d.csv")
    assert path.read_text("utf-8") == foreign


def test_guards_are_kept_wherever_the_column_stands(read_text: Read) -> None:
    corpus = read_text("c.csv", "source,guarded,system:A\n'=x,yes,''y\nz,,'-\n")
    assert list(corpus.source or ()) == ["=x", "z"] and list(corpus.systems["A"]) == ["'y", "-"]


def test_long_csv_cell(read_text: Read) -> None:
    text = "x" * 300_000
    assert list(read_text("c.csv", f"source\n{text}\n").source or ()) == [text]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("c.tsv", "source\tsystem:A\nx\ty\nx\n", r"c\.tsv, line 3: 1 cell, but the header has 2"),
        ("c.tsv", "source\tsystem:A\nx\ty\tz\n", r"c\.tsv, line 2: 3 cells, but the header has 2"),
        ("c.tsv", "source\tsystem:A\nx\ty\n\n", r"c\.tsv, line 3: 1 cell"),
        ("c.csv", 'source,system:A\n"x\ny",z\nx\n', r"c\.csv, line 4: 1 cell, but the header has 2"),
        ("c.csv", 'source,system:A\n"x"y,z\n', r"c\.csv, line 2: not CSV"),
        ("c.csv", 'source,system:A\nx,z\n"x,z\n', r"c\.csv, line 3: not CSV .*unexpected end of data"),
        ("c.csv", "", "has no segments"),
        ("c.csv", "source\n", "has no segments"),
        ("c.tsv", "sauce\nx\n", r"c\.tsv, line 1: unknown column 'sauce'; did you mean 'source'"),
        ("c.tsv", "system:\nx\n", "line 1: unknown column 'system:'"),
        ("c.tsv", "source\tsource\nx\ty\n", "line 1: the column 'source' occurs twice"),
        (
            "c.tsv",
            "document\tfacet:document\tsource\nx\ty\tz\n",
            "line 1: the column 'facet:document' occurs twice",
        ),
        ("c.tsv", "id\tdocument\nx\ty\n", "line 1: no column with texts"),
        ("c.tsv", "id\tsource\n1\ty\n1\tz\n", r"line 3: segment id '1' occurs twice \(first: .*line 2\)"),
    ],
)
def test_faults_name_file_and_line(read_text: Read, name: str, data: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_text(name, data)


@pytest.mark.parametrize(("text", "kind"), [("a\tb", "tabs"), ("a\nb", "line breaks"), ("a\r", "line breaks")])
def test_tsv_refuses_what_would_break_its_lines(tmp_path: Path, text: str, kind: str) -> None:
    for corpus in (
        Corpus.of({"A": [text]}),
        Corpus.of({"A": ["x"]}, ids=[text]),
        Corpus.of({"A": ["x"]}, facets={"topic": [text]}),
    ):
        with pytest.raises(InputError, match=f"cannot hold {kind};"):
            write(corpus, tmp_path / "c.tsv")


def test_missing_outputs_do_not_fit_a_table(tmp_path: Path) -> None:
    for name in ("c.tsv", "c.csv"):
        with pytest.raises(InputError, match="cannot hold missing outputs"):
            write(Corpus.of({"A": ["x", None]}), tmp_path / name)
