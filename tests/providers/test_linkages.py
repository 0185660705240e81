"""Linkages become trees whatever their links are; what they say of English clauses is what grammars say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.corpus.sentences import Span
from steelyard.providers.linkages import GrammarLink, Linkage, dependencies, phrases

LABELS = "Wd WV Ss Os D MVp Js Ce Cs CV SJlp SJrp I PP Pg YS CO DD A L Xp _IAB".split()
MARKS = ["", "h", "d"]


@st.composite
def linkages(draw):
    words = draw(st.lists(st.sampled_from(["cat", ",", "and", "7", "😀"]), min_size=1, max_size=9))
    links = []
    for _ in range(draw(st.integers(0, 14))):
        left = draw(st.integers(-1, len(words) - 1))
        right = draw(st.integers(0, len(words) - 1))
        if left < right:
            label = draw(st.sampled_from(LABELS))
            marks = (draw(st.sampled_from(MARKS)) + label, draw(st.sampled_from(MARKS)) + label)
            links.append(GrammarLink(left, right, label, marks))
    return words, links


@given(linkages())
def test_any_links_make_one_tree(made):
    words, links = made
    sentence = Linkage(tuple(words), tuple(words), tuple(links), "").sentence()
    assert sentence.problem() is None
    assert sentence.heads.count(-1) == 1
    assert sentence.relations[sentence.heads.index(-1)] == "root"
    assert [r == "root" for r in sentence.relations].count(True) == 1
    assert all(sentence.relations) and all(sentence.pos)


@given(linkages(), st.integers(0, 99))
def test_the_order_of_links_does_not_matter(made, seed):
    words, links = made
    shuffled = random.Random(seed).sample(links, len(links))
    assert dependencies(words, shuffled) == dependencies(words, links)


@pytest.mark.parametrize(
    ("words", "links", "heads"),
    [
        # No link to the verb from the wall: it is found through its subject.
        ("he left", [(-1, 0, "Wd"), (0, 1, "Ss")], [1, -1]),
        # Auxiliaries give way, and their subject goes with them.
        ("did you see", [(-1, 0, "Qd"), (0, 1, "SIp"), (0, 2, "I*d")], [2, 2, -1]),
        ("he has gone", [(-1, 2, "WV"), (-1, 0, "Wd"), (0, 1, "Ss"), (1, 2, "PP")], [2, 2, -1]),
        # The first of two coordinated words heads both.
        ("cats and dogs", [(-1, 1, "Wa"), (0, 1, "SJlp"), (1, 2, "SJrp")], [-1, 0, 0]),
        # A subordinator gives way to its verb, a verb with a complement clause does not.
        ("if he left", [(-1, 0, "Wd"), (0, 1, "Cs"), (0, 2, "CV"), (1, 2, "Ss")], [2, 2, -1]),
        ("think he left", [(-1, 0, "Wi"), (0, 1, "Ce"), (0, 2, "CV"), (1, 2, "Ss")], [-1, 2, 0]),
        # The owner depends on what is owned, and 's on the owner.
        ("Ann 's cat", [(-1, 2, "Wa"), (0, 1, "YS"), (1, 2, "D")], [2, 0, -1]),
        # An opener depends on the verb.
        ("now we go", [(-1, 2, "WV"), (0, 1, "CO"), (1, 2, "Sp")], [2, 2, -1]),
        # What the dictionary marks as head is one.
        ("big cat", [(-1, 0, "Wa"), (0, 1, "A", ("hA", "A"))], [-1, 0]),
    ],
)
def test_clauses_are_headed_by_their_verbs(words, links, heads):
    assert list(dependencies(words.split(), [GrammarLink(*link) for link in links])[0]) == heads


def test_words_without_links_depend_on_the_root():
    heads, relations = dependencies(
        ["oh", "he", "left", "."], [GrammarLink(-1, 1, "Wd"), GrammarLink(1, 2, "Ss"), GrammarLink(-1, 3, "Xp")]
    )
    assert (heads, relations) == ((2, 2, -1, 2), ("null", "S", "root", "X"))


@pytest.mark.parametrize(
    "brackets", ["", "(S a)", "(S a b", "(S a b))", "(S b a)", "(S a b c)", "(S (NP a) b)) (", ")(S a b)"]
)
def test_brackets_that_are_not_of_the_words_are_no_phrases(brackets):
    assert phrases(["a", "b"], brackets) == ()


def test_brackets_within_words_are_braces_in_the_tree():
    assert phrases(["(", "x[?].n", ")"], "(S { x{?}.n } (NP))") == (Span("S", 0, 3),)
