from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.errors import FormatError, MissingResource

Read = Callable[..., Corpus]


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    (tmp_path / "c.parquet").write_bytes(b"")
    for act in (lambda p: read(p), lambda p: write(Corpus.of({"A": ["x"]}), p)):
        with pytest.raises(MissingResource, match=r"pip install 'steelyard\[parquet\]'"):
            act(tmp_path / "c.parquet")


def test_pyarrow_is_imported_only_when_used(tmp_path: Path) -> None:
    before = set(sys.modules)
    write(Corpus.of({"A": ["x"]}), tmp_path / "c.jsonl")
    read(tmp_path / "c.jsonl")
    assert "pyarrow" not in set(sys.modules) - before


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    def make(**columns: Any) -> Path:
        named = {name.replace("__", ":"): values for name, values in columns.items()}
        parquet.write_table(arrow.table(named), tmp_path / "c.parquet")
        return tmp_path / "c.parquet"

    return make


def test_categories_and_nulls(table: Callable[..., Path]) -> None:
    import pyarrow

    path = table(document=pyarrow.array(["d", "d"]).dictionary_encode(), system__A=["x", None], reference=["r", ""])
    corpus = read(path)
    assert dict(corpus.facets) == {"document": ("d", "d")}
    assert list(corpus.systems["A"]) == ["x", None]
    assert list(corpus.references[0]) == ["r", None]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"system__A": [1, 2]}, "column 'system:A' holds int64; expected strings"),
        ({"id": ["1", None], "source": ["x", "y"]}, "row 1: column 'id' is null"),
        ({"id": ["1", "1"], "source": ["x", "y"]}, r"row 1: segment id '1' occurs twice \(first: .*row 0\)"),
        ({"label": ["1"], "source": ["x"]}, "unknown column 'label'"),
        ({"source": ["x"], "judgements": ["y"]}, "column 'judgements' holds string; expected lists of"),
        (
            {
                "source": ["x"],
                "judgements": [[{"system": "A", "assessor": None, "dimension": "d", "value": 1.0}]],
            },
            "row 0: a judgement with a null",
        ),
    ],
)
def test_faults_name_the_place(table: Callable[..., Path], columns: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=r"c\.parquet.*" + message):
        read(table(**columns))


def test_not_parquet(read_text: Read) -> None:
    pytest.importorskip("pyarrow")
    for data in (b"", b"PAR1", b"\x89PNG" * 100):
        with pytest.raises(FormatError, match=r"c\.parquet: not a Parquet file"):
            read_text("c.parquet", data)


def spoilt(*texts: bytes) -> Any:
    """A column of strings, some of which are no UTF-8."""
    arrow = pytest.importorskip("pyarrow")
    return arrow.array(texts, arrow.binary()).cast(arrow.string(), safe=False)


def test_texts_that_are_not_utf_8_are_named(table: Callable[..., Path]) -> None:
    with pytest.raises(
        FormatError, match=r"c\.parquet, row 1: column 'system:A' is not valid UTF-8; write the file anew"
    ):
        read(table(source=["a", "b"], system__A=spoilt(b"x", b"caf\xe9")))
    with pytest.raises(FormatError, match=r"c\.parquet, row 2: column 'document' is not valid UTF-8"):
        read(table(source=["a", "b", "c"], document=spoilt(b"d", b"d", b"\xff").dictionary_encode()))


def test_judgements_that_are_not_utf_8_are_named(table: Callable[..., Path]) -> None:
    import pyarrow

    names, names_spoilt = pyarrow.array(["A"]), spoilt(b"\xff")
    records = [
        pyarrow.StructArray.from_arrays(
            [names, assessor, names, pyarrow.array([1.0])], ["system", "assessor", "dimension", "value"]
        )
        for assessor in (names, names_spoilt)
    ]
    judgements = pyarrow.ListArray.from_arrays([0, 1, 2], pyarrow.concat_arrays(records))
    with pytest.raises(FormatError, match=r"c\.parquet, row 1: column 'judgements' is not valid UTF-8"):
        read(table(system__A=["x", "y"], judgements=judgements))
