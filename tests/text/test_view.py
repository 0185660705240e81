"""Stems, stop words and what views refuse."""

import pytest

import steelyard as sy
from steelyard.errors import MissingResource, SpecError
from steelyard.text import View
from steelyard.text.words.lists import stop_words
from text.cutting import viewed


@pytest.mark.parametrize(
    ("stem", "word", "expected"),
    [
        ("porter", "generalizations", "gener"),
        ("porter", "relational", "relat"),
        ("porter", "argument", "argument"),
        ("porter", "skies", "ski"),
        ("english", "skies", "sky"),
        ("english", "generously", "generous"),
        ("german", "häuser", "haus"),
        ("none", "skies", "skies"),
    ],
)
def test_stems(stem, word, expected):
    assert viewed(word, View("none", stem=stem)) == [expected]


def test_a_token_never_vanishes_by_stemming():
    """Porter's rules turn "s" into nothing."""
    assert viewed("s x", View("none", stem="porter")) == ["s", "x"]
    assert sy.score({"A": ["s x"]}, ["x"], ["wer(stem=porter)"]).scores[0].value == 100.0


def test_stems_make_words_equal():
    labels = ["ser", "ser(stem=porter)"]
    scores = sy.score({"A": ["he walks"]}, ["he walked"], labels)
    assert [s.value for s in scores.scores] == [100.0, 0.0]


def test_the_english_stop_list():
    assert viewed("The cat and the Dog were not there", View("none", stop="english")) == ["cat", "Dog"]
    assert stop_words("none") == frozenset()


def test_a_stop_list_from_a_file(tmp_path):
    path = tmp_path / "stop.txt"
    path.write_text("Cat\n\n dog \n", "utf-8")
    assert viewed("the cat and the Dog", View("none", stop=str(path))) == ["the", "and", "the"]
    label = f"wer(stop={path})"
    one, two = (sy.score({"A": ["a cat"]}, ["a dog b"], [m]).scores[0] for m in (label, "wer"))
    assert (one.value, two.value) == (50.0, pytest.approx(200 / 3))
    before = one.signature
    assert "stop:none" in two.signature and "stop:stop.txt#" in before


def test_the_signature_tells_two_stop_lists_apart(tmp_path):
    """The words count, not the name of the file."""
    digests = []
    for number, words in enumerate(["cat\ndog", "dog\ncat\n", "cat\n"]):
        path = tmp_path / f"{number}.txt"
        path.write_text(words, "utf-8")
        signature = sy.score({"A": ["a"]}, ["a"], [f"wer(stop={path})"]).scores[0].signature
        digests.append(signature.split("#")[1].split("|")[0])
    assert digests[0] == digests[1] != digests[2]


def test_stop_words_go_before_stems():
    """ "being" is a stop word though its stem is not what is in the list."""
    assert viewed("being beings", View("none", stem="porter", stop="english")) == ["be"]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: View("13"), SpecError, "unknown tokeniser '13'.*13a"),
        (lambda: View("none", stem="portre"), SpecError, "did you mean 'porter'"),
        (
            lambda: sy.score({"A": ["a"]}, ["a"], "wer(stop=/no/such/list)"),
            MissingResource,
            "no/such/list.*one word a line",
        ),
        (lambda: sy.parse("wer(tokens=13)"), SpecError, "13a"),
        (lambda: sy.parse("bleu(stem=portre)"), SpecError, "porter"),
        (lambda: sy.parse("bleu(case=lower)"), SpecError, "case=lower is not possible; known: fold, keep"),
    ],
)
def test_what_views_refuse(make, error, message):
    with pytest.raises(error, match=message):
        make()
