"""What tests of studies share."""

from importlib.util import find_spec

import pytest

import steelyard as sy
from steelyard.studies.recipes.report import StudyReport


@pytest.fixture(scope="session")
def rows():
    """Return a function from a study and the name of a table to the rows of that table."""

    def of(study: StudyReport, name: str) -> list[dict]:
        table = next(table for table in study.tables if table.name == name)
        return [dict(zip(table.heads, row, strict=True)) for row in table.rows]

    return of


@pytest.fixture(scope="session")
def parser():
    """What a test asks for that has texts parsed."""
    if find_spec("spacy") is None:
        pytest.skip("skipped: parsed texts, as spaCy is not installed (the extra syntax)")


@pytest.fixture
def few():
    """A corpus of three systems, two references and no judgements; and human scores of its outputs, in a mapping."""
    systems = {
        "A": ["the cat sat on the mat", "a dog ran over the hill", "it rains today", "she reads a long book"],
        "B": ["the cat sat on mat", "dog ran over a hill", "rain today it does", "she is reading books"],
        "C": ["cat mat", "dogs hill the", "it rains today", "long book reads"],
    }
    references = {
        "one": ["the cat sat on the mat", "a dog ran over the hill", "it is raining today", "she reads a long book"],
        "two": ["a cat was on the mat", "a dog ran across the hill", "it rains today", "she is reading a long book"],
    }
    human = {"A": [5, 5, 4, 5], "B": [4, 3, 2, 3.5], "C": [1, 2, 4, 2]}
    return sy.Corpus.of(systems, references), human


@pytest.fixture
def counted_steps():
    """Where progress is kept, and a function that tells it."""
    steps: list[tuple[int, int]] = []
    return steps, lambda done, of: steps.append((done, of))
