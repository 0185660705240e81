"""The study of n-gram co-occurrence."""

import math
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.comparison.compare import compare
from steelyard.inference.correlation.correlation import correlate, regression
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.inference.correlation.series import ranks
from steelyard.judgements.scores import human_scores
from steelyard.report.figures import draw
from steelyard.scores import from_statistics
from steelyard.scores.external import ExternalScores
from steelyard.studies import STUDIES
from studying import figure, settings

NAME = "lin-hovy-2003"


@pytest.fixture(scope="module")
def found():
    recipe = STUDIES.load(NAME)
    return recipe.study(sy.sample(), recipe.measures, *settings(threads=1))


@pytest.fixture(scope="module")
def human():
    """The mean of adequacy and fluency, system × segment."""
    return np.mean([human_scores(sy.sample(), None, name).values for name in ("adequacy", "fluency")], axis=0)


def scored(measure, topic=None, references=None):
    """Scores of the sample's systems, on all segments or on one topic."""
    corpus = sy.sample()
    given = corpus if references is None else sy.Corpus(corpus.systems, references)
    made = sy.score(given, measures=[measure], level="system" if topic is None else "topic")
    return np.array([one.value for one in made.scores if one.group == topic])


def test_structure(found):
    names = [table.name for table in found.tables]
    assert names[:5] == ["table-1", "table-2", "table-3", "words", "references"]
    assert names[5:] == ["figure-3", "figure-4", "predictions", "differences"]
    assert found.tables[0].heads[1:] == ("all", "news", "instructions", "culture")
    assert all(table.heads[2:] == STUDIES.load(NAME).measures and len(table.rows) == 16 for table in found.tables[1:3])
    assert [row[0] for row in found.tables[4].rows[::4]] == [*STUDIES.load(NAME).measures, "bleu, all words"]


@pytest.mark.parametrize(
    ("table", "stop"), [("table-2", "english"), ("table-3", "none")]
)  # fmt: skip
@pytest.mark.parametrize(("column", "orders"), [("ngram(1,4)", "1,4"), ("ngram(2,2)", "2,2")])
@pytest.mark.parametrize("topic", [None, "culture"])
def test_four_statistics(found, human, rows, table, stop, column, orders, topic):
    held = {one["statistic"]: one[column] for one in rows(found, table) if one["data"] == (topic or "all")}
    there = np.array([topic in (None, one) for one in sy.sample().facet("topic")])
    scores, means = scored(f"ngram({orders},stop={stop},stem=porter)", topic), human[:, there].mean(axis=1)
    r = correlate(scores, means).value
    assert held["Spearman ρ"] == pytest.approx(correlate(scores, means, "spearman").value, rel=1e-12)
    assert held["Pearson r"] == pytest.approx(r, rel=1e-12) and held["CD"] == pytest.approx(r * r, rel=1e-12)
    assert held["LR_t"] == pytest.approx(regression(r, 6).t, rel=1e-9)


def test_stop_words_and_stems(found, human, rows):
    for row in rows(found, "table-1"):
        stop = "english" if row["words"].startswith("without") else "none"
        stem = "porter" if row["words"].endswith("stems") else "none"
        scores = scored(f"ngram(1,4,stop={stop},stem={stem})")
        assert row["all"] == pytest.approx(correlate(scores, human.mean(axis=1), "spearman").value, rel=1e-12)
        words = {one["measure"]: one for one in rows(found, "words")}
        assert words["ngram(1,4)"][row["words"]] == row["all"]


def test_one_reference_and_all(found, human, rows):
    references = sy.sample().references
    for row in rows(found, "references"):
        if row["measure"] in ("bleu, all words", "ngram(1,1)"):
            measure = "bleu" if row["measure"].startswith("bleu") else "ngram(1,1,stop=english,stem=porter)"
            chosen = None if row["references"] == "all" else (references[int(row["references"][0]) - 1],)
            expected = correlate(scored(measure, references=chosen), human.mean(axis=1)).value
            assert row["Pearson r"] == pytest.approx(expected, rel=1e-12)


def test_findings(found, human):
    apart = correlation_difference(
        scored("ngram(1,1,stop=english,stem=porter)"), scored("ngram(1,4,stop=english,stem=porter)"),
        human.mean(axis=1), test="williams",
    )  # fmt: skip
    (line,) = (one for one in found.findings if one.startswith("ngram(1,1) against ngram(1,4)"))
    assert f"r on all data {apart.a:.3f} against {apart.b:.3f} (p = {apart.p:.3f}".replace("= 0.", "= .") in line


def test_significance_predicts_that_of_people(found, human, rows):
    measure = "ngram(1,1,stop=english,stem=porter)"
    corpus = sy.sample()
    scores = sy.score(corpus, measures=[measure])
    made = {(one.a, one.b): one for one in compare(scores, test="z", correct="none").comparisons}
    people = ExternalScores("people", tuple(corpus.systems), human).statistics()
    said = {(one.a, one.b): one for one in compare(from_statistics([people]), test="z", correct="none").comparisons}
    assert made.keys() == said.keys()
    counts = {
        one["α"]: one for one in rows(found, "predictions") if (one["data"], one["measure"]) == ("all", "ngram(1,1)")
    }
    assert list(counts) == [0.1, 0.05, 0.025, 0.01, 0.005]
    for alpha, one in counts.items():
        by_measure, by_people = ({p: c.better for p, c in side.items() if c.p <= alpha} for side in (made, said))
        hits = sum(by_people.get(pair) == better for pair, better in by_measure.items())
        assert (one["N_As"], one["N_Hs"], one["N_hit"]) == (len(by_measure), len(by_people), hits)
        assert one["recall"] == hits / len(by_people) and one["precision"] == hits / len(by_measure)
    shown = {one["measure"]: one for one in rows(found, "figure-3")}["ngram(1,1)"]
    assert shown["recall 0.05"] == counts[0.05]["recall"] and shown["precision 0.1"] == counts[0.1]["precision"]


