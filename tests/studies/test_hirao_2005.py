"""The study of string kernels and ROUGE beside human scores."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.studies import STUDIES
from studying import settings

MEASURES = ["rouge-2(stop=english)", "rouge-2", "esk(d=2,beta=2)", "wsk(d=2,beta=2)", "wer"]
SEGMENTS = 15
SETUP = {"simulations": 50, "trials": 99, "threads": 1, "dimension": "fluency"}


@pytest.fixture(scope="module")
def corpus():
    """The first segments of the sample: 180 settings of a kernel are tried on every text."""
    sample = sy.sample()
    outputs = {name: list(texts)[:SEGMENTS] for name, texts in sample.systems.items()}
    references = {str(n): list(texts)[:SEGMENTS] for n, texts in enumerate(sample.references, 1)}
    judgements = tuple(judgement for judgement in sample.judgements if judgement.item < SEGMENTS)
    return replace(sy.Corpus.of(outputs, references), judgements=judgements)


@pytest.fixture(scope="module")
def found(corpus):
    return STUDIES.load("hirao-2005").study(corpus, MEASURES, *settings(SETUP))


def quality(corpus, dimension):
    values = {name: [j.value for j in corpus.judgements if (j.system, j.dimension) == (name, dimension)]
              for name in corpus.systems}  # fmt: skip
    return [np.mean(values[name]) for name in corpus.systems]


def test_tables_4_and_5(corpus, found, rows):
    """Scores against each reference alone, and the mean of them, beside the mean judgement of each system."""
    human = quality(corpus, "fluency")
    alone = {}
    for n, texts in enumerate(corpus.references, 1):
        scores = sy.score(replace(corpus, references=(texts,)), measures=MEASURES)
        alone[f"reference {n}"] = {m: np.array([scores.value(s, m) for s in corpus.systems]) for m in MEASURES}
    alone["mean"] = {m: np.mean([one[m] for one in alone.values()], axis=0) for m in MEASURES}
    for table, function in (("table-4", stats.pearsonr), ("table-5", stats.spearmanr)):
        for row in rows(found, table):
            for name, scores in alone.items():
                own = scores[row["measure"]] * (-1 if row["measure"] == "wer" else 1)
                assert row[name] == pytest.approx(function(own, human).statistic, abs=1e-9)
    assert any("less is better of wer" in line for line in found.findings)


def test_table_6_is_the_best_of_a_sweep(corpus, found, rows):
    varied = {"d": [2, 3, 4], "decay": [n / 10 for n in range(1, 11)], "beta": [1, 2, 3, 4, 5, math.inf]}
    for row in rows(found, "table-6"):
        if row["references"] == "reference 2":
            one = replace(corpus, references=corpus.references[1:2])
            swept = sy.sweep(one, "esk(d=2,beta=2)", varied, dimension="fluency", coefficient=row["coefficient"])
            values = [setting.value for setting in swept.settings]
            best = [s for s in swept.settings if s.value == pytest.approx(max(values), abs=1e-9)]
            assert (row["best"], row["worst"]) == pytest.approx((max(values), min(values)))
            assert row["such settings"] == len(best)
            assert {name: row[name] for name in varied} == dict(best[0].options)
    assert len(rows(found, "settings")) == 180 * 2 * 4
    assert [r["references"] for r in rows(found, "table-6")] == [
        "reference 1",
        "reference 2",
        "reference 3",
        "mean",
    ] * 2


def test_findings_are_counted(found, rows):
    """ESK against WSK and stop words, recounted from the tables."""
    tables = [{row["measure"]: row for row in rows(found, name)} for name in ("table-4", "table-5")]
    names = ("reference 1", "reference 2", "reference 3", "mean")

    def wins(a, b):
        return sum(t[a][name] > t[b][name] + 1e-9 for t in tables for name in names)

    kernels, stop = (next(line for line in found.findings if line.startswith(start)) for start in ("ESK", "ROUGE"))
    assert f"in {wins('esk(d=2,beta=2)', 'wsk(d=2,beta=2)')} of 8 cases" in kernels
    assert f"in {wins('rouge-2(stop=english)', 'rouge-2')} of 8 cases" in stop
    best = max(("rouge-2(stop=english)", "rouge-2"), key=lambda m: tables[0][m]["mean"])
    assert any(line.startswith("pearson, mean:") and f"the best of rouge is {best}" in line for line in found.findings)


def test_one_reference_and_one_score_for_each_system(few, rows):
    corpus, human = few
    one = replace(corpus, references=corpus.references[:1])
    setup = SETUP | {"dimension": None, "human": {name: float(np.mean(own)) for name, own in human.items()}}
    found = STUDIES.load("hirao-2005").study(one, ["rouge-1", "esk"], *settings(setup))
    assert list(rows(found, "table-4")[0]) == ["measure", "reference 1", "95 % interval", "p"]
    assert "judgements:one-per-system" in found.signatures[-1]


def test_what_is_undefined_is_told(few, rows):
    corpus, human = few
    same = replace(corpus, systems=dict.fromkeys("ABC", corpus.systems["A"]))
    found = STUDIES.load("hirao-2005").study(same, ["rouge-1", "esk"], *settings(SETUP, dimension=None, human=human))
    assert all(math.isnan(row["mean"]) for row in rows(found, "table-4"))
    assert any(line.startswith("undefined: pearson, rouge-1, reference 1 and 11 more") for line in found.findings)
    assert "pearson, mean: undefined for every measure" in found.findings
    assert all(row["d"] == "undefined" and math.isnan(row["best"]) for row in rows(found, "table-6"))


def test_the_first_dimension_is_taken_and_said(corpus):
    recipe = STUDIES.load("hirao-2005")
    found = recipe.study(corpus, ["rouge-1"], *settings(simulations=20, trials=20, threads=1))
    assert "human scores are those of adequacy; the others (fluency) can be chosen: dimension=…" in found.findings
    assert any("esk|d:2,3,4|" in line for line in found.signatures)


def test_it_is_repeatable(corpus, found):
    again = STUDIES.load("hirao-2005").study(corpus, MEASURES, *settings(SETUP, threads=2))
    assert again.to_dict() == found.to_dict()


def test_progress_ends_at_the_end(few):
    told = []
    corpus, human = few
    setup = {"human": human, "simulations": 20, "trials": 20, "threads": 1, "progress": lambda *one: told.append(one)}
    STUDIES.load("hirao-2005").study(corpus, ["rouge-1"], *settings(setup))
    assert told == sorted(told) and told[-1][0] == told[-1][1]


def test_refusals(few):
    run = STUDIES.load("hirao-2005").study
    corpus, human = few
    with pytest.raises(InputError, match="needs 3 or more with human scores; there are 2: A, B"):
        run(corpus, ["esk"], *settings(human={name: human[name] for name in "AB"}))
    with pytest.raises(InputError, match="there are no human scores in the corpus"):
        run(corpus, ["esk"], *settings())
    with pytest.raises(SpecError, match="no dimension 'fluent'"):
        run(sy.sample(), ["esk"], *settings(dimension="fluent"))
    gap = sy.Corpus.of(
        {name: list(texts) for name, texts in corpus.systems.items()},
        {"one": list(corpus.references[0]), "two": ["a", "", "b", "c"]},
    )
    with pytest.raises(InputError, match="reference set 2 has no text for segment 1"):
        run(gap, ["esk"], *settings(human=human))
