from dataclasses import replace

import pytest
from hypothesis import given, settings

from annotation.random_dependencies import dependencies
from annotation.trees.gold_parses import gold, parses
from steelyard.annotation.trees.constituents import phrases_of
from steelyard.annotation.trees.head_rules import dependencies_of
from steelyard.corpus.bracketed import read_bracketed
from steelyard.corpus.sentences import Sentence, Span


@pytest.fixture
def of(tmp_path):
    """Return a function from a tree in brackets to {word: (its head, its relation)}."""

    def found(tree):
        path = tmp_path / "tree.mrg"
        path.write_text(tree, "utf-8")
        ((_, (sentence,), _),) = read_bracketed(path)
        heads, relations = dependencies_of(sentence)
        words = sentence.words
        return {
            words[i]: (words[h] if h >= 0 else "", r) for i, (h, r) in enumerate(zip(heads, relations, strict=True))
        }

    return found


def test_the_red_pen(of):
    assert of("(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))") == {
        "I": ("have", "NP"),
        "have": ("", "root"),
        "a": ("pen", "DT"),
        "red": ("pen", "JJ"),
        "pen": ("have", "NP"),
    }


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(ADJP (RB very) (JJ red) (PP (IN of) (NN it)))", "red"),
        ("(ADJP (JJ red) (NN x))", "x"),
        ("(ADVP (RB right) (RB there))", "there"),
        ("(CONJP (RB as) (RB well) (IN as))", "well"),
        ("(FRAG (NN a) (NN b))", "b"),
        ("(INTJ (UH a) (UH b))", "a"),
        ("(LST (LS 1) (NN b))", "1"),
        ("(NAC (NNP a) (NNP b))", "a"),
        ("(PP (RB just) (IN in) (NP (NN time)))", "in"),
        ("(PP (JJ such) (NN b))", "b"),
        ("(PRN (NN a) (NN b))", "a"),
        ("(PRT (RP up) (RB on))", "up"),
        ("(QP (RB about) ($ $) (CD 3))", "$"),
        ("(RRC (ADVP (RB now)) (NP (NN king)))", "king"),
        ("(S (NP (NN a)) (VP (VB go)))", "go"),
        ("(SBAR (IN that) (S (NP (NN a)) (VP (VB go))))", "that"),
        ("(SBAR (S (VP (VB go))))", "go"),
        ("(SBARQ (WHNP (WP who)) (SQ (VP (VBD went))))", "went"),
        ("(SINV (NP (NN a)) (VP (VBD said)) (NP (NN b)))", "said"),
        ("(SQ (VBD did) (NP (NN a)) (VP (VB go)))", "did"),
        ("(UCP (ADJP (JJ a)) (NP (NN b)))", "b"),
        ("(UCP (ADJP (JJ a)) (CC and) (NP (NN b)))", "a"),
        ("(VP (MD will) (VP (VB go)))", "will"),
        ("(VP (ADVP (RB x)) (NP (NN y)))", "y"),
        ("(WHADJP (WRB how) (JJ many))", "how"),
        ("(WHADVP (RB just) (WRB how))", "how"),
        ("(WHNP (WP$ whose) (NN car))", "whose"),
        ("(WHPP (IN in) (WHNP (WDT which)))", "in"),
        ("(NP (NP (DT the) (NN king)) (PP (IN of) (NP (NNP Spain))))", "king"),
        ("(NP (DT the) (NN king) (POS 's))", "'s"),
        ("(NP (DT the) (NN dog) (NN house) (JJ big))", "house"),
        ("(NP (QP (CD 3)) (PRN (NN x)) (RB y))", "x"),
        ("(NP (CD 3) (CD 4) (RB y))", "4"),
        ("(NP (DT the) (JJ poor))", "poor"),
        ("(NP (DT this) (PRP it) (. .))", "it"),
        ("(NP (NN a) (, ,) (NN b) (CC and) (NN c))", "b"),
        ("(NP (NP (NN a)) (CC and) (NP (NN b)))", "a"),
        ("(VP (VP (VB go)) (, ,) (CC and) (VP (VB come)))", "go"),
        ("(ABC (: -) (NN a) (NN b))", "a"),
        ("(X (: -) (. .))", "-"),
        ("( (: -) (NP (NN a)) (NP (NN b)))", "a"),
    ],
)
def test_the_head_of(of, tree, head):
    assert of(tree)[head] == ("", "root")


def test_relations_are_largest_phrases(of):
    found = of("(S (NP (NP (NNS cups)) (PP (IN of) (NP (NN tea)))) (VP (VBP help)) (. .))")
    assert found["cups"] == ("help", "NP")
    assert found["of"] == ("cups", "PP")
    assert found["tea"] == ("of", "NP")
    assert found["."] == ("help", ".")


def test_universal_parts_of_speech_stand_for_tags():
    phrases = (Span("S", 0, 4), Span("NP", 0, 2), Span("VP", 2, 3))
    pos = ("DET", "NOUN", "VERB", "PUNCT")
    sentence = Sentence(("the", "dog", "barks", "!"), pos=pos, phrases=phrases)
    assert dependencies_of(sentence) == ((1, 2, -1, 2), ("DET", "NP", "root", "PUNCT"))
    assert dependencies_of(replace(sentence, pos=())) == ((1, 2, -1, 2), ("_", "NP", "root", "_"))


def test_no_phrases_no_heads():
    assert dependencies_of(Sentence(("a",), tags=("DT",))) == ((), ())


def test_depth_has_no_limit():
    deep = Sentence(("w", "x"), tags=("NN", "NN"), phrases=tuple(Span("X", 0, 2) for _ in range(100_000)))
    assert dependencies_of(deep) == ((-1, 0), ("root", "NN"))


@settings(max_examples=200)
@given(dependencies())
def test_every_phrase_has_one_head(sentence):
    """All words of a phrase but one depend on words of the phrase."""
    phrases = phrases_of(sentence)
    heads, relations = dependencies_of(replace(sentence, phrases=phrases))
    assert replace(sentence, heads=heads, relations=relations).problem() is None
    assert heads.count(-1) == relations.count("root") == 1
    for span in phrases:
        inside = range(span.first, span.end)
        assert sum(heads[word] not in inside for word in inside) == 1


def agreement(pairs):
    same = [ours == theirs for left, right in pairs for ours, theirs in zip(left, right, strict=True)]
    return sum(same) / len(same)


def test_heads_of_given_trees_and_of_those_from_dependencies_agree():
    pairs = [
        (dependencies_of(replace(parse, phrases=phrases_of(parse)))[0], dependencies_of(tree)[0])
        for tree, parse in parses()
    ]
    assert agreement(pairs) >= 0.965


def test_a_round_trip_keeps_most_heads():
    """Auxiliaries, subordinating conjunctions and 's are heads for Collins, and depend on verbs and nouns for spaCy."""
    pairs = [(dependencies_of(replace(parse, phrases=phrases_of(parse)))[0], parse.heads) for _, parse in parses()]
    assert agreement(pairs) >= 0.729


def test_heads_of_the_sample_are_sound():
    for sentence in gold():
        heads, relations = dependencies_of(sentence)
        assert replace(sentence, heads=heads, relations=relations).problem() is None
