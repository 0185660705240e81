"""The study of n-gram co-occurrence."""

import csv
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
from steelyard.inference.correlation.rank_test import rank_test
from steelyard.inference.correlation.series import ranks
from steelyard.judgements.scores import human_scores
from steelyard.report.figures import draw
from steelyard.scores import from_statistics
from steelyard.scores.external import ExternalScores
from steelyard.scores.table import score_table
from steelyard.studies import STUDIES
from steelyard.studies.recipes.data_sets import STATISTICS, DataSets
from steelyard.studies.recipes.judged import Judged
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


UNITS = "units=lines,average=documents"
TOPICS = ("news", "instructions", "culture")


def on(part, human, measure):
    """A measure's scores of the sample's systems and the human ones on a data set, by its definition."""
    there = np.array([part in ("pooled", topic) for topic in sy.sample().facet("topic")])
    if part == "all":
        sides = [on(topic, human, measure) for topic in TOPICS]
        return tuple(np.mean([side[k] for side in sides], axis=0) for k in (0, 1))
    return scored(measure, None if part == "pooled" else part), human[:, there].mean(axis=1)


def test_structure(found):
    names = [table.name for table in found.tables]
    assert names[:6] == ["table-1", "table-2", "table-3", "words", "references", "ranks"]
    assert names[6:] == ["figure-3", "figure-4", "hits", "predictions", "differences"]
    assert found.tables[0].heads[2:] == ("all", *TOPICS, "pooled")
    short = ("ngram(1,4)", "ngram(1,1)", "ngram(2,2)", "ngram(3,3)", "ngram(4,4)")
    assert all(table.heads[2:] == short and len(table.rows) == 35 for table in found.tables[1:3])
    assert [row[0] for row in found.tables[4].rows[::12]] == [*short, "bleu, all words"]
    assert found.content.about[1] == f"ngram(i,j) stands for ngram(i,j,{UNITS})"


@pytest.mark.parametrize(
    ("table", "stop"), [("table-2", "english"), ("table-3", "none")]
)  # fmt: skip
@pytest.mark.parametrize(("column", "orders"), [("ngram(1,4)", "1,4"), ("ngram(2,2)", "2,2")])
@pytest.mark.parametrize("part", ["all", "culture", "pooled"])
def test_statistics(found, human, rows, table, stop, column, orders, part):
    """The whole is the mean over the values of the facet; all outputs pooled are a data set of their own."""
    held = {one["statistic"]: one[column] for one in rows(found, table) if one["data"] == part}
    scores, means = on(part, human, f"ngram({orders},stop={stop},stem=porter,{UNITS})")
    r = correlate(scores, means).value
    assert held["Spearman ρ"] == pytest.approx(correlate(scores, means, "spearman").value, rel=1e-12)
    assert held["p of ρ"] == rank_test(scores, means).p
    assert held["Pearson r"] == pytest.approx(r, rel=1e-12) and held["CD"] == pytest.approx(r * r, rel=1e-12)
    assert held["LR_t"] == pytest.approx(regression(r, 6).t, rel=1e-9) and (held["n"], held["d.f."]) == (6, 4)


@pytest.mark.parametrize(
    ("r", "n", "t", "determination"),
    [(0.907, 13, 7.143, 0.823), (0.295, 13, 1.024, 0.087), (0.735, 15, 3.908, 0.540), (0.974, 15, 15.50, 0.949)],
)
def test_their_r_gives_their_other_statistics(r, n, t, determination):
    """On a line through the origin and noise of the size that makes r."""
    x = np.arange(n) - (n - 1) / 2
    noise = np.where(np.arange(n) % 2, 1.0, -1.0)
    noise -= noise.mean() + x * (noise @ x) / (x @ x)
    y = r * x / np.linalg.norm(x) + math.sqrt(1 - r * r) * noise / np.linalg.norm(noise)
    systems = tuple(f"s{k:02}" for k in range(n))
    table = score_table(None, external=[ExternalScores("m", systems, x[:, None])])
    data = DataSets(Judged(table, human_scores(table, {name: [float(v)] for name, v in zip(systems, y, strict=True)})))
    held = dict(zip(STATISTICS, data.statistics("m", "all"), strict=True))
    assert held["Pearson r"] == pytest.approx(r) and (held["n"], held["d.f."]) == (n, n - 2)
    assert held["LR_t"] == pytest.approx(t, abs=0.006) and held["CD"] == pytest.approx(determination, abs=0.0006)


