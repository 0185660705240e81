from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from format_facts import FILES, TEXT_FILES, WRITTEN, file_name, write_or_skip
from steelyard.corpus import Corpus
from steelyard.corpus.formats import FORMATS, names, read, write
from steelyard.errors import FormatError, InputError, SpecError

CORPUS = Corpus.of({"A": ["one", "two"]}, ["eins", "zwei"], facets={"topic": ["x", "y"]})


def test_names() -> None:
    assert names() == sorted(names())
    assert {"csv", "ducview", "evaltrans", "jsonl", "mtme", "parallel", "parquet", "realsumm", "rouge"} <= {*names()}
    assert {"sgml", "tsv", "wmt"} <= {*names()}


def test_unknown_ending_lists_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "corpus.doc").write_text("?")
    for act in (lambda p: read(p), lambda p: write(CORPUS, p)):
        with pytest.raises(FormatError, match=r"corpus\.doc: no known ending; known: \.csv \(csv\).*\.jsonl \(jsonl\)"):
            act(tmp_path / "corpus.doc")


def test_missing_path_and_standard_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nope: No such file or directory; check the path"):
        read(tmp_path / "nope")
    with pytest.raises(FormatError, match="standard input has no ending; name its format with format="):
        read("-")


def test_unknown_format_is_suggested() -> None:
    with pytest.raises(SpecError, match="unknown format 'json'; did you mean 'jsonl'"):
        read("corpus.json", format="json")


def test_format_may_be_named(tmp_path: Path) -> None:
    write(CORPUS, tmp_path / "corpus.doc", format="jsonl")
    assert list(read(tmp_path / "corpus.doc", format="jsonl").systems["A"]) == ["one", "two"]


def test_upper_case_ending(tmp_path: Path) -> None:
    write(CORPUS, tmp_path / "CORPUS.TSV")
    assert list(read(tmp_path / "CORPUS.TSV").systems["A"]) == ["one", "two"]


@pytest.mark.parametrize("name", FILES)
def test_gzip(tmp_path: Path, name: str) -> None:
    path = tmp_path / (file_name("corpus", name) + ".gz")
    write_or_skip(CORPUS, path, lossy=True)
    assert gzip.decompress(path.read_bytes())
    assert list(read(path).systems["A"]) == ["one", "two"]
    path.rename(unlabelled := tmp_path / file_name("unlabelled", name))
    assert list(read(unlabelled).systems["A"]) == ["one", "two"]


@pytest.mark.parametrize("name", FILES)
def test_a_format_is_lines_of_text_or_says_that_it_is_not(tmp_path: Path, name: str) -> None:
    write_or_skip(CORPUS, path := tmp_path / file_name("corpus", name), lossy=True)
    if name in TEXT_FILES:
        assert "one" in path.read_text("utf-8")
    else:
        with pytest.raises(UnicodeDecodeError):
            path.read_text("utf-8")


@pytest.mark.parametrize("name", sorted({*WRITTEN} - {*FILES}))
def test_what_has_members_or_no_ending_is_a_directory(tmp_path: Path, name: str) -> None:
    write_or_skip(CORPUS, path := tmp_path / file_name("corpus", name), lossy=True)
    assert path.is_dir() and list(read(path).systems["A"]) == ["one", "two"]


def test_same_corpus_gives_same_gzip(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(CORPUS, tmp_path / f"{name}.jsonl.gz")
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_damaged_gzip(tmp_path: Path) -> None:
    whole = gzip.compress(b'{"source": "x"}\n' * 1000)
    for n, data in enumerate((whole[:40], whole[:20] + b"\0\xff" * 20 + whole[40:])):
        (tmp_path / f"{n}.jsonl.gz").write_bytes(data)
        with pytest.raises(InputError, match="compressed file is damaged"):
            read(tmp_path / f"{n}.jsonl.gz")


def test_xml_is_told_by_its_outermost_element(tmp_path: Path) -> None:
    for name in ("wmt", "evaltrans", "sgml"):
        write(CORPUS, tmp_path / f"{name}.xml", format=name, lossy=True)
        assert list(read(tmp_path / f"{name}.xml").systems["A"]) == ["one", "two"]
    (tmp_path / "other.xml").write_text("<!-- <dataset> --> <html></html>")
    with pytest.raises(FormatError, match=r"outermost element is <html>; known: .*<dataset>"):
        read(tmp_path / "other.xml")
    formats = ", ".join(name for name in names() if ".xml" in FORMATS.load(name).ENDINGS)
    with pytest.raises(FormatError, match=rf"several formats have this ending \({formats}\); name one with format="):
        write(CORPUS, tmp_path / "new.xml")


def test_loss_is_refused_and_named(tmp_path: Path) -> None:
    path = tmp_path / "corpus.evaltrans.xml"
    with pytest.raises(InputError, match=r"'evaltrans' cannot hold facet topic; .*lossy=True"):
        write(CORPUS, path)
    assert list(tmp_path.iterdir()) == []
    write(CORPUS, path, lossy=True)
    assert not read(path).facets


def test_several_files(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl", "b.tsv"):
        write(CORPUS, tmp_path / name)
    with pytest.raises(InputError, match="2 files for one corpus"):
        read([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    with pytest.raises(FormatError, match=r"different formats \(jsonl, tsv\)"):
        read([tmp_path / "a.jsonl", tmp_path / "b.tsv"])
    with pytest.raises(InputError, match="no corpus file was given"):
        read([])


def test_accept_is_checked(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="nothing called 'boom' can be accepted; did you mean 'bom'"):
        read(tmp_path, accept=["boom"])


ODD_NAMES = {
    "c.jsonl": ('{"outputs": {"A": "x"}}\n{"outputs": {"NAME": "y"}}\n', "line 2"),
    "c.csv": ("source,system:NAME\nx,y\n", "line 1"),
    "c.tsv": ("source\tsystem:NAME\nx\ty\n", "line 1"),
    "c.sgm": ('<tstset sysid="NAME">\n<doc docid="d"><seg id="1">x</seg></doc></tstset>', "line 2"),
    "c.wmt.xml": ('<dataset><doc id="d">\n<hyp system="NAME"><seg id="1">x</seg></hyp></doc></dataset>', "line 2"),
    "c.evaltrans": (
        '<evalTrans>\n<sentence><eval translator="NAME"><target>x</target></eval></sentence></evalTrans>',
        "line 2",
    ),
}


@pytest.mark.parametrize("file", ODD_NAMES)
@pytest.mark.parametrize("name", [" ", "a\x7fb", "👩‍🔬 née-Müller"])
def test_names_of_systems(tmp_path: Path, file: str, name: str) -> None:
    data, where = ODD_NAMES[file]
    (tmp_path / file).write_text(data.replace("NAME", name))
    if name.isascii():
        with pytest.raises(FormatError, match=rf"{file}, {where}: .*({'is no name' if name == ' ' else 'x7f'})"):
            read(tmp_path / file)
    else:
        assert name in read(tmp_path / file).systems


def test_a_text_file_is_no_corpus(tmp_path):
    (tmp_path / "A.txt").write_text("a\n", "utf-8")
    with pytest.raises(FormatError, match=r"A\.txt: a text file is no corpus; give its lines to sy.score"):
        read(tmp_path / "A.txt")


def test_endings_are_listed_once(tmp_path):
    (tmp_path / "A.doc").write_text("a\n", "utf-8")
    with pytest.raises(FormatError) as caught:
        read(tmp_path / "A.doc")
    assert str(caught.value).count(" .xml (") == 1
