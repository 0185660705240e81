from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.errors import FormatError, InputError, MissingOutputs

SETTINGS = """<ROUGE-EVAL version="1.55">
<EVAL ID="D1">
<MODEL-ROOT>
models
</MODEL-ROOT>
<PEER-ROOT>peers</PEER-ROOT>
<INPUT-FORMAT TYPE="SPL">
</INPUT-FORMAT>
<PEERS><P ID="17">a.17</P><P ID="9">a.9</P></PEERS>
<MODELS><M ID="B">a.B</M><M ID="A">a.A</M></MODELS>
</EVAL>
<EVAL ID="D2">
<MODEL-ROOT>models</MODEL-ROOT><PEER-ROOT>peers</PEER-ROOT><INPUT-FORMAT TYPE="see"/>
<PEERS><P ID="17">b.17</P></PEERS>
<MODELS><M ID="C">b.C</M></MODELS>
</EVAL>
</ROUGE-EVAL>
"""
SEE = """<html>
<head><title>b</title></head>
<body bgcolor="white">
<a name="1">[1]</a> <a href="#1" id=1>Tom &amp; Jerry ran.</a>
<a size="5" name="2">[2]</a> <a href="#2" id=2>It was 3 < 4.</a>
<a name="3">[3]</a> <a href="#3" id=3></a>
</body>
</html>
"""
FILES = {
    "settings.xml": SETTINGS,
    "peers/a.17": "One sentence.\n\nAnother one.\r\n",
    "peers/a.9": "",
    "peers/b.17": SEE,
    "models/a.A": "model A",
    "models/a.B": "model B\nin two lines\n",
    "models/b.C": SEE.replace("ran", "run"),
}