def test_significance_on_a_part(found, human, rows):
    corpus = sy.sample()
    there = [n for n, one in enumerate(corpus.facet("topic")) if one == "news"]
    systems = {name: [texts[n] for n in there] for name, texts in corpus.systems.items()}
    part = sy.Corpus.of(systems, {str(k): [texts[n] for n in there] for k, texts in enumerate(corpus.references)})
    scores = {name: list(human[row, there]) for row, name in enumerate(systems)}
    alone = STUDIES.load(NAME).study(part, ["ngram(2,2)"], *settings(human=scores))
    (shown,) = (one for one in rows(found, "figure-4") if (one["data"], one["measure"]) == ("news", "ngram(2,2)"))
    (expected,) = rows(alone, "figure-3")
    assert {**shown, "data": "all"} == expected


def test_where_people_tell_nothing_apart_recall_is_undefined(few):
    corpus, _ = few
    found = STUDIES.load(NAME).study(corpus, ["ngram(1,1)"], *settings(human={"A": [1, 3, 2, 4], "B": [4, 2, 3, 1]}))
    assert any(line.startswith("Recall of significance: 5 of 5 cells undefined") for line in found.findings)
    assert "recall and precision" in figure(found, "figure-3").description


def test_where_all_human_means_are_equal_figures_have_a_size(tmp_path):
    pytest.importorskip("vl_convert")
    judgements = tuple(replace(judgement, value=3.0) for judgement in sy.sample().judgements)
    report = STUDIES.load(NAME).study(replace(sy.sample(), judgements=judgements), ("ngram(1,2)",), *settings())
    for name in ("figure-2", "figure-3", "figure-4"):
        draw(figure(report, name), tmp_path / "x.svg")
        _, _, *size = ElementTree.parse(tmp_path / "x.svg").getroot().get("viewBox").split()
        assert all(10 < float(side) < 2000 for side in size), (name, size)


def test_ranks_of_figure_2(found, human):
    points = [one for one in figure(found, "figure-2").rows if one["data"] == "all"]
    assert [one["system"] for one in points] == list(sy.sample().systems)
    assert [one["people"] for one in points] == list(ranks(-human.mean(axis=1)))
    assert [one["measure"] for one in points] == list(ranks(-scored("ngram(1,4,stop=english,stem=porter)")))
    assert "Spearman's ρ: all 1.000" in figure(found, "figure-2").description


def test_it_is_repeatable(found):
    again = STUDIES.load(NAME).study(sy.sample(), STUDIES.load(NAME).measures, *settings(threads=2))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures


def test_other_measures_one_reference_two_systems(few):
    corpus, scores = few
    single = sy.Corpus.of({name: list(corpus.systems[name]) for name in "AB"}, list(corpus.references[0]))
    told = []
    setup = {"human": scores, "progress": lambda *step: told.append(step)}
    found = STUDIES.load(NAME).study(single, ["rouge-1"], *settings(setup))
    assert [table.name for table in found.tables][3:] == ["words", "figure-3", "predictions", "differences"]
    said = "\n".join(found.findings)
    assert "One against several references is left out: there is one" in said
    assert "Table 2: 1 of 4 cells undefined" in said and "there are 2 systems" in said
    assert all(math.isnan(value) for value in found.tables[1].rows[1][2:]) and told[-1][0] == told[-1][1]
    assert "left out, for they are not scored here: system C" in said


def test_references_with_gaps_are_not_taken_alone(few, rows):
    corpus, scores = few
    gap = sy.Corpus.of(
        {name: list(texts) for name, texts in corpus.systems.items()},
        {"one": list(corpus.references[0]), "two": [*list(corpus.references[1])[:3], None]},
    )
    found = STUDIES.load(NAME).study(gap, ["ngram(1,1)"], *settings(human=scores))
    assert {one["references"] for one in rows(found, "references")} == {"1 alone", "all"}


@pytest.mark.parametrize(
    ("measures", "given", "error", "message"),
    [
        (["ngram", "ngram(1,4)"], {"A": [1, 2, 3, 4]}, SpecError, "ngram and ngram\\(1,4\\) are the same measure"),
        (["chrf"], {"A": [1, 2, 3, 4]}, SpecError, "chrf has no option stem and stop"),
        (["bleu"], {"A": [1, 2, 3, 4]}, InputError, "two or more systems with human scores"),
        (["bleu"], None, InputError, "there are no human scores in the corpus"),
    ],
)
def test_refusals(few, measures, given, error, message):
    with pytest.raises(error, match=message):
        STUDIES.load(NAME).study(few[0], measures, *settings(human=given))
