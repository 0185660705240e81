from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.errors import FormatError, InputError

Read = Callable[..., Corpus]

SOURCE = """<srcset setid="x" srclang="Chinese">
<DOC docid="d1" genre="nw">
<hl>
<seg id=1> AT&T < 3 &amp; &#x4e2d;&#25991; &nbsp; &quot;q&apos; </seg>
</hl>
<p>
<SEG ID="2">two
  lines</SEG>
</p>
</DOC>
<doc docid='d2' genre="web"><seg id="1">third</seg></doc>
</srcset>
"""
REFERENCES = """<!DOCTYPE REFSET SYSTEM "mteval.dtd">
<refset setid="x" srclang="Chinese" trglang="English">
<doc docid="d1" sysid="ahd"><seg id="1">r1</seg><seg id="2">r2</seg></doc>
<doc docid="d2" sysid="ahd"><seg id="1">r3</seg></doc>
<doc docid="d1" sysid="ahe"><seg id="1">R1</seg><seg id="2"> </seg></doc>
</refset>
"""
OUTPUTS = """<?xml version="1.0"?>
<!-- <seg> -->
<tstset setid="x" srclang="Chinese" trglang="English" sysid="A">
<doc docid="d2"><seg id="1">o3</seg></doc>
<doc docid="d1"><seg id="1"></seg></doc>
</tstset>
"""


def test_several_old_files(tmp_path: Path) -> None:
    for name, data in (("src", SOURCE), ("ref", REFERENCES), ("tst", OUTPUTS)):
        (tmp_path / f"{name}.sgm").write_text(data, encoding="utf-8")
    corpus = read([tmp_path / "tst.sgm", tmp_path / "ref.sgm", tmp_path / "src.sgm"])
    assert list(corpus.source or ()) == ["AT&T < 3 & 中文 &nbsp; \"q'", "two lines", "third"]
    assert corpus.ids == ("d1:1", "d1:2", "d2:1")
    assert dict(corpus.facets) == {"document": ("d1", "d1", "d2"), "genre": ("nw", "nw", "web")}
    assert [list(texts) for texts in corpus.references] == [["r1", "r2", "r3"], ["R1", None, None]]
    assert list(corpus.systems["A"]) == ["", None, "o3"]


def test_ids_that_do_not_repeat_stand_alone(read_text: Read) -> None:
    corpus = read_text("c.sgm", SOURCE.replace('<seg id="1">third', '<seg id="3">third'))
    assert corpus.ids == ("1", "2", "3")


def test_several_outputs_in_one_file(read_text: Read) -> None:
    second = OUTPUTS.replace('sysid="A"', 'sysid="B"').split("-->")[1]
    corpus = read_text("c.xml", f"<mteval>{OUTPUTS.split('-->')[1]}{second}</mteval>")
    assert sorted(corpus.systems) == ["A", "B"]
    assert list(corpus.systems["A"]) == ["o3", ""]


def test_written_for_others_to_read(tmp_path: Path) -> None:
    write(Corpus.of({"A": ["a & b", "c"]}, ["r", "s"], source=["x", "y"]), tmp_path / "c.sgm")
    assert (tmp_path / "c.sgm").read_text() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<mteval>\n'
        '<srcset setid="steelyard" srclang="any">\n<doc docid="all">\n'
        '<seg id="1">x</seg>\n<seg id="2">y</seg>\n</doc>\n</srcset>\n'
        '<refset setid="steelyard" srclang="any" trglang="any" refid="1">\n<doc docid="all">\n'
        '<seg id="1">r</seg>\n<seg id="2">s</seg>\n</doc>\n</refset>\n'
        '<tstset setid="steelyard" srclang="any" trglang="any" sysid="A">\n<doc docid="all">\n'
        '<seg id="1">a &amp; b</seg>\n<seg id="2">c</seg>\n</doc>\n</tstset>\n</mteval>\n'
    )


def test_repeated_numbers_survive(tmp_path: Path) -> None:
    (tmp_path / "src.sgm").write_text(SOURCE)
    first = read(tmp_path / "src.sgm")
    write(first, tmp_path / "again.sgm")
    assert '<doc docid="d2" genre="web">\n<seg id="1">' in (tmp_path / "again.sgm").read_text()
    assert read(tmp_path / "again.sgm").ids == first.ids


