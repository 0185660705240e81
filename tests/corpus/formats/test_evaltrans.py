from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.formats import read, write
from steelyard.corpus.judgement import Judgement
from steelyard.corpus.reference_kinds import ReferenceKind
from steelyard.errors import FormatError, InputError, Notice
from steelyard.scores import score

Read = Callable[..., Corpus]

DATA = """<evalTrans>
<sentence><source>hola</source>
<eval translator="first reference" evaluator="" sser="10"><target>hello</target></eval>
<eval translator="multi reference" evaluator=""><target>hi</target></eval>
<eval translator="multi reference" evaluator="ann"><target>hi</target></eval>
<eval translator="S" evaluator="ann" sser="8" awer="1/2"><target>hullo</target>
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
    assert [list(t) for t in corpus.references] == [["hello", "goodbye"], ["hi", None]]
    assert corpus.reference_kinds == ("first", "multi")
    assert [(t.kind, list(t)) for t in corpus.unused_references] == [
        (ReferenceKind("post-edit", "S", "ann"), ["hullo there", None])
    ]
    assert {name: list(texts) for name, texts in corpus.systems.items()} == {
        "S": ["hullo", None],
        "T": [None, "bye"],
    }
    assert corpus.judgements == (
        Judgement("first reference", 0, "", "sser", 10),
        Judgement("S", 0, "ann", "sser", 8),
        Judgement("S", 0, "ann", "awer", 0.5, weight=2),
        Judgement("S", 0, "bob", "sser", 7.5),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('translator="T"', "", "line 12: <eval> without translator"),
        ('sser="8"', 'sser="good"', "line 6: sser is 'good'; expected a number from 0 to 10"),
        ('sser="8"', 'sser="11"', "line 6: sser is '11'; expected a number from 0 to 10"),
        ('sser="8"', 'sser="-3"', "line 6: sser is '-3'; expected a number from 0 to 10"),
        *(
            (
                'awer="1/2"',
                f'awer="{awer}"',
                f"line 6: awer is '{awer}'; expected edits/words, as in 1/5: whole numbers",
            )
            for awer in ("0.2", "1/", "1/0", "-1/5", "1.5/5", "1/-5", "1/5/5")
        ),
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


SPACED = """<evalTrans><sentence>
  <source>
    Una  figura
  </source>
  <eval translator="first reference"><target>
      This figure
      shows   it.
    </target></eval>
  <eval translator="S" evaluator="JM"><target>\tThe figure show it. </target><newRef>
      The figure
shows it.</newRef></eval>
</sentence></evalTrans>
"""


def test_texts_are_trimmed_and_in_one_line(read_text: Read) -> None:
    corpus = read_text("c.evaltrans", SPACED)
    assert list(corpus.source or ()) == ["Una  figura"]
    assert [list(texts) for texts in corpus.references] == [["This figure shows   it."]]
    assert list(corpus.systems["S"]) == ["The figure show it."]
    assert [list(texts) for texts in corpus.unused_references] == [["The figure shows it."]]


def test_white_space_to_be_preserved_is(read_text: Read) -> None:
    kept = read_text("c.evaltrans", SPACED.replace("<source>", '<source xml:space="preserve">'))
    assert list(kept.source or ()) == ["\n    Una  figura\n  "]


def test_no_attribute_is_invented_and_none_is_lost(read_text: Read, tmp_path: Path) -> None:
    write(read_text("c.evaltrans", SPACED), tmp_path / "again.evaltrans")
    assert (tmp_path / "again.evaltrans").read_text() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<evalTrans>\n<sentence>\n<source>Una  figura</source>\n'
        '<eval translator="first reference"><target>This figure shows   it.</target></eval>\n'
        '<eval translator="S" evaluator="JM"><target>The figure show it.</target>'
        "<newRef>The figure shows it.</newRef></eval>\n</sentence>\n</evalTrans>\n"
    )


@pytest.mark.parametrize("between", ["c.evaltrans", "c.jsonl"])
def test_a_corpus_goes_through_a_format_that_holds_kinds(read_text: Read, tmp_path: Path, between: str) -> None:
    corpus = read_text("before.evaltrans", DATA)
    write(corpus, tmp_path / between)
    again = read(tmp_path / between)
    for name in ("references", "unused_references"):
        sets = [[(texts.kind, list(texts)) for texts in getattr(c, name)] for c in (corpus, again)]
        assert sets[0] == sets[1]
    assert sorted(again.judgements, key=str) == sorted(corpus.judgements, key=str)
    assert {name: list(texts) for name, texts in again.systems.items()} == {"S": ["hullo", None], "T": [None, "bye"]}


def test_formats_without_kinds_refuse_post_edits_by_name(read_text: Read, tmp_path: Path) -> None:
    corpus = replace(read_text("before.evaltrans", DATA), judgements=())
    for name in ("c.tsv", "c.parquet", "c.sgm", "folder"):
        with pytest.raises(InputError, match=r"cannot hold .*post-edit references"):
            write(corpus, tmp_path / name)
    write(replace(corpus, unused_references=()), tmp_path / "c.csv", lossy=True)
    assert [list(texts) for texts in read(tmp_path / "c.csv").references] == [["hello", "goodbye"], ["hi", None]]


ANOTHER = """<evalTrans><sentence>
<eval translator="first reference"><target>a b c d</target></eval>
<eval translator="X" evaluator="J1" awer="1/4"><target>a b x y</target><newRef>a b c y</newRef></eval>
<eval translator="Y"><target>a b c y</target></eval>
</sentence></evalTrans>
"""


def test_the_post_edit_of_one_system_is_no_reference_of_another(read_text: Read) -> None:
    corpus = read_text("c.evaltrans", ANOTHER)
    assert score(corpus, measures="wer").value("Y", "wer") == 25.0
    post_edited = corpus.with_references_of("first,post-edit")
    assert score(post_edited, measures="wer").value("Y", "wer") == 0.0


def test_reserved_names(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'first reference' is the name of references in this format"):
        write(Corpus.of({"first reference": ["x"]}), tmp_path / "c.evaltrans")


def test_numbers_that_the_format_cannot_hold(tmp_path: Path) -> None:
    whole = Corpus.of({"S": ["x"]})
    for judgement, message in (
        (Judgement("S", 0, "ann", "awer", 0.2), r"segment 0: 'S' has 0.2 by 'ann' on awer, which .* whole edits/words"),
        (Judgement("S", 0, "ann", "awer", 0.3, weight=5), "whole edits/words"),
        (Judgement("S", 0, "ann", "sser", 11), "segment 0: 'S' has 11 by 'ann' on sser, .* from 0 to 10"),
    ):
        with pytest.raises(InputError, match=message):
            write(Corpus(whole.systems, judgements=(judgement,)), tmp_path / "c.evaltrans")


def test_a_fraction_that_its_texts_contradict_is_told(read_text: Read) -> None:
    contradictory = (
        ANOTHER.replace("1/4", "3/2").replace("a b x y", "x, y").replace("a b c y</newRef>", "x, z</newRef>")
    )
    with pytest.warns(
        Notice, match=r"c\.evaltrans, line 3: awer is '3/2', but <target> and <newRef> make it 1/3; the f"
    ):
        corpus = read_text("c.evaltrans", contradictory)
    assert corpus.judgements == (Judgement("X", 0, "J1", "awer", 1.5, weight=2),)