def test_stop_words_and_stems(found, human, rows):
    treatments = [row["words"] for row in rows(found, "table-1") if row["words"]]
    tests = [rows(found, "table-1")[n : n + 2] for n in range(0, 8, 2)]
    words = {one["measure"]: one for one in rows(found, "words")}
    for words_counted, (rho, p) in zip(treatments, tests, strict=True):
        stop = "english" if words_counted.startswith("without") else "none"
        stem = "porter" if words_counted.endswith("stems") else "none"
        test = rank_test(*on("all", human, f"ngram(1,4,stop={stop},stem={stem},{UNITS})"))
        assert (rho["all"], p["all"]) == (test.rho, test.p)
        assert words["ngram(1,4)"][words_counted] == rho["all"]


@pytest.mark.parametrize("measure", ["bleu, all words", "ngram(1,1)"])
def test_one_reference_and_all(found, human, rows, measure):
    references = sy.sample().references
    label = "bleu" if measure.startswith("bleu") else f"ngram(1,1,stop=english,stem=porter,{UNITS})"
    held = [row for row in rows(found, "references") if (row["measure"], row["statistic"]) == (measure, "Pearson r")]
    assert [row["references"] for row in held] == ["1 alone", "2 alone", "3 alone", "all"]
    for row in held:
        chosen = None if row["references"] == "all" else (references[int(row["references"][0]) - 1],)
        expected = correlate(scored(label, references=chosen), human.mean(axis=1)).value
        assert row["pooled"] == pytest.approx(expected, rel=1e-12)
        assert not math.isnan(row["news"])


def test_findings(found, human):
    apart = correlation_difference(
        on("all", human, f"ngram(1,1,stop=english,stem=porter,{UNITS})")[0],
        *on("all", human, f"ngram(1,4,stop=english,stem=porter,{UNITS})"), test="williams",
    )  # fmt: skip
    (line,) = (one for one in found.findings if one.startswith("ngram(1,1) against ngram(1,4)"))
    assert f"r on all data {apart.a:.3f} against {apart.b:.3f} (p = {apart.p:.3f}".replace("= 0.", "= .") in line


