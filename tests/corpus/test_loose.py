"""Tables given as loose files: columns by name, rows brought together, segments matched by id; or a refusal."""

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.corpus.columns import TABLES
from steelyard.files.records import ENDINGS, read_records

OUTPUTS = ["the cat sat on the mat", "hello there, world", "good day"]
REFERENCES = ["the cat sat on a mat", "hello world", "good day"]
ROWS = [{"prediction": output, "ref": reference} for output, reference in zip(OUTPUTS, REFERENCES, strict=True)]


def written(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    """Write rows as the ending of a path tells."""
    name = path.name.removesuffix(".gz")
    header = list(rows[0])
    if name.endswith((".parquet", ".pq")):
        arrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(arrow.Table.from_pylist(list(rows)), path)
        return path
    if name.endswith(".json"):
        content = json.dumps(list(rows))
    elif name.endswith((".jsonl", ".ndjson")):
        content = "".join(json.dumps(row) + "\n" for row in rows)
    else:
        sign = "," if name.endswith(".csv") else "\t"
        cells = [header, *([f'"{row[key]}"' if sign == "," else str(row[key]) for key in header] for row in rows)]
        content = "".join(sign.join(line) + "\n" for line in cells)
    path.write_bytes(gzip.compress(content.encode()) if path.suffix == ".gz" else content.encode())
    return path


def texts(corpus: sy.Corpus) -> tuple[dict[str, list[str | None]], list[list[str | None]]]:
    systems = {name: list(column) for name, column in corpus.systems.items()}
    return systems, [list(column) for column in corpus.references]


def refused(path: Path | list[Path], *words: str, **settings: Any) -> None:
    with pytest.raises(sy.SteelyardError) as error:
        sy.read(path, "table", **settings)
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


def test_all_endings_are_read() -> None:
    assert tuple(ENDINGS) == TABLES


@pytest.mark.parametrize("ending", [*TABLES, ".jsonl.gz", ".csv.gz"])
def test_outputs_beside_references(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path / f"out{ending}", ROWS)
    assert texts(sy.read(path, "table")) == ({"out": OUTPUTS}, [REFERENCES])
    assert list(sy.read(path, "texts", columns={"output": "ref"})) == REFERENCES


def test_a_list_of_texts_and_an_object_of_lists(tmp_path: Path) -> None:
    listed, columns = tmp_path / "out.json", tmp_path / "both.json"
    listed.write_text(json.dumps(OUTPUTS), "utf-8")
    columns.write_text(
        json.dumps({"predictions": OUTPUTS, "references": [[text, "x"] for text in REFERENCES]}), "utf-8"
    )
    assert list(sy.read(listed, "texts")) == OUTPUTS
    assert texts(sy.read(columns, "table")) == ({"both": OUTPUTS}, [REFERENCES, ["x", "x", "x"]])


def test_several_references_and_nested_keys(tmp_path: Path) -> None:
    rows = [
        {"resps": [["a b"]], "doc": {"gold": "a c"}, "target": "a"},
        {"resps": [["b"]], "doc": {"gold": "b"}, "target": "b"},
    ]
    path = written(tmp_path / "samples.jsonl", rows)
    columns = {"output": "resps.0.0", "reference": ["doc.gold", "target"]}
    assert texts(sy.read(path, "table", columns=columns)) == ({"samples": ["a b", "b"]}, [["a c", "b"], ["a", "b"]])
    refused(path, "no column or key", "output", "resps, doc, target", "columns={'output': 'NAME'}")
    refused(path, "line 1", "'resps'", "the list", "name one of the list: resps.0", columns={"output": "resps"})
    refused(path, "no column or key 'doc.none'", columns={"output": "doc.none"})


def test_two_columns_that_may_be_meant_are_both_named(tmp_path: Path) -> None:
    path = written(tmp_path / "out.csv", [{"text": "a", "prediction": "b", "ref": "c"}])
    refused(path, "'text' and 'prediction' may each be the output", "columns={'output': 'text'}")
    corpus = sy.read(path, "table", columns={"output": "prediction"})
    assert texts(corpus) == ({"out": ["b"]}, [["c"]])


def test_segments_are_matched_by_id(tmp_path: Path) -> None:
    ids = [{"id": n} for n in (7, 8, 9)]
    forward = written(tmp_path / "A.jsonl", [name | row for name, row in zip(ids, ROWS, strict=True)])
    backward = written(tmp_path / "B.csv", [name | row for name, row in zip(ids, ROWS, strict=True)][::-1])
    corpus = sy.read([forward, backward], "table")
    assert corpus.ids == ("7", "8", "9")
    assert texts(corpus) == ({"A": OUTPUTS, "B": OUTPUTS}, [REFERENCES])
    other = written(tmp_path / "C.csv", [{"id": 5 + n} | row for n, row in enumerate(ROWS)])
    refused([forward, other], "C.csv", "'8'", "A.jsonl")
    assert sy.read([forward, other], "table", columns={"id": ""}).ids is None


def test_differing_references_are_refused(tmp_path: Path) -> None:
    first = written(tmp_path / "A.csv", ROWS)
    second = written(tmp_path / "B.csv", [*ROWS[:2], {"prediction": "x", "ref": "y"}])
    refused([first, second], "B.csv, line 4", "A.csv, line 4", "differ")


def test_long_tables_are_brought_together(tmp_path: Path) -> None:
    rows = [
        {"id": name, "model": system, "output": f"{system} {name}", "reference": f"{name} {n}"}
        for name in "xy"
        for system in ("A", "B")
        for n in range(2)
    ]
    path = written(tmp_path / "long.csv", rows)
    refused(path, "line 3", "the id 'x' is there again (first: line 2)", "'id': 'id', 'system': 'NAME'")
    refused(path, "line 4", "another output", "line 2", "system", columns={"id": "id"})
    corpus = sy.read(path, "table", columns={"id": "id", "system": "model"})
    assert corpus.ids == ("x", "y")
    assert texts(corpus) == ({"A": ["A x", "A y"], "B": ["B x", "B y"]}, [["x 0", "y 0"], ["x 1", "y 1"]])
    refused(path, "by the segments' ids", columns={"id": "", "system": "model"})
    rows[6]["reference"] = "other"
    refused(
        written(path, rows), "differ between the rows of 'A' and those of 'B'", columns={"id": "id", "system": "model"}
    )


def test_a_column_of_systems_is_not_taken_for_one(tmp_path: Path) -> None:
    path = written(tmp_path / "long.csv", [{"system": name, "output": name, "ref": "a"} for name in "ab"])
    refused(path, "'system' has 2 values (a, b)", "columns={'system': ''}")
    assert list(sy.read(path, "table", columns={"system": ""}).systems) == ["long"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.jsonl", b'{"output": "a", "ref": "b"}\n{"output": 5}\n', "line 2: 'output' is 5; expected a text"),
        ("a.jsonl", b'{"output": NaN, "ref": "b"}\n', "line 1: 'output' is nan"),
        ("a.jsonl", b'{"output": "a", "output": "b"}\n', "line 1: the key 'output' occurs twice"),
        ("a.jsonl", b'{"output": a}\n', "line 1, column 12: not JSON"),
        ("a.jsonl", b'{"output": "\xff"}\n', "line 1, byte 13: not valid UTF-8"),
        ("a.jsonl", b'\xef\xbb\xbf{"output": "a"}\n', "byte order mark"),
        ("a.jsonl", b'{"output": "a\\u0000"}\n', "line 1: 'output' contains a NUL"),
        ("a.jsonl", b'{"output": "\\ud800"}\n', "surrogate"),
        ("a.jsonl", b"", "there is no row in it"),
        ("a.jsonl", b'{"outputs": {"A": "a"}, "references": ["b"]}\n', "holds a corpus"),
        ("a.tsv", b"system:A\treference\na\tb\n", "holds a corpus"),
        ("a.json", b'{"data": {"output": "a"}}', "an object with the keys data; expected a list of objects"),
        ("a.json", b'{"model": "m", "data": [{"output": "a"}]}', "take the list 'data' out of it"),
        ("a.json", b'{"output": ["a"]\n', "column 17: not JSON"),
        ("a.json", b"\n", "the file is empty; expected a list of objects"),
        ("a.json", b'{"output": ["a"], "ref": []}', "differ in length"),
        ("a.json", b'[{"output": "a"}, 3]', "entry 2: is 3"),
        ("a.json", b'[\n{"output": "a"},\n]', "line 3, column 1: not JSON"),
        ("a.json", b"[" * 100_000, "nested too deeply"),
        ("a.csv", b"output;ref\na;b\n", "semicolons and no comma"),
        ("a.csv", b"output,output\na,b\n", "the column 'output' is there twice"),
        ("a.csv", b"output,ref\na\n", "line 2: 1 cell, but the header has 2"),
        ("a.csv", b"", "there is no row in it"),
        ("a.csv", b"\noutput,ref\na,b\n", "line 1: is empty; expected a heading"),
        ("a.tsv", b"output\tref\n", "there is no row in it"),
        ("a.csv", b"id,output,ref\n,a,b\n", "line 2: 'id' is ''; expected a name"),
        ("a.parquet", b"PAR1", "not a Parquet file"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    refused(path, str(path), words)


def test_missing_and_empty_texts_are_named_by_line_when_scored(tmp_path: Path) -> None:
    for row, words in (
        ({"output": None}, "no output for segment 1"),
        ({"output": " "}, "an empty output for segment 1"),
    ):
        path = written(tmp_path / "a.jsonl", [{"output": "a", "ref": "b"}, {"ref": "b"} | row])
        with pytest.raises(sy.SteelyardError, match=rf"{words} \(line 2 of .*a.jsonl\)"):
            sy.score(sy.read(path, "table"))
    path = written(tmp_path / "a.jsonl", [{"output": "a", "ref": "b"}, {"output": "a", "ref": ""}])
    with pytest.raises(sy.SteelyardError, match=r"no reference for segment 1 \(line 2 of .*a.jsonl\)"):
        sy.score(sy.read(path, "table"))


def test_parquet_cells_that_are_no_texts(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.parquet", [{"output": 1.5, "id": 3, "ref": ["a", None]}, {"output": None, "id": 4, "ref": []}]
    )
    refused(path, "row 0: 'output' is 1.5; expected a text")
    path = written(path, [{"output": "x", "id": 3, "ref": ["a", None]}, {"output": "y", "id": 4, "ref": ["b", "c"]}])
    corpus = sy.read(path, "table")
    assert corpus.ids == ("3", "4")
    assert texts(corpus) == ({"a": ["x", "y"]}, [["a", "b"], [None, "c"]])


def test_a_text_of_a_table_longer_than_the_limit(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [{"output": "a", "ref": "b"}, {"output": "x" * (1 << 20) + "y", "ref": "b"}])
    refused(path, "line 2: 'output' has 1,048,577 bytes (limit 1,048,576)")
    assert len(sy.read(path, "table", accept=["long"])) == 2


def test_marks_between_sentences_are_line_breaks(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", [{"summary": "A.<q>B.", "target": "A.<q>C."}])
    assert texts(sy.read(path, "table", sentences_at="<q>")) == ({"a": ["A.\nB."]}, [["A.\nC."]])


def test_columns_that_cannot_be_meant(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", ROWS)
    refused(path, "no role 'outptu'; did you mean 'output'?", columns={"outptu": "a"})
    refused(path, "the name of one column", columns={"output": ["a", "b"]})
    with pytest.raises(sy.SteelyardError, match="columns is for loose tables"):
        sy.read(written(tmp_path / "corpus.tsv", [{"system:A": "a"}]), columns={"output": "a"})
    with pytest.raises(sy.SteelyardError, match="takes no columns"):
        sy.read(path, "scores", columns={"output": "a"})


def test_texts_go_wherever_a_list_of_texts_can(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", ROWS)
    scores = sy.score({"A": sy.read(path, "texts", columns={"output": "prediction"})}, REFERENCES, "chrf")
    assert scores.value("A", "chrf") == sy.score({"A": OUTPUTS}, REFERENCES, "chrf").value("A", "chrf")


def test_rows_of_a_segment_have_the_same_source(tmp_path: Path) -> None:
    columns = {"id": "id", "system": "who", "output": "text", "source": "src"}
    rows = [{"id": n, "who": who, "text": f"{who} {n}", "src": f"s{n}", "ref": "r"} for who in "ab" for n in range(2)]
    corpus = sy.read(written(tmp_path / "long.csv", rows), "table", columns=columns)
    assert list(corpus.source or ()) == ["s0", "s1"]
    rows[3]["src"] = "another"
    refused(written(tmp_path / "long.csv", rows), "line 5: another source than that of line 3", columns=columns)


def test_keys_that_differ_from_row_to_row_take_no_room_in_the_others(tmp_path: Path) -> None:
    rows = [{f"key {n}": n, "output": "a", "ref": "b"} for n in range(20_000)]
    (tmp_path / "out.jsonl").write_text("\n".join(map(json.dumps, rows)))
    records = read_records(tmp_path / "out.jsonl")
    assert len(records.columns) == 20_002
    assert records.cells("key 7") == [None] * 7 + [7] + [None] * 19_992
    assert records.cells("key") is None
