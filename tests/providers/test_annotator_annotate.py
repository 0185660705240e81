import pytest

import steelyard as sy
import toy_parser
from steelyard.annotation.trees.derivation import completed
from steelyard.errors import InputError
from steelyard.providers import annotator

PARSER = "parsers.unruly"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path))
    annotator._annotator.cache_clear()


def parsed(*lines):
    return tuple(completed(sentence) for line in lines for sentence in toy_parser.parse(line))


def test_each_text_has_its_sentences():
    texts = ["one. two", "", "three\nfour", "one. two"]
    told = []
    found = sy.annotate(texts, PARSER, progress=lambda *both: told.append(both))
    assert found == (parsed("one. two"), (), parsed("three", "four"), parsed("one. two"))
    assert told == [(0, 3), (3, 3)]


def test_what_cannot_be_annotated_is_refused_or_none():
    texts = ["fine", "a !raise", "fine\nbut !skip this"]
    with pytest.raises(InputError) as error:
        sy.annotate(texts, PARSER)
    assert str(error.value) == (
        f"texts[1] and 1 more of 3 cannot be annotated by {PARSER}: this word is not to my taste; the rest is kept; "
        'mend the texts, choose another parser, or use accept=["unannotated"] to go on without'
    )
    assert sy.annotate(texts, PARSER, accept=["unannotated"]) == (parsed("fine"), None, None)


def test_trees_are_completed_and_not_parsed(tmp_path):
    path = tmp_path / "x.mrg"
    path.write_text("(S (NP (PRP I)) (VP (VBD slept)))\n\n")
    first, second = sy.annotate(sy.read(path, "trees"), "no.parser.needed")
    assert first[0].words == ("I", "slept") and first[0].heads == (1, -1) and second == ()


@pytest.mark.parametrize(
    ("texts", "parser", "message"),
    [
        ("a text", PARSER, "texts"),
        (["a", 3], PARSER, "texts"),
        (["a\0b"], PARSER, "NUL"),
        (["\ud800"], PARSER, "texts"),
        (["a"], "given", "the texts come without trees"),
    ],
)
def test_refused(texts, parser, message):
    with pytest.raises(sy.SteelyardError, match=message):
        sy.annotate(texts, parser)
