"""Dorr et al. (2005): does a measure go with how useful texts are, item by item, and once outliers are averaged out?

Ten people judged documents relevant or not from two kinds of summaries. Their table 1 gives, for each event, the rate
of agreement with each person's own judgement of the full text (Relevance-Prediction) and with an outside one
(LDC-Agreement), compared by single-factor analyses of variance. Their table 5 correlates ROUGE-1 with both for each
kind of summary, after averaging both sides within 10,000 random partitions of the 60 items into groups of 1, 2 and 4;
figure 1 shows the spread over partitions.

Different here: kinds of summaries are the systems, rates of agreement the dimensions of the human scores (whatever
these are), events the values of a facet. Groups go on to 8, 16 … as long as 15 points are left, the fewest of
the paper. p-values of correlations are those of single items, by Student's t; the paper does not say how its own were
made. The analysis of variance takes items as independent, as the paper's does; it compares dimensions as if they were
on one scale, which only their makers can say. Times and tables 2 to 4 and 6, which need the people's single
decisions, are left out. The paper's 10,000 partitions are had by simulations=10000.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.draws import Draws, Progress, Run, check_counts
from steelyard.errors import InputError
from steelyard.inference.anova import Anova, anova
from steelyard.inference.correlation.correlation import regression
from steelyard.inference.correlation.partitions import PartitionedCorrelation, partitioned_correlation
from steelyard.judgements.statistics import HumanStatistics
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores.table import score_table
from steelyard.studies.recipes.correlations import (
    LEVEL,
    higher,
    human_notices,
    part_of,
    significant,
    turned_notices,
)
from steelyard.studies.recipes.facets import several_valued, split_by
from steelyard.studies.recipes.judged import judgements
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_FEWEST_ITEMS = 3
# Their groups of four items leave 15 points; "larger partition sizes would result in too few data points".
_FEWEST_POINTS = 15
#: Scores by measure, system and dimension.
Key = tuple[str, str, str]
Partitions = Mapping[Key, Sequence[PartitionedCorrelation]]


@dataclass(frozen=True)
class _Test:
    """An analysis of variance: which means it compares, and where; None where it is not possible."""

    compared: str
    within: str
    analysis: Anova | None
    reason: str | None


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study on every system, measure and dimension of human scores."""
    humans = judgements(corpus, choices, run.accept)
    check_counts(simulations=choices.simulations)
    table = score_table(corpus, measures, threads=run.threads, accept=run.accept, progress=part_of(run.progress, 0, 2))
    scores = table.oriented("segment")
    rows = {name: scores[:, table.systems.index(name)] for human in humans for name in human.systems}
    partitions = _partitions(measures, rows, humans, choices.simulations, draws.seed, part_of(run.progress, 1, 2))
    tests = _tests(humans)
    facet = choices.by or next(iter((*several_valued(corpus), *corpus.facets)), None)
    return Account(
        RECIPE.paper,
        (_rates(corpus, humans, facet), _anova(tests), _means(partitions, measures[0]), _boxes(partitions)),
        (_figure(partitions, measures[0]),),
        (*human_notices(humans), *turned_notices(table.columns), *_tested(tests),
         *_findings(partitions, humans, measures), *_undefined(partitions)),
        signatures=unlabelled(
            (*(column.signature("segment") for column in table.columns), *_signatures(partitions, humans))
        ),
        about=(split_by(corpus, facet),),
    )  # fmt: skip


