"""Generation accuracy charges a token that is out of order one move."""

import bisect
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from oracles import accuracy
from oracles.wer import distance


def value(measure: str, output: str, reference: str) -> float:
    return sy.score({"A": [output]}, [reference], [measure]).value("A", measure)


def errors(output, reference) -> list[int]:
    """Insertions, deletions, substitutions and moves of generation accuracy."""
    texts = {"A": [" ".join(output)]}, [" ".join(reference)]
    (statistics,) = sy.score(*texts, ["generation-accuracy"], accept=["empty"]).statistics
    return statistics.values[0, 0, :4].tolist()


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        ("B A C D E", "A B C D E", 0.8),
        ("C A B D E", "A B C D E", 0.8),
        ("E D C B A", "A B C D E", 0.2),
        ("C B A", "A B C", 1 / 3),
        ("D E A B C", "A B C D E", 0.6),
        (
            "There was estimate for phase the second no cost",
            "There was no cost estimate for the second phase",
            1 - 3 / 9,
        ),
    ],
)
def test_worked_numbers(output, reference, expected):
    """Bontcheva (2003) wants a movement to be one error; the sentence is hers."""
    assert value("generation-accuracy", output, reference) == pytest.approx(expected, abs=1e-12)


def in_order(places: list[int]) -> int:
    """Length of the longest increasing subsequence."""
    ends: list[int] = []
    for place in places:
        at = bisect.bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(ends)


@given(st.integers(1, 9).flatmap(lambda n: st.permutations(range(n))))
@settings(max_examples=100)
def test_a_permutation_has_as_many_errors_as_tokens_out_of_order(places):
    output = [f"w{place}" for place in places]
    reference = [f"w{place}" for place in range(len(places))]
    assert sum(errors(output, reference)) == len(places) - in_order(places)


def test_a_long_permutation():
    """Over more columns than are traced at a time."""
    places = random.Random(7).sample(range(3000), 3000)
    reference = [f"w{place}" for place in range(3000)]
    assert sum(errors([f"w{place}" for place in places], reference)) == 3000 - in_order(places)


@given(st.lists(st.sampled_from("abcde"), min_size=2, max_size=8), st.data())
@settings(max_examples=100)
def test_swapped_neighbours_never_score_below_a_farther_move(reference, data):
    place = data.draw(st.integers(0, len(reference) - 2))
    farther = data.draw(st.integers(0, len(reference) - 1))
    swapped = [*reference[:place], reference[place + 1], reference[place], *reference[place + 2 :]]
    rest = reference[:place] + reference[place + 1 :]
    moved = [*rest[:farther], reference[place], *rest[farther:]]
    near, far = sum(errors(swapped, reference)), sum(errors(moved, reference))
    assert near <= far or moved == reference


tokens = st.lists(st.sampled_from("abcd"), max_size=8)


@given(tokens, tokens.filter(bool))
@settings(max_examples=300)
def test_errors_equal_the_oracle_and_are_no_more_than_without_moves(output, reference):
    wrong = sum(errors(output, reference))
    assert wrong == accuracy.generation_errors(output, reference) <= distance(output, reference)
