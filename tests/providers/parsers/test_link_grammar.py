"""Link Grammar, where the library is installed; where CI is set it must be."""

import itertools
import os
import random
import subprocess
import sys

import pytest

from steelyard.errors import MissingResource, SegmentError
from steelyard.providers.parsers import link_grammar

ODD = [
    *". - -- ... ' \" () [ ] [x] {} <x> % \\ _ a_b dog.n a[?].v LEFT-WALL $-1 ''''a'''' 3.2.1 n't 's".split(),
    *[
        "a-b-c-d-e-f",
        "\x01",
        "a\x7fb",
        "\u200b",
        "\ufeff",
        "\u202eabc",
        "e\u0301",
        "x\u2028y",
        "العربية",
        "你好,世界。",
    ],
    *["😀", "😀😀 love", "“quote” ‘x’", "He said: “I'm (not) [here].”", "http://x.y/z?a=b&c=d", "the of the"],
    *["- " * 30, ". " * 60, "( " * 30, "!?" * 40, "a" * 3000, "the " * 60, "x " * 61],
]


@pytest.fixture(scope="module")
def annotate():
    try:
        return link_grammar.open("")
    except MissingResource as error:
        if os.environ.get("CI"):
            pytest.fail(f"the tests of Link Grammar cannot run: {error}", pytrace=False)
        pytest.skip(f"the tests of Link Grammar were skipped: {error}")


def parsed(annotate, text):
    ((sentence,),) = annotate([text])
    assert sentence.problem() is None
    return sentence


def dependencies(sentence):
    heads = [*sentence.words, ""]
    return {
        (word, relation, heads[head])
        for word, relation, head in zip(sentence.words, sentence.relations, sentence.heads, strict=True)
    }


def test_a_sentence(annotate):
    sentence = parsed(annotate, "The cat sat on the mat.")
    assert sentence.words == ("The", "cat", "sat", "on", "the", "mat", ".")
    assert sentence.pos == ("DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT")
    assert sentence.heads == (1, 2, -1, 2, 5, 3, 2)
    assert sentence.relations == ("D", "S", "root", "MV", "D", "J", "X")
    spans = [(span.label, " ".join(sentence.words[span.first : span.end])) for span in sentence.phrases]
    assert spans == [
        ("S", "The cat sat on the mat ."),
        ("NP", "The cat"),
        ("VP", "sat on the mat"),
        ("PP", "on the mat"),
        ("NP", "the mat"),
    ]


def test_the_sentence_of_molla_and_hutchinson(annotate):
    found = dependencies(parsed(annotate, "The man that came ate bananas and apples with a fork without asking."))
    assert {
        ("ate", "root", ""),
        ("man", "S", "ate"),
        ("came", "B", "man"),
        ("that", "RS", "came"),
        ("bananas", "O", "ate"),
        ("apples", "SJ", "bananas"),
        ("fork", "J", "with"),
    } <= found


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("He would have given her the book.", "given"),
        ("What did you see in the dog's house?", "see"),
        ("Because he was late, we left.", "left"),
        ("Go home now!", "Go"),
    ],
)
def test_the_main_verb_is_the_root(annotate, text, root):
    sentence = parsed(annotate, text)
    assert sentence.words[sentence.heads.index(-1)] == root


def test_several_sentences_and_none(annotate):
    texts = ["He left. She stayed, though.", "", " \u00a0\t", "Go!"]
    found = list(annotate(texts))
    assert [["".join(s.words) for s in sentences] for sentences in found] == [
        ["Heleft.", "Shestayed,though."],
        [],
        [],
        ["Go!"],
    ]


def test_texts_come_one_by_one(annotate):
    endless = annotate(["Go!", "Go!", None])
    assert len(list(itertools.islice(endless, 2))) == 2


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_sentences(annotate, text):
    (sentences,) = annotate([text])
    assert sentences
    assert [sentence.problem() for sentence in sentences] == [None] * len(sentences)
    assert "".join(word for sentence in sentences for word in sentence.words) == "".join(text.split())


def test_the_mark_of_subscripts_is_a_blank(annotate):
    assert parsed(annotate, "x😀y\x03n 😀 ran").words == ("x😀y", "n", "😀", "ran")
    assert list(annotate(["\x03"])) == [[]]


def test_words_left_out_depend_on_the_root(annotate):
    sentence = parsed(annotate, "Furiously colorless the of sleep ideas green.")
    assert "null" in sentence.relations
    assert len(sentence.words) == 8


def test_a_parse_does_not_depend_on_what_was_parsed_before(annotate, ted):
    texts = [text for text in ted.references["B"] if len(text.split()) <= link_grammar.LONGEST][:25]
    found = list(annotate(texts))
    assert list(link_grammar.open("")(texts[::-1]))[::-1] == found
    assert all(sentence.problem() is None for sentences in found for sentence in sentences)
    assert sum(bool(sentence.phrases) for sentences in found for sentence in sentences) > 20


def test_a_sentence_that_takes_too_long_is_named(monkeypatch, annotate, ted):
    monkeypatch.setattr(link_grammar, "_PATIENCE", 1)
    words = [word.strip(".?!,") for text in ted.references["B"] for word in text.split()]
    salad = " ".join(random.Random(0).sample(words, link_grammar.LONGEST))
    impatient = link_grammar.open("")
    with pytest.raises(SegmentError, match="no parse in 1 seconds") as raised:
        list(impatient(["Go!", salad]))
    assert raised.value.row == 1
    assert len(list(impatient(["Go!"]))) == 1


def test_random_texts_do_not_end_the_process(annotate):
    pieces = [*"abé你😀 '\"-()[]{}$%1_/\\#@&*;:!?~^|<>=+,.\x1b\u200d\ufffd", " the ", " dog ", " and ", " to ", " runs"]
    rng = random.Random(6)
    texts = ["".join(rng.choices(pieces, k=rng.randint(1, 30))) for _ in range(200)]
    code = (
        "import ast, sys; from steelyard.providers.parsers import link_grammar;"
        "texts = ast.literal_eval(sys.stdin.read());"
        "print(sum(s.problem() is None and 1 for a in link_grammar.open('')(texts) for s in a))"
    )
    run = subprocess.run([sys.executable, "-c", code], input=repr(texts), capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert int(run.stdout) >= 180


def test_identity_names_library_and_dictionary(annotate):
    library, dictionary = link_grammar.identity("").split("/")
    assert library.startswith("link-grammar-5.")
    assert dictionary.startswith("en-5.")
    assert link_grammar.identity("en") == link_grammar.identity("")


def test_a_dictionary_of_the_current_folder_is_not_taken(annotate, tmp_path, monkeypatch):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "4.0.dict").write_text("not a dictionary")
    monkeypatch.chdir(tmp_path)
    assert len(list(link_grammar.open("")(["Go!"]))) == 1


@pytest.mark.parametrize("call", [link_grammar.identity, link_grammar.open])
def test_an_unknown_dictionary_is_one_line(annotate, call):
    with pytest.raises(
        MissingResource, match=r"no dictionary '../en' \(installed: .*en.*\); install it with: apt install"
    ):
        call("../en")


def test_a_missing_library_is_one_line(monkeypatch):
    monkeypatch.setattr(link_grammar.ctypes.util, "find_library", lambda name: "liblink-grammar-of-tests.so")
    link_grammar._library.cache_clear()
    try:
        with pytest.raises(MissingResource, match="install it with: apt install liblink-grammar5 ") as raised:
            link_grammar.identity("")
        assert "\n" not in str(raised.value)
    finally:
        link_grammar._library.cache_clear()
