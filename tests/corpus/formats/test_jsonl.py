from __future__ import annotations

from collections.abc import Callable

import pytest

from steelyard.corpus import Corpus
from steelyard.corpus.judgement import Judgement
from steelyard.errors import FormatError

Read = Callable[..., Corpus]


def test_everything(read_text: Read) -> None:
    corpus = read_text(
        "corpus.jsonl",
        '{"id": "m-1", "facets": {"document": "m"}, "source": "s", "references": ["r", null, "R"], '
        '"outputs": {"A": "a"}, "judgements": ['
        '{"system": "A", "assessor": "ann", "dimension": "adequacy", "value": 4}, '
        '{"system": "A", "value": 0.5}]}\n'
        '{"id": "m-2", "facets": {"document": "n"}, "references": ["r2"], '
        '"outputs": {"B": "\\ud83d\\ude42", "A": null}}\n',
    )
    assert corpus.ids == ("m-1", "m-2")
    assert dict(corpus.facets) == {"document": ("m", "n")}
    assert list(corpus.source or ()) == ["s", None]
    assert [list(texts) for texts in corpus.references] == [["r", "r2"], ["R", None]]
    assert {name: list(texts) for name, texts in corpus.systems.items()} == {
        "A": ["a", None],
        "B": [None, "🙂"],
    }
    assert corpus.judgements == (Judgement("A", 0, "ann", "adequacy", 4), Judgement("A", 0, "", "score", 0.5))


GOOD = '{"id": "1", "source": "x"}\n'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "2", "source": "x"', r"line 2, column 26: not JSON .* expected one object per line"),
        ("[1]", r"line 2: the line is \[1\]; expected an object"),
        ("[" * 100_000, "line 2: nested too deeply"),
        ('{"id": "2", "sauce": "x"}', "line 2: unknown key 'sauce'; did you mean 'source'"),
        ('{"id": 2}', "line 2: 'id' is 2; expected a string"),
        ('{"id": "2", "source": null}', "line 2: 'source' is null; expected a string"),
        ('{"id": "2", "outputs": ["x"]}', r"line 2: 'outputs' is \[\"x\"\]; expected an object"),
        ('{"id": "2", "outputs": {"A": 1}}', "line 2: the output of 'A' is 1; expected a string"),
        ('{"id": "2", "outputs": {"A": "x", "A": "y"}}', "line 2: the key 'A' occurs twice"),
        ('{"id": "2", "outputs": {"": "x"}}', "line 2: '' is no name"),
        ('{"id": "2", "references": "x"}', "line 2: 'references' is \"x\"; expected a list"),
        ('{"id": "2", "references": ["x", []]}', r"line 2: reference 2 is \[\]; expected a string"),
        (
            '{"id": "2", "references": [{"text": "x"}]}',
            "line 2: reference 1 is of kind ''; known: first, multi, post-edit",
        ),
        (
            '{"id": "2", "references": [{"text": "x", "kind": "postedit"}]}',
            "line 2: reference 1 is of kind 'postedit'; did you mean 'post-edit'",
        ),
        ('{"id": "2", "references": [{"kind": "first"}]}', "line 2: reference 1 is without 'text'"),
        ('{"id": "2", "references": [{"text": 1, "kind": "first"}]}', "line 2: reference 1 is 1; expected a string"),
        ('{"id": "2", "references": [{"txt": "x"}]}', "line 2: unknown key 'txt'; did you mean 'text'"),
        (
            '{"id": "2", "references": [{"text": "x", "kind": "first", "system": "A"}]}',
            "line 2: reference 1 is of kind first; a post-edit has a 'system', and no other reference has",
        ),
        (
            '{"id": "2", "references": [{"text": "x", "kind": "post-edit", "assessor": "ann"}]}',
            "line 2: reference 1 is of kind post-edit; a post-edit has a 'system'",
        ),
        ('{"id": "2", "facets": {"document": 1}}', "line 2: facet 'document' is 1; expected a string"),
        ('{"id": "2", "facets": {"document": "d"}}', "line 2: facet 'document' is not in every segment"),
        ('{"id": "1"}', r"line 2: segment id '1' occurs twice \(first: .*line 1\)"),
        ('{"source": "x"}', "line 2: no id, but the segments before have one"),
        ('{"id": "2", "judgements": [{"system": "A"}]}', "line 2: a judgement without 'value'"),
        (
            '{"id": "2", "judgements": [{"system": "A", "value": true}]}',
            "line 2: a judgement's value is true",
        ),
        ('{"id": "2", "judgements": [{"system": "A", "value": NaN}]}', "line 2: a judgement's value is NaN"),
        (
            f'{{"id": "2", "judgements": [{{"system": "A", "value": {"9" * 400}}}]}}',
            "line 2: a judgement's value is 999",
        ),
        (f'{{"id": "2", "judgements": [{{"system": "A", "value": {"9" * 5000}}}]}}', "line 2: .*digits"),
        (
            '{"id": "2", "judgements": [{"system": "A", "value": 1, "rater": "x"}]}',
            "line 2: unknown key 'rater'",
        ),
        ('{"id": "2", "judgements": [{"system": 1, "value": 1}]}', "line 2: a name in a judgement is 1"),
        ('\n{"id": "2"}', "line 2: a blank line; remove it"),
        ("\n", "line 2: a blank line; remove it"),
        ('{"id": "2", "source": "\\ud800"}', "line 2: holds half of a surrogate pair"),
    ],
)
def test_faults_name_file_and_line(read_text: Read, line: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"corpus\.jsonl, " + message):
        read_text("corpus.jsonl", GOOD + line + "\n")


def test_escaped_nul(read_text: Read) -> None:
    with pytest.raises(FormatError, match=r"corpus\.jsonl: system 'A', segment 0: contains a NUL"):
        read_text("corpus.jsonl", '{"outputs": {"A": "a\\u0000"}}')


def test_nothing_in_it(read_text: Read) -> None:
    with pytest.raises(FormatError, match="has no segments"):
        read_text("corpus.jsonl", "\n")
    with pytest.raises(FormatError, match="corpus is empty"):
        read_text("corpus.jsonl", "{}")


def test_blank_last_line(read_text: Read) -> None:
    for end in ("\n", " \r\n", " "):
        assert len(read_text("corpus.jsonl", GOOD + end)) == 1