def _sizes(
    measures: Sequence[str], rows: Mapping[str, NDArray[np.float64]], humans: Sequence[HumanStatistics]
) -> tuple[int, ...]:
    """Return 1, 2, 4 … as long as enough groups are left wherever a measure and human scores meet."""
    items = {
        (measure, name, human.dimension): int((~np.isnan(row + human.of([name])[0])).sum())
        for human in humans
        for name in human.systems
        for measure, row in zip(measures, rows[name], strict=True)
    }
    (measure, name, dimension), fewest = min(items.items(), key=lambda pair: pair[1])
    if fewest < _FEWEST_ITEMS:
        raise InputError(
            f"the study correlates the items of each system, and {name!r} has {counted(fewest, 'segment')} with both "
            f"human scores ({dimension}) and {measure}; it needs {_FEWEST_ITEMS} or more"
        )
    powers = itertools.takewhile(lambda size: fewest // size >= _FEWEST_POINTS, (2**n for n in itertools.count(1)))
    return (1, *powers)


def _partitions(
    measures: Sequence[str],
    rows: Mapping[str, NDArray[np.float64]],
    humans: Sequence[HumanStatistics],
    count: int,
    seed: int,
    progress: Progress | None,
) -> Partitions:
    pairs = [(human, name) for human in humans for name in human.systems]
    sizes = _sizes(measures, rows, humans)
    partitions = {}
    for n, (human, name) in enumerate(pairs):
        quality = human.values[human.systems.index(name)]
        for measure, row in zip(measures, rows[name], strict=True):
            key = (measure, name, human.dimension)
            partitions[key] = partitioned_correlation(row, quality, sizes, partitions=count, seed=seed)
        if progress is not None:
            progress(n + 1, len(pairs))
    return partitions


def _rates(corpus: Corpus, humans: Sequence[HumanStatistics], facet: str | None) -> Table:
    """Return their table 1: means for each value of a facet, and on the whole."""
    values = list(dict.fromkeys(corpus.facet(facet))) if facet else []
    rows: list[tuple[Cell, ...]] = []
    for human in humans:
        inner = human.at(facet) if facet else np.empty((len(human.systems), 0))
        for name, means, whole in zip(human.systems, inner, human.at("system")[:, 0], strict=True):
            rows.append((name, human.dimension, *map(float, means), float(whole)))
    by = f" by {facet}" if facet else ""
    return Table("table-1", f"Table 1: mean human scores{by}", ("system", "human", *values, "all"), tuple(rows))


def _tests(humans: Sequence[HumanStatistics]) -> list[_Test]:
    """Compare dimensions within each system, and systems within each dimension."""
    out = []
    for name in dict.fromkeys(name for human in humans for name in human.systems):
        groups = {human.dimension: human.of([name])[0] for human in humans if name in human.systems}
        if len(groups) > 1:
            out.append(_test(groups, ", ".join(groups), name))
    for human in humans:
        if len(human.systems) > 1:
            groups = dict(zip(human.systems, human.values, strict=True))
            out.append(_test(groups, counted(len(groups), "system"), human.dimension))
    return out


def _test(groups: Mapping[str, NDArray[np.float64]], compared: str, within: str) -> _Test:
    kept = {name: values for name, values in groups.items() if not np.isnan(values).all()}
    if len(kept) < 2:
        return _Test(compared, within, None, "fewer than two have human scores")
    analysis = anova(kept)
    return _Test(compared, within, analysis, analysis.reason)


def _anova(tests: Sequence[_Test]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for test in tests:
        analysis = test.analysis
        numbers = (
            (analysis.f, analysis.p, analysis.effect, analysis.n) if analysis else (math.nan, math.nan, math.nan, 0)
        )
        degrees = f"{analysis.between}, {analysis.within}" if analysis else "undefined"
        rows.append((test.compared, test.within, degrees, *numbers))
    heads = ("compared", "within", "degrees of freedom", "F", "p", "η²", "n")
    return Table("anova", "Do mean human scores differ? Single-factor analyses of variance", heads, tuple(rows))


def _tested(tests: Sequence[_Test]) -> list[str]:
    out = []
    for kind, group in itertools.groupby(tests, key=lambda test: test.compared):
        of_kind = list(group)
        single, still, count = significant([test.analysis.p if test.analysis else math.nan for test in of_kind])
        out.append(
            f"the means of {kind} differ at p ≤ {LEVEL} in {single} of {count} tests by analysis of "
            f"variance ({still} after Holm's correction)" + _lost(len(of_kind) - count)
        )
    out += [
        f"analysis of variance of {test.compared} within {test.within}: {test.reason}" for test in tests if test.reason
    ]
    return out


def _lost(undefined: int) -> str:
    return f"; undefined in {undefined}, left out" if undefined else ""


def _means(partitions: Partitions, measure: str) -> Table:
    """Return their table 5: mean correlations of the first measure over partitions, by size of groups."""
    rows: list[tuple[Cell, ...]] = []
    for (name, system, dimension), parts in partitions.items():
        if name == measure:
            rows.append((system, dimension, *(part.mean for part in parts), parts[0].n, _p(parts[0])))
    sizes = [part.size for part in next(iter(partitions.values()))]
    heads = ("system", "human", *(f"groups of {size}" for size in sizes), "items", "p of groups of 1")
    title = f"Table 5: Pearson's r of {measure} and human scores, mean over random partitions of the items into groups"
    return Table("table-5", title, heads, tuple(rows))


def _p(part: PartitionedCorrelation) -> float:
    return regression(part.mean, part.points).p


def _boxes(partitions: Partitions) -> Table:
    rows = tuple(
        (
            *key, part.size, part.points, part.mean, part.minimum, part.first_quartile, part.median,
            part.third_quartile, part.maximum, part.partitions, part.undefined, part.missing,
        )
        for key, parts in partitions.items()
        for part in parts
    )  # fmt: skip
    heads = ("measure", "system", "human", "size", "points", "mean", "minimum", "first quartile", "median",
             "third quartile", "maximum", "partitions", "undefined", "missing")  # fmt: skip
    return Table("partitions", "Correlations over partitions, all measures", heads, rows, shown=False)


def _findings(partitions: Partitions, humans: Sequence[HumanStatistics], measures: Sequence[str]) -> list[str]:
    out = []
    for measure in measures:
        for human in humans:
            parts = [partitions[measure, name, human.dimension] for name in human.systems]
            out.append(f"{measure} and {human.dimension}: {_of_items(parts)}{_of_groups(parts)}")
        out += _of_dimensions(partitions, humans, measure)
    return out


def _of_items(parts: Sequence[Sequence[PartitionedCorrelation]]) -> str:
    values = [by_size[0].mean for by_size in parts]
    single, still, count = significant([_p(by_size[0]) for by_size in parts])
    return (
        f"r of single items is positive for {sum(value > 0 for value in values)} of {counted(len(values), 'system')}, "
        f"other than 0 at p ≤ {LEVEL} for {single} ({still} after Holm's correction)" + _lost(len(values) - count)
    )


def _of_groups(parts: Sequence[Sequence[PartitionedCorrelation]]) -> str:
    """Return what averaging does to the mean and to the spread of r."""
    first, last = [by_size[0] for by_size in parts], [by_size[-1] for by_size in parts]
    both = [(a, b) for a, b in zip(first, last, strict=True) if not (math.isnan(a.mean) or math.isnan(b.mean))]
    if not both or last[0].size == 1:
        return ""
    change = np.mean([b.mean - a.mean for a, b in both])
    spread = np.mean([b.third_quartile - b.first_quartile for _, b in both])
    return (
        f"; in groups of {last[0].size} it is {abs(change):.3f} {'higher' if change > 0 else 'lower'} in the mean of "
        f"partitions and systems, and half of all partitions lie within {spread:.3f}"
    )


def _of_dimensions(partitions: Partitions, humans: Sequence[HumanStatistics], measure: str) -> list[str]:
    out = []
    for first, second in itertools.combinations(humans, 2):
        pairs = [
            (partitions[measure, name, first.dimension][0].mean, partitions[measure, name, second.dimension][0].mean)
            for name in first.systems
            if name in second.systems
        ]
        if pairs:
            out.append(f"{measure} goes with {first.dimension} better than with {second.dimension} in {higher(pairs)}")
    return out


def _undefined(partitions: Partitions) -> list[str]:
    """Say where r is undefined on the whole, and where in some partitions."""
    out = []
    for (measure, system, dimension), parts in partitions.items():
        if lost := next((part for part in parts if part.undefined), None):
            reason = (
                lost.reason or f"in {lost.undefined:,} of {lost.partitions:,} partitions into groups of {lost.size}"
            )
            out.append(f"undefined: r of {measure} and {dimension} for {system}: {reason}")
    return out


def _signatures(partitions: Partitions, humans: Sequence[HumanStatistics]) -> tuple[Signature, ...]:
    judged = [human.signature("segment") for human in humans]
    sizes = next(iter(partitions.values()))
    return (*judged, *(Signature.of(correlation="partitioned").joined(part.signature) for part in sizes))


def _figure(partitions: Partitions, measure: str) -> Figure:
    """Return their figure 1: a box of the quartiles over partitions, whiskers to the extremes, a dot for the mean."""
    rows = [
        {"system": system, "human": dimension, "size": part.size, "minimum": part.minimum, "low": part.first_quartile,
         "median": part.median, "high": part.third_quartile, "maximum": part.maximum, "mean": part.mean}
        for (name, system, dimension), parts in partitions.items()
        for part in parts
        if name == measure
    ]  # fmt: skip
    return Figure(
        "figure-1", f"{measure} and human scores: correlation over random partitions", "boxes", tuple(rows),
        Axis("size", "items in a group", ordinal=True), Axis("mean", "Pearson's r"), column="system", row="human",
        low="low", high="high", middle="median", ends=("minimum", "maximum"), beside="table-5", plain=True,
        description=f"Boxes of Pearson's r of {measure} and human scores over random partitions, by the size of the "
        "groups, a panel for each system and dimension. The numbers are in partitions.tsv.",
    )  # fmt: skip


RECIPE = Recipe(
    "dorr-2005",
    "Does a measure go with human scores item by item, and once outliers are averaged out?",
    "Dorr, Monz, President, Schwartz & Zajic 2005, A Methodology for Extrinsic Evaluation of Text Summarization",
    ("rouge-1", "rouge-2", "rouge-l", "rouge-w"),
    experiment,
    takes=("human", "dimension", "simulations", "by", "peers"),
    needs=("human scores of two systems or more, each on three segments or more",),
    settings=(
        PaperSetting(
            "measures",
            "ROUGE-1 of ROUGE 1.2.1",
            "rouge-1, rouge-2, rouge-l and rouge-w by F",
            "version 1.2.1 gave recall: from outside the paper; rouge-1(kind=recall) has it",
        ),
        PaperSetting(
            "dimension",
            "Relevance-Prediction and LDC-Agreement",
            "all dimensions that there are, or the one that is chosen",
        ),
        PaperSetting(
            "simulations",
            "10000",
            "500",
            "10,000 partitions are had by asking for them",
        ),
        PaperSetting(
            "by",
            "table 1 by event",
            "by size, length, compression, rate, or the first facet with several values",
        ),
        PaperSetting(
            "sizes of groups",
            "1, 2 and 4",
            "1, 2, 4, 8, 16 … as long as 15 points are left",
        ),
        PaperSetting(
            "p of correlations",
            "not said how",
            "of single items, by Student's t",
        ),
        PaperSetting(
            "tables 2 to 4 and 6, times",
            "of the people's single decisions",
            "left out",
            "they need the decisions",
        ),
    ),
)
