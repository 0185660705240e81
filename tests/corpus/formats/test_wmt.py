from __future__ import annotations

from collections.abc import Callable

import pytest

from steelyard.corpus import Corpus
from steelyard.errors import FormatError

Read = Callable[..., Corpus]

DATA = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="newstest">
  <doc id="a" origlang="en">
    <src lang="en"><p><seg id="1">one &amp; two</seg></p><p><seg id="2"> three </seg></p></src>
    <ref lang="de" translator="A"><p><seg id="1">eins</seg><seg id="2">drei</seg></p></ref>
    <ref lang="de" translator="B"><seg id="1">EINS</seg></ref>
    <hyp lang="de" system="S"><p><seg id="1">ein</seg></p></hyp>
  </doc>
  <collection id="extra"><doc id="b" origlang="de">
    <src lang="en"><p><seg id="1"><![CDATA[<x>]]></seg></p></src>
    <hyp system="S"><p><seg id="1">x</seg></p></hyp>
  </doc></collection>
</dataset>
"""


def test_everything(read_text: Read) -> None:
    corpus = read_text("c.xml", DATA)
    assert list(corpus.source or ()) == ["one & two", " three ", "<x>"]
    assert [list(texts) for texts in corpus.references] == [["eins", "drei", None], ["EINS", None, None]]
    assert list(corpus.systems["S"]) == ["ein", None, "x"]
    assert corpus.ids == ("a:1", "a:2", "b:1")
    assert dict(corpus.facets) == {
        "document": ("a", "a", "b"),
        "origlang": ("en", "en", "de"),
        "collection": ("", "", "extra"),
    }


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<seg id="1">ein<', "<seg>ein<", "line 7: <seg> without id"),
        ('<doc id="a"', "<doc", "line 3: <doc> without id"),
        (' system="S"><p><seg id="1">ein', '><p><seg id="1">ein', "line 7: <hyp> without system"),
        ('<seg id="2"> three', '<seg id="1"> three', "line 4: segment '1' of document 'a' occurs twice"),
        ('<seg id="1">ein<', '<seg id="7">ein<', "line 7: segment '7' of document 'a' is not in the source"),
        ("EINS", "E<b>IN</b>S", "line 6: <b> inside the text of <seg>"),
        ("<hyp system", "loose <hyp system", "line 9: text in <doc> itself .'loose'"),
        ("</dataset>", "<html/></dataset>", "line 13: <html> in <dataset>; expected <collection>, <doc>"),
        ("</dataset>", "", "line 14, column 1: not well-formed XML .no element found"),
        ("one &amp; two", "one & two", r"line 4, column \d+: not well-formed XML"),
        ("encoding='utf-8'", "encoding='nonsense'", "line 1.*(unknown encoding|nonsense)"),
    ],
)
def test_faults_name_file_and_line(read_text: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"c\.wmt\.xml, " + message):
        read_text("c.wmt.xml", DATA.replace(old, new, 1))


def test_declared_encoding(read_text: Read) -> None:
    data = DATA.replace("utf-8", "iso-8859-1").replace("drei", "für").encode("latin-1")
    assert list(read_text("c.xml", data).references[0])[1] == "für"
