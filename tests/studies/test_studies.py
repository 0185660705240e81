"""What holds for all studies."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import MissingResource, SpecError
from steelyard.measures.notation import parse
from steelyard.report.forms import FORMS, rendered
from steelyard.report.vega import specification
from steelyard.results.account import Account
from steelyard.studies import STUDIES
from steelyard.studies.recipes.recipe import DRAWS, Choices, Recipe, described

PAGE = Path(__file__).resolve().parents[2] / "docs" / "studies.md"


@pytest.mark.parametrize("name", STUDIES.own())
def test_a_study_is_documented(name):
    """Each has a row of docs/studies.md with what it asks and what it takes."""
    recipe = STUDIES.load(name)
    (row,) = (line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |"))
    assert recipe.summary in row
    assert {f"`--{one}`" for one in recipe.takes} == {word for word in row.replace(",", " ").split() if "`--" in word}


@pytest.mark.parametrize("name", STUDIES.own())
def test_its_measures_are_measures(name):
    assert all(parse(measure) for measure in STUDIES.load(name).measures)


#: Options of studies that choose data or say what it is: papers had theirs.
_OF_DATA = {"human", "peers"}


def defaults():
    """Option → its default, of those that are a number."""
    return {"simulations": str(Choices.simulations), "trials": str(DRAWS.trials)}


@pytest.mark.parametrize("name", STUDIES.own())
def test_a_study_says_where_it_departs_from_its_paper(name):
    """Its measures and each option that it takes are held against the paper's, with the default that holds."""
    recipe = STUDIES.load(name)
    settings = {setting.option: setting for setting in recipe.settings}
    assert len(settings) == len(recipe.settings)
    assert settings.keys() >= ({"measures", *recipe.takes} - _OF_DATA)
    for option, default in defaults().items():
        if option in settings:
            assert settings[option].here == ("" if settings[option].paper == default else default)
    report = sy.study(Recipe(name, "", "", (), lambda *_: Account("nothing"), settings=recipe.settings))
    (section,) = report.tables
    assert section.title == "Differences from the paper"
    assert {str(row[0]) for row in section.rows} == {option for option, setting in settings.items() if setting.here}


@pytest.mark.parametrize("name", STUDIES.own())
def test_it_says_what_was_studied(name, request):
    recipe = STUDIES.load(name)
    if any(parse(measure).annotator for measure in recipe.measures):
        request.getfixturevalue("parser")
    few = {"simulations": 10} if "simulations" in recipe.takes else {}
    report = sy.study(name, draws=sy.Draws(trials=200), **few)
    assert report.data.startswith("the built-in sample, whose systems and judgements are invented for illustration: ")
    assert "6 systems, 60 segments, 3 references" in report.data
    assert ("human scores (adequacy, fluency)" in report.data) == ("human" in recipe.takes)
    tables = {table.name for table in report.tables}
    assert report.figures and all((figure.beside or figure.name) in tables for figure in report.figures)
    assert all(specification(figure)["data"]["values"] for figure in report.figures)


def test_a_parser_that_is_not_there_is_asked_for():
    """In one line: what to install, or what to do without; of measures that the user chose, only the first."""

    def experiment(corpus, measures, *settings):
        raise MissingResource("needs spaCy; install it")

    recipe = Recipe("one", "", "", ("stm", "bleu"), experiment)
    with pytest.raises(
        MissingResource, match=r"^needs spaCy; install it; or name measures that do without it \(measures=…\)$"
    ):
        sy.study(recipe)
    with pytest.raises(MissingResource, match=r"^needs spaCy; install it$"):
        sy.study(recipe, measures=["stm"])


@pytest.mark.parametrize("name", STUDIES.own())
def test_what_has_texts_parsed_says_so(name):
    recipe = STUDIES.load(name)
    parsed = any(parse(measure).annotator for measure in recipe.measures)
    assert parsed == any("spaCy" in need for need in recipe.needs)


def test_data_of_ones_own():
    corpus = sy.Corpus.of({"A": ["a b", "c"]}, {"one": ["a b", "c"], "two": ["b", None]})
    assert described(corpus, Choices(), "a.txt") == "a.txt: 1 system, 2 segments, 1 to 2 references, no human scores"
    assert described(corpus, Choices(human="h.tsv", dimension="fluency")).endswith("human scores from h.tsv (fluency)")
    assert described(corpus, Choices(human={"A": [1, 2]})).endswith("references, human scores given")
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


def test_labels_are_refused():
    with pytest.raises(SpecError, match=r"^A=bleu: .* leave out the label: bleu$"):
        sy.study("pastra-saggion-2003", measures=["A=bleu"])


def test_what_has_no_effect_is_refused():
    with pytest.raises(SpecError, match=r"^pair has no effect on hirao-2005; leave it out$"):
        sy.study("hirao-2005", pair=("aurora", "basalt"))
    with pytest.raises(SpecError, match=r"unknown study 'hirao'.*hirao-2005"):
        sy.study("hirao")


def test_a_report_can_be_had_in_every_form():
    report = sy.study("pastra-saggion-2003")
    assert repr(report).startswith("<StudyReport: name='pastra-saggion-2003'") and len(repr(report)) <= 200
    for form in FORMS:
        assert "Query" in rendered(report, form) or "aurora" in rendered(report, form)
    cells = rendered(report, "tsv").partition("\n\n# signatures\n")[0].splitlines()
    assert cells[0] == "table\trow\tcolumn\tvalue"
    assert len(cells) - 1 == sum(len(table.rows) * len(table.columns) for table in report.tables)
