"""The study of two tests on systems that are alike."""

import json

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.report.folder import save
from steelyard.studies import STUDIES
from studying import settings, text


@pytest.fixture(scope="module")
def found():
    recipe = STUDIES.load("riezler-maxwell-2005")
    return recipe.study(sy.sample(), ["nist", "bleu"], *settings(simulations=100, trials=199, threads=1))


def rates(found, test, level):
    table = next(table for table in found.tables if table.name == "rejections")
    rows = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
    return [row["rate"] for row in rows if row["test"] == test and row["level"] == level]


def test_the_finding_of_the_paper(found):
    """As in its table 2, the bootstrap of its figure 2 gives smaller p on systems that are alike."""
    table = next(table for table in found.tables if table.name == "table-2")
    rows = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
    assert len(rows) == 5 and all(row["p bootstrap-absolute"] < row["p randomisation"] for row in rows)
    for ours, theirs in zip(rates(found, "randomisation", 0.1), rates(found, "bootstrap-absolute", 0.1), strict=True):
        assert theirs > ours and ours < 0.2
    assert sum("bootstrap-absolute was the less conservative" in line for line in found.findings) == 2


def test_it_is_repeatable(found):
    setup = {"simulations": 100, "trials": 199, "threads": 2}
    again = STUDIES.load("riezler-maxwell-2005").study(sy.sample(), ["nist", "bleu"], *settings(setup))
    assert again.to_dict() == found.to_dict()


def test_files(found, tmp_path):
    lacking = save(found, tmp_path, "study")
    names = {path.name for path in tmp_path.iterdir()}
    assert names >= {"study.json", "study.txt", "table-1.tsv", "table-2.tsv", "rejections.tsv", "rejections.vl.json"}
    assert ("rejections.svg" in names) == (not lacking)
    held = json.loads((tmp_path / "study.json").read_text("utf-8"))
    assert held["findings"] == list(found.findings)
    rows, _, signatures = (tmp_path / "rejections.tsv").read_text("utf-8").partition("\n\n# signatures\n")
    assert rows.count("\n") == 2 * 3 * 7 and signatures
    assert "Type-I error at more levels" not in text(found)


def test_refusals():
    assert all(name == STUDIES.load(name).name and STUDIES.load(name).summary for name in STUDIES.own())
    with pytest.raises(SpecError, match="unknown study 'riezler'"):
        STUDIES.load("riezler")
    with pytest.raises(InputError, match="two systems"):
        STUDIES.load("riezler-maxwell-2005").study(sy.Corpus.of({"A": ["a"]}, ["a"]), ["bleu"], *settings())
