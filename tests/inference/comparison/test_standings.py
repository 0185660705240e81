"""Letters say exactly which systems are not told apart, and ranks lie within their ranges."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.inference.comparison.standings import Standing, letters, rank_ranges, ranked


@st.composite
def decisions(draw):
    size = draw(st.integers(1, 7))
    upper = [[draw(st.booleans()) if j > i else False for j in range(size)] for i in range(size)]
    return np.array(upper, bool).reshape(size, size)


@given(decisions())
def test_two_systems_share_a_letter_if_and_only_if_they_are_not_told_apart(better):
    different = better | better.T
    found = [set(one) for one in letters(different)]
    for i in range(len(found)):
        assert found[i], "every system has a letter"
        for j in range(i):
            assert bool(found[i] & found[j]) == (not different[i, j])


@given(decisions())
def test_the_order_of_scores_is_within_the_ranges(better):
    for place, (best, worst) in enumerate(rank_ranges(better), 1):
        assert 1 <= best <= place <= worst <= len(better)


def test_letters_run_from_the_best():
    assert letters(np.zeros((3, 3), bool)) == ("a", "a", "a")
    assert letters(~np.eye(3, dtype=bool)) == ("a", "b", "c")
    assert letters(~np.eye(30, dtype=bool))[25:28] == ("z", "a1", "b1")


def test_many_systems_have_letters():
    random = np.random.default_rng(3)
    quality = np.sort(random.normal(0, 1, 200))[::-1]
    # decisions as tests make them: the larger the difference the surer, with noise of each pair
    shown = quality[:, None] - quality + random.normal(0, 0.02, (200, 200)) > 0.3
    different = np.triu(shown, 1) | np.triu(shown, 1).T
    groups = letters(different)
    assert groups is not None and all(groups)


def test_hopelessly_many_groups_have_no_letters():
    different = np.triu(np.random.default_rng(3).random((60, 60)) < 0.3, 1)
    assert letters(different | different.T) is None


def test_what_has_no_value_has_no_letters_and_no_ranks():
    standings = [
        Standing(system=name, measure="m", value=value) for name, value in zip("BAC", (2, 1, math.nan), strict=True)
    ]
    best, second, without = ranked(standings, [("A", "B", "B"), ("A", "C", None)])
    assert (best.system, best.letters, best.ranks) == ("B", "a", "1")
    assert (second.system, second.letters, second.ranks) == ("A", "b", "2")
    assert without is standings[2]