def test_ngrams_of_texts_in_order(realsumm, shared):
    """The paper's order of r on summaries of news: unigrams above Ngram(1,4), without stop words."""
    documents = sorted(realsumm.references, key=int)
    outputs = {name: [texts[d] for d in documents] for name, texts in realsumm.systems.items()}
    people = {name: [math.nan] * len(documents) for name in outputs}
    with (shared / "data" / "realsumm-abs" / "human.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            name = row["system"].removesuffix(".txt").replace("_out", "")
            people[name][documents.index(row["doc"])] = float(row["litepyramid_recall"])
    corpus = sy.Corpus.of(outputs, [realsumm.references[d] for d in documents])
    measures = [f"ngram({orders},{UNITS})" for orders in ("1,4", "1,1")]
    report = STUDIES.load(NAME).study(corpus, measures, *settings(human=people))
    for table, expected in (("table-2", (0.934, 0.959)), ("table-3", (0.978, 0.928))):
        held = next(t for t in report.tables if t.name == table)
        (r,) = (row[2:] for row in held.rows if row[:2] == ("all", "Pearson r"))
        assert tuple(round(value, 3) for value in r) == expected


@pytest.mark.parametrize("test", ["z", "unpaired-z"])
def test_significance_predicts_that_of_people(found, human, rows, test):
    measure = f"ngram(1,1,stop=english,stem=porter,{UNITS})"
    if test != "z":
        found = STUDIES.load(NAME).study(sy.sample(), [f"ngram(1,1,{UNITS})"], *settings(test=test))
    corpus = sy.sample()
    scores = sy.score(corpus, measures=[measure])
    made = compare(scores, test=test, correct="none").comparisons
    people = ExternalScores("people", tuple(corpus.systems), human).statistics()
    said = compare(from_statistics([people]), test=test, correct="none").comparisons
    counts = {
        one["α"]: one for one in rows(found, "predictions") if (one["data"], one["measure"]) == ("all", "ngram(1,1)")
    }
    assert list(counts) == [0.1, 0.05, 0.025, 0.01, 0.005]
    for alpha, one in counts.items():
        by_measure, by_people = ([c.p <= alpha for c in side] for side in (made, said))
        both = [a and b for a, b in zip(by_measure, by_people, strict=True)]
        same = [np.sign(a.effect) == np.sign(b.effect) for a, b in zip(made, said, strict=True)]
        hits = sum(x and y for x, y in zip(both, same, strict=True))
        assert (one["N_As"], one["N_Hs"], one["N_hit"]) == (sum(by_measure), sum(by_people), hits)
        assert one["either way"] == sum(both) == one["N_hit"] + one["opposed"]
        assert one["recall"] == hits / sum(by_people) and one["precision"] == hits / sum(by_measure)
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


def test_ranks_of_figure_2(found, human, rows):
    """Places along the axis are those by people over all data, for every data set."""
    drawn = figure(found, "figure-2").rows
    label = f"ngram(1,4,stop=english,stem=porter,{UNITS})"
    people = list(ranks(-on("all", human, label)[1]))
    for part in ("all", *TOPICS):
        points = [row for row in drawn if row["data"] == part]
        assert [row["system"] for row in points] == list(sy.sample().systems)
        assert [row["people"] for row in points] == people
        assert [row["measure"] for row in points] == list(ranks(-on(part, human, label)[0]))
    assert {row["name"] for row in drawn} == {"", *sy.sample().systems}
    table = rows(found, "ranks")
    assert [row["people"] for row in table] == sorted(people)
    assert {row["system"]: row["news"] for row in table} == {
        row["system"]: row["measure"] for row in drawn if row["data"] == "news"
    }
    assert "Spearman's ρ with people on the same data: all 1.000" in figure(found, "figure-2").description


def test_figures_of_significance(found):
    """Levels are shapes, colours are measures in one order, and the whole stands beside its parts."""
    three, four = figure(found, "figure-3"), figure(found, "figure-4")
    assert (three.shape, three.colour) == (four.shape, four.colour) == ("α", "measure")
    assert {row["data"] for row in three.rows} == {"all"}
    assert list(dict.fromkeys(row["data"] for row in four.rows)) == ["all", *TOPICS]
    colours = [list(dict.fromkeys(row["measure"] for row in each.rows)) for each in (three, four)]
    assert colours[0] == colours[1] == ["ngram(1,4)", "ngram(1,1)", "ngram(2,2)", "ngram(3,3)", "ngram(4,4)"]


def test_it_is_repeatable(found):
    again = STUDIES.load(NAME).study(sy.sample(), STUDIES.load(NAME).measures, *settings(threads=2))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures


def test_other_measures_one_reference_two_systems(few):
    corpus, scores = few
    single = sy.Corpus.of({name: list(corpus.systems[name]) for name in "AB"}, list(corpus.references[0]))
    told = []
    setup = {"human": scores, "progress": lambda *step: told.append(step)}
    found = STUDIES.load(NAME).study(single, ["rouge-1"], *settings(setup))
    assert [table.name for table in found.tables][3:] == [
        "words",
        "references",
        "ranks",
        "figure-3",
        "hits",
        "predictions",
        "differences",
    ]
    said = "\n".join(found.findings)
    assert "One against several references is left out: there is one" in said
    assert "Table 2: 1 of 5 cells undefined" in said and "there are 2 systems" in said
    assert "BLEU as it is, ρ of 2 systems on all data: 1.000 (p = 1.000) with 1 alone; the paper found that" in said
    assert math.isnan(found.tables[1].rows[2][2]) and told[-1][0] == told[-1][1]
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
