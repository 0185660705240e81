import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.corpus.bracketed import bracketed, read_bracketed
from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import FormatError, InputError

SLEPT = "(S (NP (PRP I)) (VP (VBD slept)) (. .))"


@pytest.fixture
def read(tmp_path):
    def of(text, accept=()):
        path = tmp_path / "trees.mrg"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_bracketed(path, accept)

    return of


def test_a_tree(read):
    ((text, (sentence,), segment),) = read(SLEPT + "\n")
    assert text == "I slept ."
    assert segment is None
    assert sentence == Sentence(
        ("I", "slept", "."), tags=("PRP", "VBD", "."), phrases=(Span("S", 0, 3), Span("NP", 0, 1), Span("VP", 1, 2))
    )


def test_a_line_is_a_segment(read):
    found = read(f"{SLEPT} (NP (NN dog))\n\n(X (UH oh))\n")
    assert [text for text, _, _ in found] == ["I slept . dog", "", "oh"]
    assert [len(sentences) for _, sentences, _ in found] == [2, 0, 1]


def test_trees_over_several_lines_are_segments(read):
    found = read("\n( (S (NP (PRP I))\n   (VP (VBD slept))\n\n   (. .)) )\n( (NP (NN dog)) ) ( (NP\n (NN cat)) )")
    assert [text for text, _, _ in found] == ["I slept .", "dog", "cat"]


@pytest.mark.parametrize("outer", ["", "TOP", "ROOT", "S1", "VROOT"])
def test_an_outermost_bracket_is_stripped_once(read, outer):
    assert read(f"({outer} {SLEPT})\n") == read(SLEPT)
    (inner,) = read(f"( ({outer or 'TOP'} {SLEPT}))\n")[0].sentences
    assert inner.phrases[0] == Span(outer or "TOP", 0, 3)


def test_labels_lose_functions_and_tags_do_not(read):
    (sentence,) = read("(S-1 (NP-SBJ=2 (-LRB- -LRB-) (NN-X a)) (-RRB- -RRB-))")[0].sentences
    assert [span.label for span in sentence.phrases] == ["S", "NP"]
    assert sentence.tags == ("-LRB-", "NN-X", "-RRB-")


def test_empty_elements_go_and_what_they_leave_empty(read):
    (sentence,) = read("(S (NP-SBJ (-NONE- *-1)) (VP (VB go) (SBAR (S (-NONE- *T*)))))")[0].sentences
    assert sentence == Sentence(("go",), tags=("VB",), phrases=(Span("S", 0, 1), Span("VP", 0, 1)))


def test_a_tree_of_empty_elements_is_an_empty_text(read):
    assert read("(S (-NONE- *))") == [("", (), None)]


def test_escapes_in_words(read):
    (sentence,) = read(r"(X (A -LRB-) (A :--RRB-) (A -LSB-x-RCB-) (A 1\/2) (A \*) (A a-b))")[0].sentences
    assert sentence.words == ("(", ":-)", "[x}", "1/2", "*", "a-b")


def test_white_space_is_that_of_ascii(read):
    assert read("(NP (CD 1\u00a0000)\t(NN km))")[0].text == "1\u00a0000 km"


def test_tags_that_are_not_known(read):
    assert read("(NP (_ a) (_ dog))")[0].sentences[0].tags == ()
    assert read("(NP (_ a) (NN dog))")[0].sentences[0].tags == ("_", "NN")


def test_gzip(tmp_path):
    path = tmp_path / "trees.gz"
    path.write_bytes(gzip.compress(SLEPT.encode()))
    assert read_bracketed(path)[0].text == "I slept ."


