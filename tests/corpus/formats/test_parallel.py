from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.texts import FiledTexts
from steelyard.errors import FormatError, InputError


def folder(path: Path, **files: str) -> Path:
    for name, data in files.items():
        (path / name.replace("__", ".")).write_text(data, encoding="utf-8")
    return path


def test_ted(ted: Path) -> None:
    corpus = read(ted)
    assert len(corpus) == 529
    assert len(corpus.systems) == 13
    assert list(corpus.references[0]) == (ted / "ref.A.txt").read_text(encoding="utf-8").splitlines()
    assert corpus.ids is not None and corpus.ids[0] == "84"
    assert corpus.facet("document")[0] == "talk.2"
    assert len(corpus.judgements) == 7935
    assert corpus.judgements[0] == Judgement("Borderline", 0, "", "score", -20)
    assert {j.system for j in corpus.judgements} - set(corpus.systems) == {"ref.A", "ref.B"}
    assert isinstance(corpus.systems["Borderline"], FiledTexts)


def test_ted_layout_is_written_again(ted: Path, tmp_path: Path) -> None:
    write(read(ted), tmp_path / "again")
    names = {path.name for path in ted.iterdir()} - {"mqm.tsv"}
    renamed = {"ref.A.txt": "ref.1.txt", "ref.B.txt": "ref.2.txt"}
    assert {path.name for path in (tmp_path / "again").iterdir()} == {renamed.get(name, name) for name in names}
    for name in names:
        assert (tmp_path / "again" / renamed.get(name, name)).read_bytes() == (ted / name).read_bytes()


def test_names_are_in_natural_order(tmp_path: Path) -> None:
    path = folder(tmp_path, ref__10__txt="ten\n", ref__2__txt="two\n", **{"sys__a.b.txt": "x\n", "readme__md": "?"})
    corpus = read(path)
    assert [list(texts) for texts in corpus.references] == [["two"], ["ten"]]
    assert list(corpus.systems) == ["a.b"]


