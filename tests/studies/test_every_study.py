"""What holds for all studies."""

from pathlib import Path

import pytest

from steelyard.measures.notation import parse
from steelyard.studies import registry

PAGE = Path(__file__).resolve().parents[2] / "docs" / "studies.md"


@pytest.mark.parametrize("name", registry())
def test_a_study_is_documented(name):
    """Each has a row of docs/studies.md with what it asks and what it takes."""
    recipe = registry()[name]
    (row,) = (line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |"))
    assert recipe.summary in row
    assert {f"`--{one}`" for one in recipe.takes} == {word for word in row.replace(",", " ").split() if "`--" in word}


@pytest.mark.parametrize("name", registry())
def test_its_measures_are_measures(name):
    assert all(parse(measure) for measure in registry()[name].measures)
