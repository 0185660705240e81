"""The study of measures and the statements of a questionnaire."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import InputError
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.judgements.scores import human_scores
from steelyard.studies import STUDIES
from studying import settings

MEASURES = ["rouge-1", "ter"]
SETUP = {"simulations": 50, "trials": 99, "threads": 1}


@pytest.fixture(scope="module")
def found():
    return STUDIES.load("murray-2005").study(sy.sample(), MEASURES, *settings(SETUP))


def renamed(corpus, change):
    """Return the corpus with judgements whose dimension and value are changed."""
    return replace(corpus, judgements=tuple(replace(j, **change(j)) for j in corpus.judgements))


def test_correlations(found, rows):
    corpus = sy.sample()
    segments = sy.score(corpus, measures=MEASURES, level="segment")
    systems = segments.at("system")
    for row in rows(found, "correlations"):
        human = human_scores(corpus, dimension=row["statement"])
        sign = -1 if row["measure"] == "ter" else 1
        if row["over"] == "outputs":
            own = [sign * segments.value(s, row["measure"], name) for s in corpus.systems for name in corpus.ids]
            expected = stats.spearmanr(own, human.values.reshape(-1)).statistic
            assert row["n"] == 360
        else:
            own = [sign * systems.value(s, row["measure"]) for s in corpus.systems]
            expected = stats.spearmanr(own, human.values.mean(axis=1)).statistic
            assert row["n"] == 6
        assert row["ρ"] == pytest.approx(expected, abs=1e-9)


def test_holm_within_each_measure(found, rows):
    table = rows(found, "correlations")
    assert len(table) == 2 * 2 * 2
    for measure in MEASURES:
        for over in ("outputs", "systems"):
            own = [row for row in table if (row["measure"], row["over"]) == (measure, over)]
            assert [row["Holm's p"] for row in own] == corrected(np.array([row["p"] for row in own])).tolist()


def test_table_1(found, rows):
    corpus = sy.sample()
    for row in rows(found, "table-1"):
        human = human_scores(corpus, dimension=row["statement"])
        assert [row[name] for name in corpus.systems] == pytest.approx(human.values.mean(axis=1).tolist())
        assert (row["F"], row["p"]) == pytest.approx(tuple(stats.f_oneway(*human.values)))
        report = sy.agree(corpus, "alpha", dimension=row["statement"], draws=sy.Draws(unit="item", resamples=2))
        assert row["α"] == pytest.approx(report.value("alpha"))


def test_a_reversed_statement_is_turned_round(found, rows):
    """The statement -clumsy, 6 - fluency, goes with measures as fluency does, and its answers stay as given."""
    clumsy = renamed(
        sy.sample(), lambda j: {"dimension": "-clumsy", "value": 6 - j.value} if j.dimension == "fluency" else {}
    )
    turned = STUDIES.load("murray-2005").study(clumsy, MEASURES, *settings(SETUP))
    for row, other in zip(rows(turned, "correlations"), rows(found, "correlations"), strict=True):
        assert {**row, "statement": ""} == pytest.approx({**other, "statement": ""}, abs=1e-9)
    answers, given = (next(r for r in rows(one, "table-1") if r["statement"] in ("-clumsy", "fluency"))
                      for one in (turned, found))  # fmt: skip
    assert answers["aurora"] == pytest.approx(6 - given["aurora"])
    signature = next(line for line in turned.signatures if "human|dimension:-clumsy" in line)
    assert signature.endswith("polarity:reversed, negated")


def test_a_statement_that_goes_against_the_others_is_told():
    corpus = sy.sample()
    more = tuple(
        replace(j, dimension="clumsy", value=6 - j.value) for j in corpus.judgements if j.dimension == "fluency"
    )
    found = STUDIES.load("murray-2005").study(
        replace(corpus, judgements=corpus.judgements + more), ["rouge-1"], *settings(SETUP, trials=199)
    )
    told = "clumsy goes against every other statement; if more of it is worse, name it -clumsy, else without -"
    assert told in found.findings and not any("adequacy goes against every" in line for line in found.findings)
    line = next(line for line in found.findings if line.startswith("rouge-1 over outputs"))
    assert "goes with adequacy" in line and "goes against clumsy (ρ = -" in line


def test_statements_are_held_against_each_other(found, rows):
    (row,) = rows(found, "statements")
    both = [human_scores(sy.sample(), dimension=name).values.reshape(-1) for name in ("adequacy", "fluency")]
    assert row["ρ"] == pytest.approx(stats.spearmanr(*both).statistic) and row["n"] == 360


def test_too_few_systems_for_any_significance(few, rows):
    corpus, human = few
    found = STUDIES.load("murray-2005").study(corpus, ["rouge-1"], *settings(SETUP, human=human))
    assert any(
        line.startswith("over systems, no p can be less than 0.33 (3 systems, 99 trials)") for line in found.findings
    )
    assert any(line.startswith("agreement on score is undefined: these human scores") for line in found.findings)
    assert math.isnan(rows(found, "table-1")[0]["α"])
    assert not any(table.name == "statements" for table in found.tables)


def test_assessors_that_are_not_named(few, tmp_path):
    corpus, human = few
    lines = [f"{name}\t{n}\t{value}" for name, own in human.items() for n, value in enumerate(own)]
    path = tmp_path / "human.tsv"
    path.write_text("system\tseg\tscore\n" + "\n".join(lines) + "\n", "utf-8")
    found = STUDIES.load("murray-2005").study(corpus, ["rouge-1"], *settings(SETUP, human=path))
    (line,) = (line for line in found.findings if line.startswith("agreement on score is undefined"))
    assert "expected item (or seg, with system), assessor" in line


def test_what_is_undefined_is_told(few, rows):
    corpus, human = few
    same = replace(corpus, systems=dict.fromkeys("ABC", corpus.systems["A"]))
    found = STUDIES.load("murray-2005").study(same, ["rouge-1"], *settings(SETUP, human=human))
    (row,) = (row for row in rows(found, "correlations") if row["over"] == "systems")
    assert math.isnan(row["ρ"]) and row["95 % interval"] == "undefined"
    assert any(line == "rouge-1 over systems, at Holm's p ≤ 0.05: is undefined for score" for line in found.findings)
    assert any(line.startswith("undefined: rouge-1 and score, over systems") for line in found.findings)


def test_answers_that_never_vary_within_a_system(few, rows):
    """F is infinite then; JSON has no such number."""
    corpus, _ = few
    human = {name: [float(value)] * 4 for name, value in zip("ABC", (1, 2, 3), strict=True)}
    found = STUDIES.load("murray-2005").study(corpus, ["rouge-1"], *settings(SETUP, human=human))
    assert rows(found, "table-1")[0]["F"] == math.inf
    assert found.to_dict()["tables"][0]["rows"][0]["F"] is None


def test_it_is_repeatable(found):
    assert (
        STUDIES.load("murray-2005").study(sy.sample(), MEASURES, *settings(SETUP, threads=2)).to_dict()
        == found.to_dict()
    )


def test_refusals(few):
    corpus, human = few
    with pytest.raises(InputError, match="needs 3 or more with human scores; there are 2: A, B"):
        STUDIES.load("murray-2005").study(corpus, ["rouge-1"], *settings(human={name: human[name] for name in "AB"}))
    with pytest.raises(InputError, match="there are no human scores in the corpus"):
        STUDIES.load("murray-2005").study(corpus, ["rouge-1"], *settings())
