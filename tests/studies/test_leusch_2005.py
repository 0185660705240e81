"""The study of tokens, case, reference length, boundaries and assessors' scales."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.judgements.scores import human_scores
from steelyard.studies import STUDIES
from studying import names, settings

NAME = "leusch-2005"
BASE = "tokens=contractions,case=fold"


@pytest.fixture(scope="module")
def found():
    recipe = STUDIES.load(NAME)
    return recipe.study(sy.sample(), recipe.measures, *settings(threads=1))


def scored(measure, level="segment"):
    """Scores of the sample as one series, system by system."""
    corpus = sy.sample()
    made = sy.score(corpus, measures=[measure], level=level)
    return np.array([one.value for name in corpus.systems for one in made.scores if one.system == name])


def human(dimension, normalised=False):
    return human_scores(sy.sample(), None, dimension, normalised=normalised).values


def weighted(values):
    """Mean human scores of systems weighted by the lengths of outputs."""
    statistics = sy.score(sy.sample(), measures=[f"bleu({BASE})"]).statistics[0]
    lengths = statistics.values[..., statistics.fields.index("hypothesis_tokens")]
    return (values * lengths).sum(axis=1) / lengths.sum(axis=1)


def row(table, **wanted):
    (one,) = (row for row in table if all(row[name] == value for name, value in wanted.items()))
    return one


def test_structure(found):
    assert [table.name for table in found.tables] == [*names(found), "differences"]
    assert names(found) == [f"figure-{n}" for n in range(2, 8)]
    assert [len(table.rows) for table in found.tables[:-1]] == [10, 20, 20, 40, 40, 24]
    assert all(figure.description for figure in found.figures)
    # Boundaries are tried where they can matter.
    assert {one[0] for one in found.tables[-2].rows} == {"per(order=2)", "bleu(smoothing=add-one)", "nist"}


def test_the_baseline(found, rows):
    one = row(rows(found, "figure-2"), measure="wer", human="adequacy")
    # An error rate goes with people where it is low.
    over_segments = correlate(-scored(f"wer({BASE})"), human("adequacy", normalised=True).reshape(-1)).value
    assert one["r segment"] == pytest.approx(over_segments, rel=1e-12)
    over_systems = correlate(-scored(f"wer({BASE})", "system"), weighted(human("adequacy"))).value
    assert one["r system"] == pytest.approx(over_systems, rel=1e-12)


@pytest.mark.parametrize(
    ("figure", "label", "setting", "measure"),
    [
        ("figure-4", "nist", "keep", "nist(tokens=contractions,case=keep)"),
        ("figure-5", "bleu(smoothing=add-one)", "no-punct", "bleu(smoothing=add-one,tokens=no-punct,case=fold)"),
        ("figure-6", "nist", "best", f"nist({BASE},length=best)"),
        ("figure-7", "bleu(smoothing=add-one)", "begin", f"bleu(smoothing=add-one,{BASE},boundaries=begin)"),
    ],
)
def test_one_thing_is_changed(found, rows, figure, label, setting, measure):
    one = row(rows(found, figure), measure=label, setting=setting, human="fluency")
    expected = correlate(scored(measure), human("fluency", normalised=True).reshape(-1)).value
    assert one["r segment"] == pytest.approx(expected, rel=1e-12)


def test_the_baseline_is_in_every_figure(found, rows):
    for figure, setting in (("3", "normalised"), ("4", "fold"), ("5", "contractions"), ("6", "average"), ("7", "none")):
        one = row(rows(found, f"figure-{figure}"), measure="nist", setting=setting, human="adequacy")
        assert one["r segment"] == row(rows(found, "figure-2"), measure="nist", human="adequacy")["r segment"]


def test_raw_and_normalised_judgements(found, rows):
    for setting, normalised in (("raw", False), ("normalised", True)):
        one = row(rows(found, "figure-3"), measure="nist", setting=setting, human="fluency")
        values = human("fluency", normalised)
        assert one["r segment"] == pytest.approx(correlate(scored(f"nist({BASE})"), values.reshape(-1)).value)
        assert one["r system"] == pytest.approx(correlate(scored(f"nist({BASE})", "system"), weighted(values)).value)


def test_findings_count_clear_differences(found):
    higher = clear = 0
    for measure in ("per(order=2,{})", "bleu(smoothing=add-one,{})", "nist({})"):
        for dimension in ("adequacy", "fluency"):
            without, with_begin = (measure.format(f"{BASE},boundaries={value}") for value in ("none", "begin"))
            sign = -1 if measure.startswith("per") else 1
            apart = correlation_difference(
                sign * scored(with_begin), sign * scored(without), human(dimension, True).reshape(-1), test="williams"
            )
            higher += apart.difference > 0
            clear += apart.difference > 0 and apart.p <= 0.05
    (line,) = (one for one in found.findings if one.startswith("Figure 7: sentence boundaries, over segments"))
    assert f"higher in {higher} of 6 (clearly in {clear})" in line.split(";")[0]


def test_it_is_repeatable(found):
    again = STUDIES.load(NAME).study(sy.sample(), STUDIES.load(NAME).measures, *settings(threads=2))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures


def test_what_is_lacking_is_told(few):
    corpus, scores = few
    single = sy.Corpus.of({name: list(texts) for name, texts in corpus.systems.items()}, list(corpus.references[0]))
    told = []
    setup = {"human": scores, "progress": lambda *step: told.append(step)}
    found = STUDIES.load(NAME).study(single, ["wer", "chrf"], *settings(setup))
    assert [table.name for table in found.tables] == ["figure-2", "figure-4", "figure-5", "differences"]
    said = "\n".join(found.findings)
    assert "Figure 3 is left out" in said and "do not name their assessors" in said
    assert "Figure 6 is left out" in said and "Figure 7: sentence boundaries, is left out" in said
    assert {one[0] for one in found.tables[-2].rows} == {"wer"} and told[-1][0] == told[-1][1]


def test_undefined_cells_are_told(few):
    corpus, _ = few
    found = STUDIES.load(NAME).study(corpus, ["wer"], *settings(human={"A": [3, 3, 3, 3], "C": [3, 3, 3, 3]}))
    assert any("cells undefined: the scores of one side are all the same" in line for line in found.findings)
    assert any(
        "left out where human scores are needed, for they have none: system B" in line for line in found.findings
    )


def test_refusals(few):
    corpus, scores = few
    for human_given, message in ((None, "no human scores in the corpus"), ({"A": scores["A"]}, "two or more systems")):
        with pytest.raises(InputError, match=message):
            STUDIES.load(NAME).study(corpus, ["wer"], *settings(human=human_given))
