"""What holds for all studies."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import MissingResource
from steelyard.measures.notation import parse
from steelyard.studies import registry
from steelyard.studies.base import Recipe, Setup, described

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


@pytest.mark.parametrize("name", registry())
def test_it_says_what_was_studied(name, request):
    recipe = registry()[name]
    if any(parse(measure).annotator for measure in recipe.measures):
        request.getfixturevalue("parser")
    few = {"simulations": 10, "trials": 200}
    made = recipe.study(sy.sample(), recipe.measures, Setup(**few))
    assert made.data.startswith("the built-in sample, whose systems and judgements are invented for illustration: ")
    assert "6 systems, 60 segments, 3 references" in made.data
    assert ("human scores (adequacy, fluency)" in made.data) == ("human" in recipe.takes)
    tables = {table.name for table in made.tables}
    assert set(made.beside) <= set(made.figures) and set(made.beside.values()) <= tables
    assert all(made.beside.get(figure, figure) in tables for figure in made.figures)


def test_a_parser_that_is_not_there_is_asked_for():
    """In one line: what to install, or what to do without; of measures that the user chose, only the first."""

    def run(corpus, measures, setup):
        raise MissingResource("needs spaCy; install it")

    recipe = Recipe("one", "", "", ("stm", "bleu"), run)
    with pytest.raises(MissingResource, match=r"^needs spaCy; install it; or name measures that do without it \(-m\)$"):
        recipe.study(sy.sample(), recipe.measures, Setup())
    with pytest.raises(MissingResource, match=r"^needs spaCy; install it$"):
        recipe.study(sy.sample(), ["stm"], Setup())


@pytest.mark.parametrize("name", registry())
def test_what_has_texts_parsed_says_so(name):
    recipe = registry()[name]
    parsed = any(parse(measure).annotator for measure in recipe.measures)
    assert parsed == any("spaCy" in need for need in recipe.needs)


def test_data_of_ones_own():
    corpus = sy.Corpus.of({"A": ["a b", "c"]}, {"one": ["a b", "c"], "two": ["b", None]})
    assert described(corpus, Setup(), "a.txt") == "a.txt: 1 system, 2 segments, 1 to 2 references, no human scores"
    assert described(corpus, Setup(human="h.tsv", dimension="fluency")).endswith("human scores from h.tsv (fluency)")
    assert described(corpus, Setup(human={"A": [1, 2]})).endswith("references, human scores given")
    assert described(corpus) == "1 system, 2 segments, 1 to 2 references"


def test_the_sample_is_known_by_its_texts(tmp_path):
    """However it is written down, and if only some of its systems and references are there."""
    sample = sy.sample()
    renamed = sy.Corpus.of({"mine": list(sample.systems["dune"])}, [list(sample.references[0])])
    assert described(renamed).startswith("the built-in sample") and "1 system, 60 segments, 1 ref" in described(renamed)
    own = sy.Corpus.of({"mine": [*list(sample.systems["dune"])[:-1], "Mine"]}, [list(sample.references[0])])
    assert described(own) == "1 system, 60 segments, 1 reference"
    sy.write(sample, tmp_path / "sample")
    assert described(sy.read(tmp_path / "sample"), None, "sample").startswith("the built-in sample")
