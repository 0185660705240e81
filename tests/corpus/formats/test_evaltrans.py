from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import write
from steelyard.corpus.judgement import Judgement
from steelyard.errors import FormatError, InputError

Read = Callable[..., Corpus]

DATA = """<evalTrans>
<sentence><source>hola</source>
<eval translator="first reference" evaluator="" sser="10"><target>hello</target></eval>
<eval translator="multi reference" evaluator=""><target>hi</target></eval>
<eval translator="multi reference" evaluator="ann"><target>hi</target></eval>
<eval translator="S" evaluator="ann" sser="8" awer="1/5"><target>hullo</target>
<newRef>hullo there</newRef></eval>
<eval translator="S" evaluator="bob" sser="7.5"><target>hullo</target><newRef></newRef></eval>
</sentence>
<sentence><source>adiós</source>
<eval translator="first reference"><target>goodbye</target></eval>
<eval translator="T" evaluator=""><target>bye</target></eval>
</sentence>
</evalTrans>
"""


def test_everything(read_text: Read) -> None:
    corpus = read_text("c.xml", DATA)
    assert list(corpus.source or ()) == ["hola", "adiós"]
    assert [list(t) for t in corpus.references] == [["hello", "goodbye"], ["hi", None], ["hullo there", None]]
    assert {name: list(texts) for name, texts in corpus.systems.items()} == {
        "S": ["hullo", None],
        "T": [None, "bye"],
    }
    assert corpus.judgements == (
        Judgement("first reference", 0, "", "sser", 10),
        Judgement("S", 0, "ann", "sser", 8),
        Judgement("S", 0, "ann", "awer-edits", 1),
        Judgement("S", 0, "ann", "awer-words", 5),
        Judgement("S", 0, "bob", "sser", 7.5),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('translator="T"', "", "line 12: <eval> without translator"),
        ('sser="8"', 'sser="good"', "line 6: sser is 'good'; expected a number"),
        ('awer="1/5"', 'awer="0.2"', "line 6: awer is '0.2'; expected edits/words, as in 1/5"),
        ('awer="1/5"', 'awer="1/"', "line 6: awer is '1/'; expected a number"),
        ('sser="8"', 'score="8"', "line 6: <eval> with score; expected translator, evaluator, sser, awer"),
        (
            'sser="7.5"><target>hullo',
            'sser="7.5"><target>hallo',
            "line 8: a second, different <target> of 'S'",
        ),
        ("<target>bye</target>", "<target>bye</target><target>x</target>", "line 12: <eval> with 2 <target>"),
        ("<source>hola</source>", "<source>a</source><source>b</source>", "line 2: a second <source>"),
        (
            "<source>hola</source>",
            "<text>a</text>",
            "line 2: <text> in <sentence>; expected <eval>, <source>",
        ),
    ],
)
def test_faults_name_file_and_line(read_text: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"c\.evaltrans, " + message):
        read_text("c.evaltrans", DATA.replace(old, new, 1))


def test_reserved_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'first reference' is the name of references in this format"):
        write(Corpus.of({"first reference": ["x"]}), tmp_path / "c.evaltrans")


def test_half_a_fraction(tmp_path: Path) -> None:
    whole = Corpus.of({"S": ["x"]})
    corpus = Corpus(whole.systems, judgements=(Judgement("S", 0, "ann", "awer-edits", 1),))
    with pytest.raises(InputError, match="segment 0: 'S' has 1 judgement on awer-edits and 0 on awer-words by 'ann'"):
        write(corpus, tmp_path / "c.evaltrans")
