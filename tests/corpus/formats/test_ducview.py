from __future__ import annotations

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.corpus.formats import read
from steelyard.errors import FormatError, InputError

# DUCView writes this document type into every file.
DOCTYPE = """<?xml version="1.0"?>
<!DOCTYPE {0} [
 <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>
 <!ATTLIST scu uid CDATA #REQUIRED
               comment CDATA "none">
]>
"""
PYRAMID = """<pyramid>
<startDocumentRegEx><![CDATA[[-]*\\n D[0-9]*\\n]]></startDocumentRegEx>
<text><line>The cat sat.</line><line></line></text>
<scu uid="17" label="A cat sat"><contributor label="The cat sat"><part label="The cat sat" start="0" end="11"/>
</contributor><contributor label="cat...sat"><part label="cat" start="4" end="7"/></contributor></scu>
<scu uid="5" label="It was &quot;black&quot;" comment="?"><contributor label="black"/></scu>
</pyramid>
"""
ANNOTATION = """<annotation>
<text><line>A cat sat on a mat.</line></text>
<peerscu uid="17" label="(2) A cat sat">
<contributor label="A cat sat"><part label="A cat sat" start="0" end="9"/></contributor>
<contributor label="cat"><part label="cat" start="2" end="5"/></contributor>
</peerscu>
<peerscu uid="5" label="(1) It was &quot;black&quot;"></peerscu>
<peerscu uid="0" label="All non-matching SCUs go here"><contributor label="on a mat"/></peerscu>
</annotation>
"""
PAN = DOCTYPE.format("peerAnnotation") + f"<peerAnnotation>\n{PYRAMID}{ANNOTATION}</peerAnnotation>\n"


def nothing(pan: str) -> str:
    """The annotation without what the peer expresses."""
    head, tail = pan.split("<annotation>")
    lines = (line for line in tail.splitlines() if "<contributor" not in line)
    return f"{head}<annotation>{''.join(lines)}"


def fill(folder: Path, **files: str) -> Path:
    for name, data in files.items():
        (folder / name.replace("__", "-").replace("_", ".")).write_text(data)
    return folder


def test_a_directory(tmp_path: Path) -> None:
    fill(
        tmp_path,
        D07__A_M_100_H_1_pan=PAN,
        D07__A_M_100_H_10_pan=nothing(PAN),
        D07__A_pyr=DOCTYPE.format("pyramid") + PYRAMID,
        D08_M_100_H_1_pan=PAN.replace('uid="17"', 'uid="1 7:"'),
        readme_txt="other files are left alone",
    )
    corpus = read(tmp_path)
    assert corpus.ids == ("D07-A", "D08")
    assert [list(texts) for texts in corpus.references] == [["17:2 5:1", "1_7_:2 5:1"]]
    assert {name: list(texts) for name, texts in corpus.systems.items()} == {
        "1": ["17 17 -", "1_7_ 1_7_ -"],
        "10": ["-", None],
    }


def test_size(tmp_path: Path) -> None:
    """Three units in two models; a title stands between two lines of hyphens."""
    title = "<line>-----</line><line> D1.M.100.A.{}</line><line>-----</line><line></line>"
    pan = PAN.replace("<text><line>The", f"<text>{title.format('A')}<line>-</line>{title.format('B')}<line>The", 1)
    corpus = read(fill(tmp_path, D1_1_pan=pan))
    assert list(corpus.references[0]) == ["17:2 5:1 size:1.5"]
    # 17 is worth 2; three units could be worth 3, one (the size, rounded down) 2
    kinds = {"original": 2 / 3, "modified": 1.0, "recall": 2 / 3}
    scores = sy.score(corpus, measures=[f"pyramid(kind={kind})" for kind in kinds])
    assert [score.value for score in scores.scores] == pytest.approx(list(kinds.values()))


def test_several_files(tmp_path: Path) -> None:
    fill(tmp_path, D1_1_pan=PAN, D1_2_pan=PAN, D1_3_pan=PAN)
    assert list(read([tmp_path / "D1.1.pan", tmp_path / "D1.3.pan"]).systems) == ["1", "3"]


def test_pyramids_alone(tmp_path: Path) -> None:
    fill(tmp_path, D1_pyr=PYRAMID)
    corpus = read(tmp_path / "D1.pyr")
    assert (corpus.ids, list(corpus.references[0]), dict(corpus.systems)) == (("D1",), ["17:2 5:1"], {})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<peerscu uid="5"', '<peerscu uid="6"', r"line 21: SCU '6' is not in the pyramid; correct the uid"),
        ('<scu uid="5"', '<scu uid="17"', "line 13: the uid '17' of an SCU is taken"),
        ('<scu uid="5"', '<scu uid="0"', "line 13: the uid '0' of an SCU is taken"),
        ('<scu uid="5"', '<scu uid="-"', "line 13: a unit cannot be called '-'; give it another id"),
        ('<scu uid="5"', '<scu uid="size"', "line 13: a unit cannot be called 'size'"),
        ('<scu uid="5"', "<scu", "line 13: <scu> without uid"),
        ('<contributor label="black"/>', "", "line 13: SCU '5' has no <contributor>, so no weight"),
        ("<annotation>", "<annotation/><annotation>", "line 7: <peerAnnotation> must hold one <pyramid> and one"),
        ("<peerscu", "<scu/><peerscu", "<scu> in <annotation>; expected <peerscu>, <text>"),
        ("uid CDATA #REQUIRED", '><!ENTITY e "x"', r"line 4: a document type or entity declaration"),
        ("peerAnnotation [", 'peerAnnotation SYSTEM "duc.dtd" [', "line 2: a document type or entity declaration"),
        ("</pyramid>", "", "not well-formed XML"),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in PAN
    with pytest.raises(FormatError, match=message):
        read(fill(tmp_path, D1_1_pan=PAN.replace(old, new, 1)))


def test_no_scu(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"D1\.pyr, line 1: the pyramid has no <scu>"):
        read(fill(tmp_path, D1_pyr="<pyramid><text/></pyramid>"))


def test_names_of_files(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"D1\.pan: no dot in 'D1'; expected SEGMENT\.SYSTEM\.pan"):
        read(fill(tmp_path, D1_pan=PAN))


def test_contradictions(tmp_path: Path) -> None:
    other = PAN.replace('<scu uid="5"', '<scu uid="7"').replace('<peerscu uid="5"', '<peerscu uid="7"')
    with pytest.raises(FormatError, match=r"D1\.2\.pan, line 8: the pyramid of 'D1' is not the one of .*D1\.1\.pan"):
        read(fill(tmp_path, D1_1_pan=PAN, D1_2_pan=other))
    with pytest.raises(
        FormatError, match=r"D1\.a\.2\.pan: a second annotation of system '2' for segment 'D1'; keep one"
    ):
        read(fill(tmp_path, D1_2_pan=PAN, D1_a_2_pan=PAN))


def test_empty_directory(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file in it ends in \.pan or \.pyr"):
        read(tmp_path, "ducview")