def inside(text: str) -> str:
    return f'<srcset>\n<doc docid="d">\n{text}\n</doc>\n</srcset>\n'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (inside("<seg>x</seg>"), "line 3: <seg> without id"),
        (inside('<seg id="">x</seg>'), "line 3: <seg> without id"),
        (
            inside('<seg id="1">x</seg>\n<seg id="1">y</seg>'),
            "line 4: segment '1' of document 'd' occurs twice in source .*line 3",
        ),
        (inside('<seg id="1">x\n<seg id="2">y</seg>'), "line 3: segment '1' is not closed"),
        (inside('<seg id="1">x'), "line 3: segment '1' is not closed"),
        (inside("</seg>"), "line 3: </seg> where no segment is open"),
        (inside('<seg id="1">x</seg> y'), "line 3: text outside of a segment .'y'"),
        (inside('<seg id="1>x</seg>'), "line 3: '<seg id=\"1>x</seg>.*is not a tag"),
        (inside("<seg id 1>x</seg>"), "line 3: cannot read the attributes 'id 1'"),
        (inside('<seg id="1">&#xD800;</seg>'), "line 3: &#xD800; is not a character"),
        (inside('<seg id="1">&#0;</seg>'), "line 3: &#0; is not a character"),
        ("<srcset><doc>x</doc></srcset>", "line 1: <doc> without docid"),
        ('<doc docid="d"></doc>', "line 1: <doc> must stand in <srcset>"),
        ('<srcset><seg id="1">x</seg></srcset>', "line 1: <seg> where no document is open"),
        ('<srcset>\n<doc docid="d"><doc docid="e">', "line 2: <doc> inside another"),
        ("<srcset></refset>", "line 1: </refset> where none is open"),
        ("<srcset>\n<refset>", "line 2: <refset> must stand in no other set"),
        ('<srcset>\n<doc docid="d">\n', "line 3: the file ends inside <doc>"),
        (
            '<tstset>\n<doc docid="d">\n<seg id="1">x</seg></doc></tstset>',
            "line 3: neither <tstset> nor <doc> names the system",
        ),
        (
            '<!DOCTYPE x [<!ENTITY a "b">]><srcset></srcset>',
            "line 1: a declaration .*these are never followed",
        ),
        ("<html></html>", "no <srcset>, <refset> or <tstset> in it"),
        ("plain text", "line 1: text outside of a segment"),
        ("<srcset></srcset>", "has no segments"),
    ],
)
def test_faults_name_file_and_line(read_text: Read, data: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"c\.sgm(, |: )" + message):
        read_text("c.sgm", data)


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        ('<doc docid="d9"><seg id="1">x</seg></doc>', "document 'd9' is not in the source"),
        ('<doc docid="d1"><seg id="9">x</seg></doc>', "segment '9' of document 'd1' is not in the source"),
    ],
)
def test_unknown_segments(tmp_path: Path, outputs: str, message: str) -> None:
    (tmp_path / "src.sgm").write_text(SOURCE)
    (tmp_path / "tst.sgm").write_text(f'<tstset sysid="A">\n{outputs}</tstset>')
    with pytest.raises(FormatError, match=r"tst\.sgm, line 2: " + message):
        read([tmp_path / "src.sgm", tmp_path / "tst.sgm"])


@pytest.mark.parametrize("name", ["two words", "docid", "Topic", "ö"])
def test_facets_must_fit_as_attributes(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=f"the facet '{name}' cannot be written as an attribute"):
        write(Corpus.of({"A": ["x"]}, facets={name: ["y"]}), tmp_path / "c.sgm")


def test_documents_need_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="segment 1: the facet 'document' is empty"):
        write(Corpus.of({"A": ["x", "y"]}, facets={"document": ["d", ""]}), tmp_path / "c.sgm")


def test_line_breaks_are_folded_with_the_blanks_about_them_and_other_blanks_stay(tmp_path: Path) -> None:
    blanks = " " * 1_000_000
    segments = {"a \t\r\n\n  b": "a b", "a  b": "a  b", f"a{blanks}b": f"a{blanks}b", f"a{blanks}\nb": "a b"}
    inside = "".join(f'<seg id="{n}">{text}</seg>\n' for n, text in enumerate(segments))
    path = tmp_path / "x.sgm"
    path.write_bytes(f'<tstset setid="x" sysid="s"><doc docid="d" sysid="s">{inside}</doc></tstset>'.encode())
    (outputs,) = read(path).systems.values()
    assert list(outputs) == list(segments.values())
