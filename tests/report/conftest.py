import pytest

import steelyard as sy


@pytest.fixture
def scores():
    """Two systems, two measures of opposite orientation, and documents."""
    return sy.score(
        {"A": ["the cat sat", "hello there"], "B_2": ["a cat sat", "hello"]},
        ["the cat sat", "hello there"],
        ["chrf", "ter", "gleu"],
        facets={"document": ["x", "y"]},
    )


@pytest.fixture
def undefined():
    return sy.score({"A": ["a", "b"]}, ["a", "..."], "wer(tokens=no-punct)", level="segment")
