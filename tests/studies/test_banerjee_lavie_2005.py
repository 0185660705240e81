"""The study of METEOR and its parts."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.grouping import correlate_outputs
from steelyard.judgements.scores import human_scores
from steelyard.studies import STUDIES
from studying import settings

NAME = "banerjee-lavie-2005"
SETUP = {"trials": 50, "threads": 1}


@pytest.fixture(scope="module")
def found():
    recipe = STUDIES.load(NAME)
    return recipe.study(sy.sample(), recipe.measures, *settings(SETUP))


@pytest.fixture(scope="module")
def human():
    """The mean of adequacy and fluency, system × segment."""
    return np.mean([human_scores(sy.sample(), None, name).values for name in ("adequacy", "fluency")], axis=0)


def scored(measure, level="segment"):
    corpus = sy.sample()
    scores = sy.score(corpus, measures=[measure], level=level)
    held = {(one.system, one.group): one.value for one in scores.scores}
    groups = list(dict.fromkeys(one.group for one in scores.scores))
    return np.array([[held[system, group] for group in groups] for system in corpus.systems])


def test_structure(found):
    assert [table.name for table in found.tables] == [
        "table-1",
        "table-2-3",
        "table-4-5",
        "table-6-7",
        "table-8",
        "differences",
    ]
    assert all(table.heads[1:] == ("all", "news", "instructions", "culture") for table in found.tables[:-1])
    assert [row[0] for row in found.tables[0].rows] == [
        "bleu", "nist", "Precision", "Recall", "F1", "Fmean", "METEOR",
    ]  # fmt: skip
    assert [row[0] for row in found.tables[1].rows] == [*sy.sample().systems, "average"]
    assert all("human|dimension:mean of adequacy + fluency" in one for one in found.signatures)


@pytest.mark.parametrize(
    ("row", "measure"),
    [("bleu", "bleu"), ("Precision", "meteor(alpha=0,gamma=0)"), ("Recall", "meteor(alpha=1,gamma=0)"),
     ("F1", "meteor(alpha=0.5,gamma=0)"), ("Fmean", "meteor(gamma=0)"), ("METEOR", "meteor")],
)  # fmt: skip
def test_measures_over_systems_and_segments(found, human, rows, row, measure):
    over_systems = {one["measure"]: one for one in rows(found, "table-1")}[row]
    expected = correlate(scored(measure, "system")[:, 0], human.mean(axis=1)).value
    assert over_systems["all"] == pytest.approx(expected, rel=1e-12)
    topic = np.array(sy.sample().facet("topic"))
    place = list(dict.fromkeys(topic)).index("culture")
    expected = correlate(scored(measure, "topic")[:, place], human[:, topic == "culture"].mean(axis=1)).value
    assert over_systems["culture"] == pytest.approx(expected, rel=1e-12)
    over_segments = {one["measure"]: one for one in rows(found, "table-4-5")}[row]
    assert over_segments["all"] == correlate_outputs(scored(measure), human, "pearson", "system").value


def test_meteor_within_each_system(found, human, rows):
    table = rows(found, "table-2-3")
    for n, row in enumerate(table[:-1]):
        assert row["all"] == correlate(scored("meteor")[n], human[n]).value
    assert table[-1]["all"] == pytest.approx(np.mean([row["all"] for row in table[:-1]]))
    assert table[-1]["all"] == {one["measure"]: one for one in rows(found, "table-4-5")}["METEOR"]["all"]


def test_modules_and_normalised_judgements(found, human, rows):
    table = {one["modules"]: one["all"] for one in rows(found, "table-6-7")}
    for modules, value in table.items():
        measure = f"meteor(modules={modules.replace(', ', ':')})"
        assert value == correlate_outputs(scored(measure), human, "pearson", "system").value
    normal = np.mean(
        [human_scores(sy.sample(), None, name, normalised=True).values for name in ("adequacy", "fluency")], axis=0
    )
    raw, normalised = (one["all"] for one in rows(found, "table-8"))
    assert raw == table["exact, stem, synonym"]
    assert normalised == correlate_outputs(scored("meteor"), normal, "pearson", "system").value != raw


def test_findings_tell_the_p_of_differences(found, human):
    apart = correlation_difference(
        scored("meteor"), scored("nist"), human, grouping="system", draws=sy.Draws(trials=50)
    )
    assert f"nist {apart.b:.3f} (p = {apart.p:.3f})".replace("p = 0.", "p = .") in found.findings[1]
    williams = correlation_difference(
        scored("meteor", "system")[:, 0], scored("nist", "system")[:, 0], human.mean(axis=1), test="williams"
    )
    assert f"nist {williams.b:.3f} (p = {williams.p:.3f})".replace("p = 0.", "p = .") in found.findings[0]


def test_it_is_repeatable(found):
    again = STUDIES.load(NAME).study(sy.sample(), STUDIES.load(NAME).measures, *settings(trials=50, threads=2))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures


def test_one_dimension_no_facet_no_assessors(few, counted_steps):
    corpus, human = few
    told, progress = counted_steps
    found = STUDIES.load(NAME).study(corpus, ["bleu", "meteor"], *settings(human=human, trials=20, progress=progress))
    assert [table.name for table in found.tables] == ["table-1", "table-2-3", "table-4-5", "table-6-7", "differences"]
    assert all(table.heads[1:] == ("all",) for table in found.tables[:-1])
    assert any("Table 8 is left out" in line and "do not name their assessors" in line for line in found.findings)
    assert told[-1][0] == told[-1][1] and [done for done, _ in told] == sorted(done for done, _ in told)


def test_undefined_cells_are_told(few):
    corpus, human = few
    found = STUDIES.load(NAME).study(corpus, ["meteor"], *settings(human=human | {"C": [2, 2, 2, 2]}, trials=20))
    assert any(line.startswith("Tables 2 and 3: 1 of 4 cells undefined") for line in found.findings)
    assert any("means over systems are without those in which r is undefined" in line for line in found.findings)


@pytest.mark.parametrize(
    ("measures", "given", "error", "message"),
    [
        (["bleu"], {}, SpecError, "needs it once; there are 0 in bleu"),
        (["meteor", "meteor@1.5"], {}, SpecError, "there are 2"),
        (["meteor"], {"human": {"A": [1, 2, 3, 4]}}, InputError, "two or more systems with human scores"),
        (["meteor"], {"human": {"A": 1.0, "B": 2.0}}, InputError, "one for each system as a whole"),
        (["meteor"], {}, InputError, "there are no human scores in the corpus"),
        (["meteor"], {"human": {"A": [1, 2, 3, 4], "B": [2, 3, 4, 1]}, "trials": 0}, SpecError, "trials"),
    ],
)
def test_refusals(few, measures, given, error, message):
    with pytest.raises(error, match=message):
        STUDIES.load(NAME).study(few[0], measures, *settings(**given))
