"""One name stands for a list of it wherever several may be given."""

import pytest

import steelyard as sy
from steelyard.corpus.given import several
from steelyard.errors import InputError, SpecError

CORPUS = sy.sample()
DRAWS = sy.Draws(resamples=20, trials=20)
ONE = {"dimensions": "adequacy", "levels": "system", "coefficients": "pearson"}
LISTS = {name: [value] for name, value in ONE.items()}


@pytest.fixture
def judge(tmp_path):
    rows = (f"{name}\t{n}\t{n % 5}" for name in CORPUS.systems for n in range(len(CORPUS)))
    path = tmp_path / "judge.tsv"
    path.write_text("\n".join(["system\tseg\terrors", *rows]) + "\n")
    return str(path)


def test_meta(judge):
    one = sy.meta(
        CORPUS, "chrf", external=judge, lower="errors", sections="severity", draws=DRAWS, run=sy.Run(1, "long"), **ONE
    )
    several = sy.meta(
        CORPUS,
        ["chrf"],
        external=[judge],
        lower=["errors"],
        sections=["severity"],
        draws=DRAWS,
        run=sy.Run(1, ["long"]),
        **LISTS,
    )
    assert one.to_dict() == several.to_dict() and one.measures == ("chrf", "errors")


def test_score_table(judge):
    assert sy.score_table(CORPUS, sy.parse("chrf"), external=judge, lower={"errors"}).measures == ("chrf", "errors")
    assert sy.score_table(CORPUS, ["chrf", "ter"]).of("ter").measures == ("ter",)


def test_corroborate(judge):
    given = {"draws": sy.Draws(trials=100), "run": sy.Run(threads=1)}
    one = sy.corroborate(
        CORPUS, "chrf", external=judge, lower="errors", candidates="ter", dimensions="adequacy", **given
    )
    several = sy.corroborate(
        CORPUS, ["chrf"], external=[judge], lower=["errors"], candidates=["ter"], dimensions=["adequacy"], **given
    )
    assert one.to_dict() == several.to_dict() and one.measures == ("chrf", "errors")


def test_reliability():
    assert sy.reliability(CORPUS, "chrf", dimension="adequacy").measures == ("chrf",)


def test_qarla_and_its_similarities():
    few = {"draws": sy.Draws(resamples=20), "orders": 5, "run": sy.Run(threads=1)}
    assert sy.qarla(CORPUS, "chrf", **few).to_dict() == sy.qarla(CORPUS, ["chrf"], **few).to_dict()
    table = sy.pairwise_similarities(CORPUS, "chrf", run=sy.Run(threads=1))
    assert table.measures == ("chrf",) and sy.qarla(table, chosen="chrf", **few).chosen == ("chrf",)


@pytest.mark.parametrize("given", [7, None, {"bleu": 1}, b"bleu"])
def test_what_is_no_list_is_refused_and_named(given):
    with pytest.raises(InputError, match=r"^measures "):
        sy.meta(CORPUS, given)


def test_unknown_names_are_told_whole():
    with pytest.raises(SpecError, match="'crf'"):
        sy.meta(CORPUS, "crf")
    with pytest.raises(SpecError, match="'adequcy'"):
        sy.meta(CORPUS, "chrf", dimensions="adequcy")


def test_lists_sets_views_and_iterators():
    assert several(iter("ab"), "x", "y") == several({"b", "a"}, "x", "y") == several({"a": 1, "b": 2}.keys(), "x", "y")
    assert several("ab", "x", "y") == ["ab"]