Folder = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Settings and summaries, with some files replaced."""

    def made(files: dict[str, str | bytes | None] | None = None) -> Path:
        for name, data in {**FILES, **(files or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            if data is not None:
                path.write_bytes(data.encode() if isinstance(data, str) else data)
        return tmp_path / "settings.xml"

    return made


def sets(corpus: Corpus) -> list[list[str | None]]:
    return [list(texts) for texts in corpus.references]


def test_everything(folder: Folder) -> None:
    for path in (folder(), folder().parent):
        corpus = read(path)
        assert corpus.ids == ("D1", "D2")
        see = "Tom &amp; Jerry {}.\nIt was 3 "
        assert {name: list(texts) for name, texts in corpus.systems.items()} == {
            "17": ["One sentence.\nAnother one.", see.format("ran")],
            "9": ["", None],
        }
        assert sets(corpus) == [
            ["model A", None],
            ["model B\nin two lines", None],
            [None, see.format("run")],
        ]
    with pytest.raises(MissingOutputs, match="system '9' has no output for segment D2"):
        corpus.check_scorable(["empty"])


def test_isi(folder: Folder) -> None:
    isi = '<DOC>\n<S HSNTNO="1">Headline</S>\n<S SNTNO="1">One.</S>\n<S SNTNO="2,a">Two &quot;2&quot;.</S>\n</DOC>\n'
    settings = SETTINGS.replace('TYPE="SPL"', 'TYPE="ISI"')
    files = dict.fromkeys(("peers/a.17", "peers/a.9", "models/a.A", "models/a.B"), isi)
    corpus = read(folder({"settings.xml": settings, **files}))
    assert corpus.systems["17"][0] == "One.\nTwo &quot;2&quot;."


def test_basic_elements(folder: Folder) -> None:
    settings = SETTINGS.replace('TYPE="SPL"', 'TYPE="SIMPLE"')
    corpus = read(folder({"settings.xml": settings, "peers/a.17": "cat|black|mod\nsat|cat|subj\n"}))
    assert corpus.systems["17"][0] == "cat|black|mod\nsat|cat|subj"


def test_other_names_in_use(folder: Folder) -> None:
    """ROUGE looks at neither the outermost element nor the case of names."""
    settings = SETTINGS.replace("ROUGE-EVAL", "ROUGE_EVAL").replace("EVAL ID", "eval ID").replace("</EVAL>", "</eval>")
    assert read(folder({"settings.xml": settings})).ids == ("D1", "D2")


def test_models_named_one_by_one_are_counted(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("x\n")
    part = "<MODEL-ROOT>.</MODEL-ROOT><PEER-ROOT>.</PEER-ROOT><INPUT-FORMAT TYPE='SPL'/><PEERS/><MODELS>{}</MODELS>"
    evals = ""
    for n in range(30):
        models = f'<M ID="a{n}">text</M>' + f'<M ID="b{n}">text</M>' * (n % 2)
        evals += f"<EVAL ID='{n}'>{part.format(models)}</EVAL>"
    (tmp_path / "c.xml").write_text(f"<ROUGE-EVAL>{evals}</ROUGE-EVAL>")
    assert sets(read(tmp_path / "c.xml")) == [["x"] * 30, [None, "x"] * 15]


def test_a_name_in_a_list_that_no_file_can_have_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.lst"
    (tmp_path / "peer").write_text("one\n")
    path.write_text(f"peer {'x' * 300}\n")
    with pytest.raises(FormatError, match=r"mine\.lst, line 1: x{80}: File name too long; check the name"):
        read(path, "rouge")


def test_list_of_files(tmp_path: Path) -> None:
    (tmp_path / "peers").mkdir()
    for name, data in {"p1": "one\ntwo\n", "p2": SEE, "m1": "uno", "m2": "dos", "m3": "tres"}.items():
        (tmp_path / "peers" / name).write_text(data)
    path = tmp_path / "mine.26.lst"
    path.write_text("# peer models\n\n peers/p1 peers/m1\tpeers/m2\npeers/p2 peers/m3\n")
    corpus = read(path, "rouge")
    assert corpus.ids == ("1", "2")
    assert list(corpus.systems["mine.26"]) == ["one\ntwo", "Tom &amp; Jerry ran.\nIt was 3 "]
    assert sets(corpus) == [["uno", "tres"], ["dos", None]]
    path.write_text("peers/p1\n")
    with pytest.raises(
        FormatError, match=r"mine\.26\.lst, line 1: one file name; expected the peer's file and its mod"
    ):
        read(path, "rouge")
    path.write_text("\n# nothing\n")
    with pytest.raises(FormatError, match="has no segments"):
        read(path, "rouge")


def test_relative_roots(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the settings comes first, then the working directory."""
    path = folder()
    (tmp_path / "elsewhere").mkdir()
    moved = path.rename(tmp_path / "elsewhere" / "settings.xml")
    with pytest.raises(FormatError, match=r"line 10: .*elsewhere/models/a\.A is not a file"):
        read(moved)
    monkeypatch.chdir(tmp_path)
    assert read("elsewhere/settings.xml").ids == ("D1", "D2")
    (tmp_path / "elsewhere" / "peers").mkdir()
    with pytest.raises(FormatError, match=r"elsewhere/peers/a\.17 is not a file"):
        read("elsewhere/settings.xml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('ID="D2"', 'ID="D1"', r"line 12: segment id 'D1' occurs twice \(first: .*line 2\)"),
        ('<P ID="9">', '<P ID="17">', "line 9: <P> with the ID '17' occurs twice in one <EVAL>; keep one"),
        ('<M ID="A">', '<M ID="B">', "line 10: <M> with the ID 'B' occurs twice in one <EVAL>; keep one"),
        ('<P ID="9">', "<P>", "line 9: <P> without ID; every <P> must have one"),
        (' ID="D1"', "", "line 2: <EVAL> without ID; every <EVAL> must have one"),
        ("a.9</P>", "</P>", "line 9: <P> names no file; every <P> must name one"),
        ("a.9</P>", "../../nowhere</P>", r"line 9: .*nowhere is not a file; check the name"),
        ("a.9</P>", ".</P>", r"line 9: .*peers is not a file; check the name"),
        ("a.9</P>", "/dev/zero</P>", r"line 9: /dev/zero is not a file; check the name"),
        ("a.9</P>", "x" * 5000 + "</P>", "line 9: .*x: File name too long; check the name"),
        ("peers</PEER-ROOT>", "x" * 5000 + "</PEER-ROOT>", r"line \d+: a\.17: File name too long; check the name"),
        ("a.9</P>", "a.9 & b</P>", r"line 9, column \d+: not well-formed XML"),
        ("<PEERS><P", "<PEERS>17<P", r"line 9: text in <PEERS> itself \('17'\); expected only <P>"),
        ("<PEER-ROOT>peers</PEER-ROOT>", "", "line 2: <EVAL> with no <PEER-ROOT>; every <EVAL> must have one"),
        ("<PEER-ROOT>", "<PEER-ROOT/><PEER-ROOT>", "line 2: <EVAL> with more than one <PEER-ROOT>"),
        ("<MODELS>", "<MODELS/><MODELS>", "line 2: <EVAL> with more than one <MODELS>"),
        ('TYPE="SPL"', 'TYPE="SLP"', "line 7: unknown TYPE 'SLP'; did you mean 'SPL'"),
        ('TYPE="SPL"', "", "line 7: <INPUT-FORMAT> without TYPE"),
        ("<PEERS>", "<PEER>", "not well-formed XML"),
        ('<EVAL ID="D1">', '<EVAL ID="D0"></EVAL><EVAL ID="D1">', "line 2: <EVAL> with no <MODEL-ROOT>"),
        ("<ROUGE-EVAL", '<!DOCTYPE x [<!ENTITY e SYSTEM "/etc/passwd">]><ROUGE-EVAL', "line 1: a document type or"),
        ('TYPE="SPL"', 'TYPE="SEE"', r"a\.A: no sentence as <a name=.* is its TYPE SPL, one sentence per line"),
    ],
)
def test_faults_name_file_and_line(folder: Folder, old: str, new: str, message: str) -> None:
    assert old in SETTINGS
    with pytest.raises(FormatError, match=message):
        read(folder({"settings.xml": SETTINGS.replace(old, new, 1)}), "rouge")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"peers/a.17": "Grüße\n".encode("latin-1")},
            r"a\.17, line 1, byte 3: not valid UTF-8; convert the file to UTF",
        ),
        ({"peers/a.17": "\ufeffText"}, r'a\.17, line 1: starts with a byte order mark; .* accept=\["bom"\]'),
        ({"peers/a.17": "x" * (1 << 20) + "\n"}, r'a\.17: 1,048,577 bytes \(limit 1,048,576\); use accept=\["long"\]'),
        ({"models/a.A": "\n\n"}, r"models/a\.A: no sentence in this model; expected some, one per line"),
        ({"models/b.C": "<html></html>"}, r"models/b\.C: no sentence in this model; expected some as <a name="),
        (
            {"peers/b.17": SEE.replace("id=2", 'id="2"')},
            r'b\.17, line 5: a sentence that ROUGE would pass over; expected it as <a name="1">\[1\]</a>',
        ),
        ({"peers/b.17": SEE.replace("<a name", "  <a name")}, r"b\.17, line 4: a sentence that ROUGE would pass over"),
    ],
)
def test_faults_in_summaries(folder: Folder, files: dict[str, str | bytes | None], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(folder(files))


def test_empty_settings(folder: Folder) -> None:
    with pytest.raises(FormatError, match=r"settings\.xml: has no segments"):
        read(folder({"settings.xml": "<ROUGE-EVAL></ROUGE-EVAL>"}))
    with pytest.raises(FormatError, match=r"settings\.xml: the outermost element is <html>; expected <ROUGE-EVAL>"):
        read(folder({"settings.xml": "<html></html>"}), "rouge")


def names(folder: Path) -> Sequence[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))