def test_gzip_members(tmp_path: Path) -> None:
    for name, data in (("sys.A", b"x\n"), ("facet.topic", b"t\n")):
        (tmp_path / f"{name}.txt.gz").write_bytes(gzip.compress(data))
    (tmp_path / "human.tsv.gz").write_bytes(gzip.compress(b"system\tseg\tscore\nA\t0\t1\n"))
    corpus = read(tmp_path)
    assert list(corpus.systems["A"]) == ["x"]
    assert corpus.facet("topic") == ("t",)
    assert corpus.judgements == (Judgement("A", 0, "", "score", 1),)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"readme__md": "?"}, "no file of a corpus in it; expected some of source.txt"),
        ({"source__txt": "a\nb\n", "sys__A__txt": "a\n"}, r"sys\.A\.txt has 1 line but source\.txt has 2"),
        ({"sys__ __txt": "a\n"}, r"sys\. \.txt: ' ' is no name"),
        ({"source__txt": "a\n", "facet__\x07__txt": "a\n"}, r"facet.*txt: the name '\\x07' contains"),
        ({"source__txt": "a\n", "source__txt.gz": "a\n"}, r"source\.txt\.gz: holds the same as source\.txt"),
        (
            {"docs__txt": "a\n", "facet__document__txt": "a\n"},
            r"facet\.document\.txt: holds the same as docs\.txt",
        ),
        ({"sys____txt": "a\n"}, r"sys\.\.txt: has no name"),
        (
            {"source__txt": "a\nb\n", "segids__txt": "1\n1\n"},
            r"segids\.txt, line 2: segment id '1' occurs twice \(first: line 1",
        ),
        ({"source__txt": "\ufeffa\n"}, r"source\.txt, line 1: starts with a byte order mark"),
        ({"source__txt": "a\r\n"}, r"source\.txt, line 1: ends in CRLF"),
        ({"source__txt": ""}, "no segments"),
    ],
)
def test_faults_name_the_file(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(folder(tmp_path, **files))


def test_not_a_directory(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a directory"):
        read(tmp_path / "nowhere", format="parallel")


def test_write_takes_a_new_or_empty_directory(tmp_path: Path) -> None:
    corpus = Corpus.of({"A": ["x"]})
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new"):
        write(corpus, tmp_path / name)
        assert list(read(tmp_path / name).systems) == ["A"]
        with pytest.raises(InputError, match="exists and is not an empty directory"):
            write(corpus, tmp_path / name)
    with pytest.raises(InputError, match=r"cannot write .*: No such file or directory"):
        write(corpus, tmp_path / "nowhere" / "new")


def test_names_must_be_file_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'sys\.a/b\.txt' is not a file name"):
        write(Corpus.of({"a/b": ["x"]}), tmp_path / "new")
    with pytest.raises(InputError, match="File name too long"):
        write(Corpus.of({"a" * 300: ["x"]}), tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


HEAD = "system\tseg\tscore\tassessor\tdimension\n"


def judged(tmp_path: Path, human: str, ids: str = "") -> list[int]:
    files = {"source__txt": "a\nb\nc\n", "human__tsv": human} | ({"segids__txt": ids} if ids else {})
    return [j.item for j in read(folder(tmp_path, **files)).judgements]


def test_judgements_with_all_columns(tmp_path: Path) -> None:
    path = folder(tmp_path, source__txt="a\n", human__tsv=HEAD + "A\t0\t-1.5\tann\tfluency\r\n")
    assert read(path).judgements == (Judgement("A", 0, "ann", "fluency", -1.5),)


@pytest.mark.parametrize(
    ("ids", "segs", "expected"),
    [
        ("", "0 2", [0, 2]),
        ("x\ny\nz\n", "z x", [2, 0]),
        ("x\ny\nz\n", "2 0", [2, 0]),
        ("84\n85\n86\n", "2 0", [2, 0]),
        ("84\n85\n86\n", "86 84", [2, 0]),
        ("1\n2\n3\n", "3 1", [2, 0]),
        ("1\n2\n3\n", "0 1", [0, 1]),
        ("0\n1\n2\n", "2 0", [2, 0]),
    ],
)
def test_seg_is_a_number_or_an_id(tmp_path: Path, ids: str, segs: str, expected: list[int]) -> None:
    rows = "".join(f"A\t{seg}\t1\n" for seg in segs.split())
    assert judged(tmp_path, "system\tseg\tscore\n" + rows, ids) == expected


def test_seg_that_may_be_both_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        FormatError, match=r"human\.tsv, line 2: seg '1' may be a segment's number or another segment's id"
    ):
        judged(tmp_path, "system\tseg\tscore\nA\t1\t1\nA\t2\t1\n", "1\n2\n3\n")
    assert judged(tmp_path, "system\tid\tscore\nA\t1\t1\nA\t2\t1\n", "1\n2\n3\n") == [0, 1]


@pytest.mark.parametrize(
    ("human", "message"),
    [
        ("", "the file is empty; expected TSV"),
        ("\n", "the first line is empty; expected TSV"),
        ("system,seg,score\nA,0,1\n", "line 1: commas and no tab in 'system,seg,score'; expected TSV"),
        ("system;seg;score\nA;0;1\n", "line 1: semicolons and no tab in"),
        ("system\tscore\nA\t1\n", "line 1: without seg or id the scores are of whole systems, which no corpus holds"),
        ("system\tseg\n", "line 1: the columns are system, seg; expected"),
        ("system\tseg\tid\tscore\n", "line 1: the columns are"),
        ("system\tseg\tscore\trater\n", "line 1: unknown column 'rater'"),
        ("system\tseg\tscore\nA\n", "line 2: 1 column, but the header has 3"),
        ("system\tseg\tscore\nA\t0\n", "line 2: 2 columns, but the header has 3"),
        ("system\tseg\tscore\nA\t0\tgood\n", "line 2: the score is 'good'; expected a number"),
        ("system\tseg\tscore\nA\t0\tinf\n", "line 2: the score is 'inf'"),
        ("system\tseg\tscore\nA\t0\t1\nA\t3\t1\n", "line 3: there is no segment '3'"),
        ("system\tid\tscore\nA\t0\t1\n", "line 2: there is no segment '0'"),
    ],
)
def test_faulty_judgements_name_file_and_line(tmp_path: Path, human: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"human\.tsv[:,] " + message):
        judged(tmp_path, human)


def test_a_corpus_keeps_judgements_that_are_there_twice(tmp_path: Path) -> None:
    (tmp_path / "sys.A.txt").write_text("x\ny\n", "utf-8")
    text = "system\tseg\tscore\tassessor\nA\t0\t1\tann\nA\t0\t2\tann\nA\t1\tNA\tann\n"
    (tmp_path / "human.tsv").write_text(text, "utf-8")
    assert [one.value for one in read(tmp_path).judgements] == [1, 2]
