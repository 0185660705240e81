"""Trees as lists of nodes in preorder."""

import pytest
from hypothesis import given

from annotation.random_dependencies import dependencies as random_dependencies
from annotation.sentences_by_hand import SEEN, YES
from steelyard.annotation.forests import KINDS, Numbering, constituents, dependencies, treelets
from steelyard.corpus.sentences import Sentence, Span
from steelyard.errors import InputError


def test_constituents():
    assert constituents(SEEN, SEEN.tags) == [
        ("S", -1), ("NP", 0), ("NNP", 1), ("VP", 0), ("VBD", 3), ("NP", 3), ("NP", 5), ("DT", 6), ("NN", 6), ("PP", 5),
        ("IN", 9), ("NP", 9), ("DT", 11), ("NN", 11),
    ]  # fmt: skip
    assert KINDS["pos"](YES, False) == [("INTJ", -1), ("INTJ", 0)]


def test_one_phrase_in_another_of_the_same_words():
    found = constituents(Sentence(("a",), tags=("T",), phrases=(Span("A", 0, 1), Span("B", 0, 1))), ("T",))
    assert found == [("A", -1), ("B", 0), ("T", 1)]


def test_words_outside_phrases_are_trees_of_their_own():
    found = constituents(Sentence(("a", "b", "c"), phrases=(Span("X", 1, 2),)), ("1", "2", "3"))
    assert found == [("1", -1), ("X", -1), ("2", 1), ("3", -1)]


def test_dependencies():
    assert dependencies(SEEN, True) == [
        ("saw", -1), ("ann", 0), ("man", 0), ("the", 2), ("with", 2), ("hat", 4), ("a", 5),
    ]  # fmt: skip


@given(random_dependencies())
def test_every_word_is_a_node_once_and_below_its_head(sentence):
    numbered = Sentence(tuple(str(n) for n in range(len(sentence))), heads=sentence.heads)
    nodes = dependencies(numbered, False)
    assert sorted(int(word) for word, _ in nodes) == list(range(len(sentence)))
    for place, (word, parent) in enumerate(nodes):
        assert parent < place
        assert (-1 if parent < 0 else int(nodes[parent][0])) == sentence.heads[int(word)]


@given(random_dependencies())
def test_treelets_hold_every_word_once_below_a_head(sentence):
    found = list(treelets([sentence]))
    heads = [head for head, _ in found if head]
    assert sum(len(words) for _, words in found) == len(sentence) + len(heads)


def test_labels_have_one_number_in_all_forests():
    numbering = Numbering()
    one = numbering.forest([(SEEN,), (), (YES, YES)], "tag", False)
    two = numbering.forest([(YES, SEEN)], "tag", False)
    assert len(one) == 3 and len(two) == 1
    assert numbering._numbers["S"] == 0 and len(numbering._numbers) == len(
        {*SEEN.tags, "S", "NP", "VP", "PP", "INTJ", "UH"}
    )


@pytest.mark.parametrize("kind", KINDS)
def test_trees_that_are_not_known_are_refused(kind):
    with pytest.raises(InputError, match=r"gives no \w+ for some sentence"):
        Numbering().forest([(Sentence(("a",)),)], kind, False)