def test_writing(tmp_path: Path) -> None:
    corpus = Corpus.of(
        {"A": ["one\ntwo", ""], 'the "best" one': [None, "\ufeffx"]},
        {"1": ["eins", None], "2": ["uno", "dos"]},
        ids=["D<1>", "D2"],
    )
    write(corpus, tmp_path / "out.rouge")
    written = tmp_path / "out.rouge"
    assert names(written) == [
        "models/1.1.txt",
        "models/1.2.txt",
        "models/2.2.txt",
        "peers/1.1.txt",
        "peers/2.1.txt",
        "peers/2.2.txt",
        "settings.xml",
    ]
    assert (written / "peers" / "1.1.txt").read_text() == "one\ntwo\n"
    found = read(written)
    assert found.ids == ("D<1>", "D2")
    assert {name: list(texts) for name, texts in found.systems.items()} == {
        "A": ["one\ntwo", ""],
        'the "best" one': [None, "\ufeffx"],
    }
    assert sets(found) == [["eins", None], ["uno", "dos"]]


def test_what_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot hold source, blank lines; choose another format"):
        write(Corpus.of({"A": ["one\n\ntwo"]}, source=["zwei"]), tmp_path / "out.rouge")
    with pytest.raises(InputError, match=r"out\.xml: this format is a directory; give a name without \.xml"):
        write(Corpus.of({"A": ["one"]}), tmp_path / "out.xml", "rouge")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(InputError, match="full: it exists and is not an empty directory; give a new name"):
        write(Corpus.of({"A": ["one"]}), tmp_path / "full", "rouge")
