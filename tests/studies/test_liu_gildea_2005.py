"""The study of trees and chains of headwords: its cells are correlations of scores that anyone can make."""

import math
import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.corpus.sentences import Sentence, Span
from steelyard.corpus.texts import AnnotatedTexts
from steelyard.errors import InputError, SpecError
from steelyard.studies import STUDIES
from studying import names, settings

RECIPE = STUDIES.load("liu-gildea-2005")
WORDS = ("bleu(smoothing=epsilon,case=fold)", "gleu")
GIVEN = (
    "bleu(smoothing=epsilon)", "hwcm(floor=0.001,parser=given)", "stm(parser=given)", "dstm(parser=given)",
    "tkm(parser=given)", "dtkm(parser=given)",
)  # fmt: skip


def parsed(text):
    """A text with trees: two words each depend on one before them, and the first half of the words is a phrase."""
    words = tuple(text.split())
    phrases = (Span("S", 0, len(words)), Span("NP", 0, len(words) // 2))
    tags = tuple("DN"[len(word) % 2] for word in words)
    heads = tuple((n - 1) // 2 for n in range(len(words)))
    return text, (Sentence(words, tags=tags, heads=heads, phrases=phrases),)


@pytest.fixture(scope="module")
def trees():
    """Texts of the sample with trees that come with them, and human scores: of A the best, of D the worst."""
    sample = sy.sample()
    systems = {
        name: sample.systems[own] for name, own in zip("ABCD", ("aurora", "cedar", "ember", "flint"), strict=True)
    }
    held = {name: AnnotatedTexts.read(list(map(parsed, texts)), name) for name, texts in systems.items()}
    references = tuple(AnnotatedTexts.read(list(map(parsed, texts)), "reference") for texts in sample.references)
    draws = np.random.default_rng(1)
    human = {name: (draws.integers(1, 5, 60) - 2 * n).tolist() for n, name in enumerate(systems)}
    return sy.Corpus(systems=held, references=references), human


def scored(corpus, measure, level="segment"):
    """System → its scores."""
    made = sy.score(corpus, measures=[measure], level=level).scores
    return {name: np.array([one.value for one in made if one.system == name]) for name in corpus.systems}


def cell(rows, column, size, **where):
    (row,) = (row for row in rows if row["max"] == str(size) and all(row[key] == one for key, one in where.items()))
    return row[column]


@pytest.mark.parametrize(
    ("column", "size", "measure"),
    [
        ("bleu", 1, "bleu(order=1,smoothing=epsilon)"),
        ("bleu", 4, "bleu(order=4,smoothing=epsilon)"),
        ("hwcm", 3, "hwcm(depth=3,floor=0.001,parser=given)"),
        ("stm", 2, "stm(depth=2,parser=given)"),
        ("dstm", 4, "dstm(depth=4,parser=given)"),
        ("stm", "kernel", "tkm(parser=given)"),
        ("dstm", "kernel", "dtkm(parser=given)"),
    ],
)
def test_cells_are_correlations_of_scores_with_human_ones(trees, rows, column, size, measure):
    corpus, human = trees
    found = RECIPE.study(corpus, GIVEN, *settings(human=human))
    values, whole = scored(corpus, measure), scored(corpus, measure, "system")
    for system in ("A", "D"):
        r = np.corrcoef(values[system], human[system])[0, 1]
        assert cell(rows(found, "table-1-4"), column, size, system=system) == pytest.approx(r)
    pooled = np.corrcoef(np.concatenate([*values.values()]), np.concatenate([*human.values()]))[0, 1]
    assert cell(rows(found, "table-5"), column, size) == pytest.approx(pooled)
    means = [np.mean(scores) for scores in human.values()]
    over_systems = np.corrcoef([one[0] for one in whole.values()], means)[0, 1]
    assert cell(rows(found, "table-6"), column, size) == pytest.approx(over_systems)


def test_people_who_judge_as_a_measure_does(trees, rows):
    """Human scores that are those of a measure, rescaled, have r = 1 with it, and with no other."""
    corpus, _ = trees
    own = scored(corpus, "hwcm(depth=2,floor=0.001,parser=given)")
    human = {name: (5 * one + 1).tolist() for name, one in own.items()}
    found = RECIPE.study(corpus, GIVEN, *settings(human=human))
    cells = {
        (head, row["max"]): row[head] for row in rows(found, "table-5") for head in ("bleu", "hwcm", "stm", "dstm")
    }
    assert cells.pop(("hwcm", "2")) == pytest.approx(1)
    assert max(value for value in cells.values() if value != "") < 0.9999
    assert "Table 5: the highest r has hwcm 2 with score (1.000)" in found.findings


def test_kernels_stand_beneath_the_subtrees(trees, rows):
    corpus, human = trees
    found = RECIPE.study(corpus, GIVEN, *settings(human=human))
    for table, sizes in (("table-1-4", 4), ("table-5", 4), ("table-6", 6)):
        held = rows(found, table)
        assert [row["max"] for row in held[: sizes + 1]] == [*map(str, range(1, sizes + 1)), "kernel"]
        assert {(row["bleu"], row["hwcm"]) for row in held if row["max"] == "kernel"} == {("", "")}
        assert all(isinstance(row[head], float) for row in held for head in ("stm", "dstm"))
    alone = RECIPE.study(corpus, ["dtkm(parser=given)", "bleu"], *settings(human=human))
    assert next(iter(alone.tables)).heads == ("human", "system", "max", "bleu", "dtkm")
    assert cell(rows(alone, "table-5"), "dtkm", "kernel") == cell(rows(found, "table-5"), "dstm", "kernel")


@pytest.fixture(scope="module")
def found():
    return RECIPE.study(sy.sample(), WORDS, *settings(threads=1))


def test_dimensions_and_their_sum(found, rows):
    """r with the mean of fluency and adequacy is that with their sum."""
    both = "mean of fluency + adequacy"
    assert [row["human"] for row in rows(found, "table-5")] == [
        n for n in ("adequacy", "fluency", both) for _ in "1234"
    ]
    values, sums = scored(sy.sample(), "bleu(order=2,smoothing=epsilon,case=fold)"), {}
    for one in sy.sample().judgements:
        # each output has as many judgements of one dimension as of the other
        sums.setdefault(one.system, np.zeros(60))[one.item] += one.value
    for system in ("aurora", "flint"):
        r = np.corrcoef(values[system], sums[system])[0, 1]
        assert cell(rows(found, "table-1-4"), "bleu", 2, human=both, system=system) == pytest.approx(r)
    one = RECIPE.study(sy.sample(), WORDS, *settings(dimension="fluency"))
    assert {row["human"] for table in one.tables[:-1] for row in rows(one, table.name)} == {"fluency"}


def test_the_systems_are_those_rated_highest_and_lowest(found, rows):
    assert {row["system"] for row in rows(found, "table-1-4")} == {"aurora", "flint"}
    assert found.findings[0].startswith(
        "Tables 1 to 4 are of the systems that people rate highest and lowest, aurora ("
    )
    asked = RECIPE.study(sy.sample(), WORDS, *settings(pair=("cedar", "aurora")))
    assert list(dict.fromkeys(row["system"] for row in rows(asked, "table-1-4"))) == ["cedar", "aurora"]
    assert asked.findings[0].startswith("Tables 1 to 4 are of the systems asked for, cedar (")
    assert asked.tables[1:] == found.tables[1:]


def test_findings_count_what_the_tables_hold(found, rows):
    for table, title in (("table-1-4", "Tables 1 to 4"), ("table-5", "Table 5"), ("table-6", "Table 6")):
        held = rows(found, table)
        higher, lower = (sum(sign * (row["gleu"] - row["bleu"]) > 0 for row in held) for sign in (1, -1))
        (line,) = (line for line in found.findings if line.startswith(f"{title}: against bleu at the same size"))
        told = re.search(r"gleu is higher in (\d+) of (\d+) \(clearly in (\d+)\) and lower in (\d+)", line)
        assert [int(n) for n in told.groups()] == [higher, len(held), pytest.approx(0, abs=higher), lower]
        last = held[-1]["max"]
        changes = [b["bleu"] - a["bleu"] for a in held for b in held if (a["max"], b["max"]) == ("2", last)
                   and all(a.get(key) == b.get(key) for key in ("human", "system"))]  # fmt: skip
        assert f"{title}: from size 2 to {last}, r changes in the mean by: bleu {np.mean(changes):+.3f}, " in "\n".join(
            found.findings
        )


def test_kernels_and_subtrees_are_held_against_each_other(trees, rows):
    corpus, human = trees
    found = RECIPE.study(corpus, GIVEN, *settings(human=human))
    column = [row["dstm"] for row in rows(found, "table-6")]
    above, below = column[-1] > max(column[:-1]), column[-1] < min(column[:-1])
    assert any(
        line.startswith("Table 6: tkm is ")
        and f"dtkm is above dstm of every size in {above:d} of 1, and below all in {below:d}" in line
        for line in found.findings
    )


def test_figures_show_what_the_tables_hold(trees, rows):
    corpus, human = trees
    found = RECIPE.study(corpus, GIVEN, *settings(human=human))
    assert [*names(found), "differences"] == [table.name for table in found.tables]
    for figure in found.figures:
        shown = {(row["system"], row["measure"], row["size"]): row["r"] for row in figure.rows}
        sizes = {row["size"] for row in figure.rows}
        for row in rows(found, figure.name):
            kernel = row["max"] == "kernel"
            for head, beneath in (("bleu", None), ("hwcm", None), ("stm", "tkm"), ("dstm", "dtkm")):
                # a kernel has no size, so that it is the same at the first and the last
                for size in (min(sizes), max(sizes)) if kernel else (int(row["max"]),):
                    if not kernel or beneath:
                        key = (row.get("system", ""), beneath if kernel else head, size)
                        assert shown.pop(key) == pytest.approx(row[head], nan_ok=True)
        assert figure.rows and not shown and "From 1 to" in figure.description


def test_what_is_undefined_or_left_out_is_told(few):
    corpus, human = few
    found = RECIPE.study(corpus, WORDS, *settings(human={"A": [3, 3, 3, 3], "C": human["C"]}))
    assert [table.name for table in found.tables] == ["table-1-4", "table-5", "differences"]
    said = "\n".join(found.findings)
    assert "Table 6 is left out: of 2 systems any r is 1 or -1" in said
    assert "8 of 16 cells undefined: the scores of one side are all the same" in said and "nan" not in said
    assert "none with score, A, for all are undefined" in said
    assert any(math.isnan(cell) for row in found.tables[0].rows for cell in row if isinstance(cell, float))


@pytest.mark.parametrize(
    ("measures", "setup", "error", "words"),
    [
        (["bleu", "chrf"], {}, SpecError, "chrf has none of the options order, depth, and is no tree kernel"),
        (WORDS, {"pair": ("aurora", "cedr")}, SpecError, "'cedr' has no human scores .*did you mean 'cedar'"),
        (WORDS, {"human": {"aurora": [1.0] * 60}}, InputError, "two or more systems"),
        (["stm(parser=given)"], {}, InputError, "the texts come without trees"),
    ],
)
def test_what_it_cannot_do(measures, setup, error, words):
    with pytest.raises(error, match=words):
        RECIPE.study(sy.sample(), measures, *settings(**setup))


def test_two_measures_of_one_name_are_told_apart(rows):
    found = RECIPE.study(sy.sample(), ["bleu", "bleu(case=fold)"], *settings())
    assert found.tables[1].heads == ("human", "max", "bleu", "bleu(case=fold)")


@pytest.mark.usefixtures("parser")
def test_the_papers_measures(rows):
    found = RECIPE.study(sy.sample(), RECIPE.measures, *settings(threads=2))
    assert found.tables[1].heads == ("human", "max", "bleu", "hwcm", "stm", "dstm")
    # Of one word, chains and subtrees of dependencies are the same.
    for row in (row for row in rows(found, "table-6") if row["max"] == "1"):
        assert row["hwcm"] == pytest.approx(row["dstm"])
    assert sum("parser:spacy#" in line for line in found.signatures) == 2 * (3 * 6 + 2)
    again = RECIPE.study(sy.sample(), RECIPE.measures, *settings(threads=1))
    assert again.to_dict() == found.to_dict() and again.figures == found.figures


@pytest.mark.usefixtures("parser")
def test_translations_of_talks(ted, shared, rows):
    """As in the paper, chains lose less than n-grams as they grow longer, and are ahead of them at length 4."""
    systems = {name: texts for name, texts in ted.systems.items() if not name.startswith("ref.")}
    corpus = sy.Corpus.of(systems, ted.references["B"])
    found = RECIPE.study(corpus, RECIPE.measures[:2], *settings(human=shared / "data" / "ted-zhen" / "human.tsv"))
    held = rows(found, "table-5")
    longest, two = held[3], held[1]
    assert longest["hwcm"] > longest["bleu"] and longest["hwcm"] - two["hwcm"] > longest["bleu"] - two["bleu"]