def test_depth_has_no_limit(read):
    deep = 100_000
    (sentence,) = read("(X " * deep + "(NN dog)" + ")" * deep)[0].sentences
    assert len(sentence.phrases) == deep
    assert bracketed(sentence).count("(X ") == deep
    with pytest.raises(FormatError, match="line 1: a bracket that opens here is never closed"):
        read("(" + "(X " * deep)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "trees.mrg: the file is empty; expected trees"),
        (f"{SLEPT})", "line 1: a '\\)' without its '\\('"),
        (f"{SLEPT}\n(S (NN x)", "line 2: a bracket that opens here is never closed"),
        ("(S (NN x)\n(S (NN y)))", "line 2: a tree begins while that of line 1 is still open"),
        (")(", "line 1: a '\\)' without its '\\('"),
        (f"{SLEPT}\nhello", "line 2: 'hello' outside brackets"),
        ("(NP (DT a) dog)", "line 1: 'dog' without a tag"),
        ("(NN hot dog)", "line 1: 'dog' without a tag"),
        ("(NP dog (DT a))", "line 1: a bracket beside the word 'dog'"),
        ("(NP ((NN dog)))", "line 1: a bracket without a label"),
        ("(S (NP) (VB go))", r"line 1: a bracket \(NP\) without words"),
        ("()", r"line 1: a bracket \(\) without words"),
        ("(NP (NN dog))\r\n", r'line 1: ends in CRLF; .* accept=\["crlf"\]'),
        ("(NP\r (NN dog))\n", r'line 1: contains a carriage return; .* accept=\["crlf"\]'),
        ("\ufeff(NP (NN dog))", r'line 1: starts with a byte order mark; .* accept=\["bom"\]'),
        (b"(NP\n (NN d\xff))", "line 2, byte 7: not valid UTF-8"),
        ("(NP (NN d\0))", "line 1: contains a NUL"),
    ],
)
def test_refusals(read, text, message):
    with pytest.raises(FormatError, match=message):
        read(text)


def test_what_may_be_accepted(read):
    assert read("\ufeff(NP\r\n (NN\rdog))\r\n", accept=("bom", "crlf")) == read("(NP (NN dog))")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"no\.mrg: No such file or directory; check the path"):
        read_bracketed(tmp_path / "no.mrg")


@pytest.mark.parametrize(
    ("sentence", "tree"),
    [
        (Sentence(("a", "b")), "( (_ a) (_ b))"),
        (Sentence(("a",), pos=("DET",)), "(DET a)"),
        (Sentence(("a b", ""), tags=("NN", ":"), phrases=(Span("NP", 0, 1),)), "( (NP (NN a_b)) (: _))"),
        (Sentence(("a",), tags=("X",), phrases=(Span("TOP", 0, 1),)), "( (TOP (X a)))"),
        (Sentence((":)",), tags=("(",), phrases=(Span("X", 0, 1),)), "(X (-LRB- :-RRB-))"),
    ],
)
def test_what_brackets_show(sentence, tree):
    assert bracketed(sentence) == tree


@st.composite
def sentences(draw):
    """Sentences with sound bracketings: runs of words are split at random, each with some labels around it."""
    words = draw(st.lists(st.text("ab()[]-'\u00a0é", min_size=1, max_size=4), min_size=1, max_size=8))
    tags = draw(st.lists(st.sampled_from(["NN", "-LRB-", "''", "PRP$"]), min_size=len(words), max_size=len(words)))
    spans = []

    def add(first, end):
        for label in draw(st.lists(st.sampled_from(["S", "NP", "TOP", "WHNP"]), max_size=2)):
            spans.append(Span(label, first, end))
        if end - first > 1:
            middle = draw(st.integers(first + 1, end - 1))
            add(first, middle)
            add(middle, end)

    add(0, len(words))
    return Sentence(tuple(words), tags=tuple(tags), phrases=tuple(spans))


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_round_trip(tmp_path, given_sentences):
    path = tmp_path / "trees.mrg"
    path.write_text(" ".join(map(bracketed, given_sentences)) + "\n", "utf-8")
    ((_, found, _),) = read_bracketed(path)
    assert found == tuple(given_sentences)
