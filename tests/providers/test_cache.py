"""The cache: what was annotated is found again, by any process, and a file that cannot be used is named."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import InputError, Notice
from steelyard.providers import cache as module
from steelyard.providers.cache import AnnotationCache, annotation_cache, folder

FILE = "annotations-2.sqlite"
SENTENCE = Sentence(
    ("Ann", "slept"), ("Ann", "sleep"), ("PROPN", "VERB"), ("NNP", "VBD"), (1, -1), ("nsubj", "ROOT"),
    (Span("S", 0, 2), Span("NP", 0, 1)), (Span("PERSON", 0, 1),), ("", "v.1"),
)  # fmt: skip
RECORD = [SENTENCE.to_record()]
WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


def test_what_is_put_is_found(tmp_path):
    one = AnnotationCache(tmp_path / "new" / "folder" / FILE)
    one.put("p", {"Ann slept": RECORD, "empty": []})
    assert one.get("p", ["Ann slept", "empty", "other"]) == {"Ann slept": (SENTENCE,), "empty": ()}
    assert one.lacking("p", ["other", "empty", "x", "other"]) == ["other", "x"]
    assert AnnotationCache(tmp_path / "new" / "folder" / FILE).get("p", ["Ann slept"]) == {"Ann slept": (SENTENCE,)}


def test_parsers_are_kept_apart(tmp_path):
    one = AnnotationCache(tmp_path / FILE)
    one.put("p", {"Ann slept": RECORD})
    assert one.get("q", ["Ann slept"]) == {} and one.lacking("q", ["Ann slept"]) == ["Ann slept"]


def test_more_lines_than_a_query_takes(tmp_path):
    one = AnnotationCache(tmp_path / FILE)
    lines = [f"line {n}" for n in range(35_000)]
    one.put("p", dict.fromkeys(lines[::2], RECORD))
    assert one.lacking("p", lines) == lines[1::2]
    assert one.get("p", lines).keys() == set(lines[::2])


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.lists(WORDS, min_size=1), max_size=5))
def test_any_text_comes_back(texts):
    one = AnnotationCache(None)
    one.put("p", {line: [Sentence(tuple(words)).to_record()] for line, words in texts.items()})
    assert one.get("p", texts) == {line: (Sentence(tuple(words)),) for line, words in texts.items()}


def test_entities_that_are_none_and_unknown_entities_are_told_apart():
    one = AnnotationCache(None)
    none, unknown = Sentence(("a",), entities=()), Sentence(("a",))
    one.put("p", {"none": [none.to_record()], "unknown": [unknown.to_record()]})
    assert one.get("p", ["none", "unknown"]) == {"none": (none,), "unknown": (unknown,)}


def test_where_it_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "mine"))
    assert folder() == tmp_path / "mine"
    monkeypatch.setenv("STEELYARD_CACHE", "none")
    assert folder() is None
    monkeypatch.setenv("STEELYARD_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert folder() == tmp_path / "cache" / "steelyard"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder() == tmp_path / ".cache" / "steelyard"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STEELYARD_CACHE", "near")
    assert folder() == tmp_path / "near"


def test_nobody_has_no_home(monkeypatch):
    for name in ("STEELYARD_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", lambda number: {}[number])
    with pytest.raises(InputError, match="no home folder to keep annotations in; name a folder with STEELYARD_CACHE"):
        folder()


def test_none_keeps_annotations_for_this_process_only(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("STEELYARD_CACHE", "none")
    annotation_cache().put("p", {"kept for now": RECORD})
    assert annotation_cache().get("p", ["kept for now"]) == {"kept for now": (SENTENCE,)}
    assert list(tmp_path.rglob("*")) == []


def unusable(path):
    with pytest.raises(InputError) as error:
        AnnotationCache(path).get("p", ["x"])
    told = str(error.value)
    assert told.startswith(f"{path}: annotations cannot be kept there (")
    assert told.endswith(
        "delete the file if it is damaged, or name another folder with STEELYARD_CACHE (none: keep nothing)"
    )
    return told


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path):
    path = tmp_path / FILE
    path.write_text("some notes of mine\n" * 100)
    assert "file is not a database" in unusable(path)
    assert path.read_text() == "some notes of mine\n" * 100


def test_a_database_of_something_else_is_named(tmp_path):
    path = tmp_path / FILE
    with sqlite3.connect(path) as database:
        database.execute("create table songs (name)")
    assert "no such table" in unusable(path)


def test_a_file_cut_short_is_named(tmp_path):
    path = tmp_path / FILE
    AnnotationCache(path).put("p", {f"line {n}": RECORD for n in range(3000)})
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert "malformed" in unusable(path)


def spoil(path, **columns):
    with sqlite3.connect(path) as database:
        for name, content in columns.items():
            database.execute(f"update annotations set {name} = ?", [content])


OTHER = module._packed([{"words": ["b"]}])
DAMAGED = {"rubbish": b"rubbish", "nothing": b"", "text": "text", "number": 3, "another record": OTHER}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
@pytest.mark.parametrize("column", ["sentences", "checksum"])
def test_a_record_that_is_damaged_counts_as_not_there(tmp_path, column, content):
    path = tmp_path / FILE
    cache = AnnotationCache(path)
    cache.put("p", {"x": RECORD})
    spoil(path, **{column: content})
    told = f"^{re.escape(str(path))}: 1 annotation kept there is damaged; the parser is asked anew$"
    with pytest.warns(Notice, match=told):
        assert cache.lacking("p", ["x"]) == ["x"]
    with pytest.warns(Notice, match=told):
        assert cache.get("p", ["x"]) == {}
    cache.put("p", {"x": RECORD})
    assert cache.lacking("p", ["x"]) == [] and cache.get("p", ["x"]) == {"x": (SENTENCE,)}


def test_a_record_is_not_taken_for_another(tmp_path):
    path = tmp_path / FILE
    AnnotationCache(path).put("p", {"x": RECORD})
    spoil(path, line=module.digest("y"))
    with pytest.warns(Notice, match="1 annotation kept there is damaged"):
        assert AnnotationCache(path).lacking("p", ["x", "y"]) == ["x", "y"]


NO_ANNOTATIONS = {
    "no list": 3, "no record": [3], "unknown layer": [{"words": ["a"], "colour": ["red"]}], "no words": [{}],
    "words that are numbers": [{"words": [1]}], "too few heads": [{"words": ["a", "b"], "heads": [-1]}],
    "heads that are texts": [{"words": ["a"], "heads": ["-1"]}], "half a head": [{"words": ["a"], "heads": [-0.5]}],
    "circle": [{"words": ["a", "b"], "heads": [1, 0]}],
    "entity beyond the end": [{"words": ["a"], "entities": [["X", 0, 9]]}],
    "phrase without end": [{"words": ["a"], "phrases": [["X", 0]]}],
    "phrase without label": [{"words": ["a"], "phrases": [[None, 0, 1]]}],
    "entity of halves": [{"words": ["a"], "entities": [["X", 0.5, 1]]}],
}  # fmt: skip


@pytest.mark.parametrize("record", NO_ANNOTATIONS.values(), ids=NO_ANNOTATIONS)
def test_a_record_that_no_parser_could_have_given_goes(tmp_path, record):
    cache = AnnotationCache(tmp_path / FILE)
    cache.put("p", {"x": record, "y": RECORD})
    assert cache.lacking("p", ["x"]) == []
    with pytest.warns(Notice, match="1 annotation kept there is damaged"):
        assert cache.get("p", ["x", "y"]) == {"y": (SENTENCE,)}
    assert cache.lacking("p", ["x"]) == ["x"]


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    assert "exists" in unusable(tmp_path / "file" / FILE) or "Not a directory" in unusable(tmp_path / "file" / FILE)


def test_a_folder_in_the_place_of_the_file(tmp_path):
    (tmp_path / FILE).mkdir()
    assert "unable to open" in unusable(tmp_path / FILE)


@contextmanager
def nobody():
    """Be a user without rights, where we are root, who may write everywhere."""
    user = os.geteuid()
    os.seteuid(user or 65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_folder_that_may_not_be_written():
    with TemporaryDirectory() as place:
        Path(place).chmod(0o555)
        with nobody():
            assert f"{place}/{FILE}: annotations cannot be kept there (Permission denied); " in unusable(
                Path(place, FILE)
            )


def test_a_full_disk_is_named_and_harms_nothing(tmp_path):
    one = AnnotationCache(tmp_path / FILE)
    one.put("p", {"before": RECORD})
    one._database.execute("pragma max_page_count = 4")
    with pytest.raises(InputError, match="database or disk is full"):
        one.put("p", {f"line {n}": RECORD for n in range(10_000)})
    one._database.execute("pragma max_page_count = 1000000")
    one.put("p", {"after": RECORD})
    assert one.get("p", ["before", "after", "line 1"]).keys() == {"before", "after"}


_WRITER = """
import sys
from pathlib import Path
from steelyard.providers.cache import AnnotationCache
number = int(sys.argv[2])
sys.stdin.read(1)
one = AnnotationCache(Path(sys.argv[1]))
for n in range(40):
    one.put("p", {f"line {number} {n} {m}": [{"words": ["a", "b"]}] for m in range(5)} | {"shared": [{"words": ["c"]}]})
    assert len(one.get("p", [f"line {number} {n} {m}" for m in range(5)])) == 5
"""


def test_processes_may_write_at_once(tmp_path):
    """All begin together, so that they make the file at the same time, too."""
    path = tmp_path / "not" / "there" / FILE
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path), str(n)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for n in range(6)
    ]
    for writer in writers:
        writer.stdin.write(b"!")
        writer.stdin.flush()
    told = [writer.communicate()[1].decode() for writer in writers]
    assert told == [""] * 6
    every = [f"line {number} {n} {m}" for number in range(6) for n in range(40) for m in range(5)]
    assert AnnotationCache(path).lacking("p", [*every, "shared"]) == []
    assert {file.name for file in Path(path.parent).iterdir()} == {FILE}
