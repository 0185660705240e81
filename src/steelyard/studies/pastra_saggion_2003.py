"""Pastra & Saggion (2003): do systems keep their ranks over compression rates and references?

Four summarisers were scored by BLEU at five compression rates, on three clusters of documents, against each of three
references and all of them. Their table 1 scores the references against each other; tables 2 and 3 give scores and ranks
of the systems against one reference and against all; table 4 the ranks of their average ranks over compression rates.
They found ranks against one reference unsteady, against all references steady, and average ranks steady in both.

Different here: levels are the values of a facet called size, length, compression or rate, or else of the first facet
with several values; clusters those of another facet that every level occurs with, if there is one. Nothing is taken as
the truth: how far levels order the systems as the whole test set does is counted, and how far single levels and average
ranks against one reference agree with the average ranks against all, in whole orders and in pairs of systems. BLEU is
the usual one, with equal weights.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus, check_accept
from steelyard.draws import Draws, Run
from steelyard.engines.local import collect
from steelyard.errors import InputError
from steelyard.inference.comparison.rankings import Ranking
from steelyard.inference.comparison.ranks import facet_ranks, ranked, stability
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted, shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores import from_statistics
from steelyard.statistics import Statistics
from steelyard.studies.recipes.correlations import alike, part_of, reference_sets
from steelyard.studies.recipes.facets import several_valued, split_by
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled
from steelyard.studies.recipes.settings import PaperSetting

_ALL = "all references"
_WHOLE = "all"
_MOST_COLUMNS = 10
_FEWEST_SETS = 2


@dataclass(frozen=True)
class _Placing:
    """Systems ranked within the levels of one cluster, by one measure against some references.

    scores   level × system
    """

    measure: str
    references: str
    cluster: str
    ranking: Ranking
    scores: NDArray[np.float64]

    @property
    def alone(self) -> bool:
        """Whether the systems are held against one reference set."""
        return self.references != _ALL

    @property
    def order(self) -> tuple[float, ...]:
        """Ranks of the average ranks over levels."""
        return self.ranking.aggregated

    def levels(self) -> list[tuple[float, ...]]:
        """Return the ranks of each level."""
        return list(self.ranking.by_level.values())


def experiment(corpus: Corpus, measures: Sequence[str], choices: Choices, draws: Draws, run: Run) -> Account:
    """Run the study over the levels of one facet, within the values of another where there is one."""
    if len(corpus.systems) < 2:
        raise InputError("the study ranks systems; give two or more")
    sets = {**reference_sets(corpus, _FEWEST_SETS), _ALL: corpus}
    level, cluster = facets_of(corpus, choices.by)
    parts = 2 * len(sets) - 1
    systems: list[_Placing] = []
    for n, (name, some) in enumerate(sets.items()):
        statistics = _collected(some, measures, run, n, parts)
        systems += _placings(statistics, name, level, cluster)
    # the last are against all references
    signatures = [of.signature(level).joined(_how(level, cluster, len(sets) - 1)) for of in statistics]
    among: list[_Placing] = []
    for n, name in enumerate(name for name in sets if name != _ALL):
        # the other references in the place of systems
        others = {other: texts.references[0] for other, texts in sets.items() if other not in (name, _ALL)}
        dealt = replace(sets[name], systems=others, judgements=())
        among += _placings(_collected(dealt, measures, run, len(sets) + n, parts), name, level, cluster)
    return Account(
        RECIPE.paper,
        (*_tables(systems, among, level), _ranks(among, "references"), _ranks(systems, "systems")),
        (_figure(systems, measures[0], level),),
        tuple(line for measure in measures for line in _findings(measure, systems, among, level)),
        signatures=unlabelled(signatures),
        about=(split_by(corpus, level),),
    )


def facets_of(corpus: Corpus, by: str | None = None) -> tuple[str, str | None]:
    """Return the facet of levels, and one that is crossed with it, if there is one."""
    several = {name: corpus.facets[name] for name in several_valued(corpus)}
    if not several:
        raise InputError(
            "the study ranks systems within each value of a facet (compression, document, …), and the corpus has none "
            "with two values or more"
        )
    level = by or next(iter(several))
    crossed = (
        name
        for name, values in several.items()
        if name != level
        and len(set(zip(values, several[level], strict=True))) == len(set(values)) * len(set(several[level]))
    )
    return level, next(crossed, None)


def _how(level: str, cluster: str | None, references: int) -> Signature:
    also = f"each of {references} references alone"
    return Signature.of(levels=level, clusters=cluster or "none", also=also, ranks="mean of ties")


def _collected(corpus: Corpus, measures: Sequence[str], run: Run, part: int, parts: int) -> tuple[Statistics, ...]:
    progress = part_of(run.progress, part, parts)
    return collect(corpus, measures, run.threads, check_accept(run.accept), progress)


def _placings(collected: Sequence[Statistics], references: str, level: str, cluster: str | None) -> list[_Placing]:
    """Rank the systems within the levels of each cluster; one system alone is first everywhere."""
    out = []
    for statistics in collected:
        for name, of_cluster in _clusters(statistics, cluster).items():
            names, _, values = of_cluster.scores(level)
            scores = values.T
            ranking = (
                facet_ranks(from_statistics((of_cluster,)), level)[0]
                if len(of_cluster.systems) > 1
                else _first(of_cluster, names, level)
            )
            out.append(_Placing(statistics.label, references, name, ranking, scores))
    return out


def _clusters(statistics: Statistics, cluster: str | None) -> dict[str, Statistics]:
    if cluster is None:
        return {_WHOLE: statistics}
    names, index = statistics.units(cluster)
    return {name: statistics.taken(np.flatnonzero(index == n)) for n, name in enumerate(names)}


def _first(statistics: Statistics, names: Sequence[Any], level: str) -> Ranking:
    """Return the ranking of one system."""
    whole = np.asarray(statistics.measure.score(statistics.sums()), float)
    ranks = tuple(map(float, ranked(whole[None], higher_is_better=True)[0]))
    by_level = {str(name): ranks for name in names}
    same = math.nan if math.isnan(ranks[0]) else 1.0
    return Ranking(
        statistics.label, level, statistics.systems, tuple(map(float, whole)), ranks, by_level, ranks, ranks, same, 0.0,
        Signature(),
    )  # fmt: skip


def _tables(placings: Sequence[_Placing], among: Sequence[_Placing], level: str) -> tuple[Table, ...]:
    alone, together = ([placing for placing in placings if placing.alone == kind] for kind in (True, False))
    return (
        _scores("table-1", "Table 1: references against each other, score (rank)", among, level),
        _scores("table-2", "Table 2: systems against each reference, score (rank)", alone, level),
        _scores("table-3", "Table 3: systems against all references, score (rank)", together, level),
        _averages(placings, level),
    )


def _scores(name: str, title: str, placings: Sequence[_Placing], level: str) -> Table:
    levels = list(dict.fromkeys(level for placing in placings for level in placing.ranking.by_level))
    shown = levels[:_MOST_COLUMNS]
    rows: list[tuple[Cell, ...]] = []
    for placing in placings:
        places = {level: n for n, level in enumerate(placing.ranking.by_level)}
        for n, system in enumerate(placing.ranking.systems):
            cells = [
                _cell(float(placing.scores[places[level], n]), placing.ranking.by_level[level][n])
                if level in places
                else "-"
                for level in shown
            ]
            rows.append((placing.measure, placing.references, placing.cluster, system, *cells))
    rest = f"; {len(shown)} of {len(levels)} levels, the rest in ranks-*.tsv" if len(shown) < len(levels) else ""
    heads = ("measure", "references", "cluster", "scored", *shown)
    return Table(name, f"{title}, by {level}{rest}", heads, tuple(rows))


def _cell(score: float, rank: float) -> str:
    written = shown(score, ".2f" if abs(score) >= 1 else ".3f")
    return written if math.isnan(rank) else f"{written} ({rank:g})"


def _averages(placings: Sequence[_Placing], level: str) -> Table:
    """Return their table 4: ranks of the average ranks, and how steady the levels are."""
    rows: list[tuple[Cell, ...]] = [
        (placing.measure, placing.references, placing.cluster, *placing.order, placing.ranking.same_order,
         placing.ranking.swapped)
        for placing in placings
    ]  # fmt: skip
    heads = ("measure", "references", "cluster", *placings[0].ranking.systems, "levels as whole", "pairs swapped")
    title = (
        f"Table 4: ranks of average ranks over {level}; share of levels in the order of the whole, and of pairs swapped"
    )
    return Table("table-4", title, heads, tuple(rows))


def _ranks(placings: Sequence[_Placing], what: str) -> Table:
    rows = tuple(
        (placing.measure, placing.references, placing.cluster, level, system, float(placing.scores[n, s]), ranks[s])
        for placing in placings
        for n, (level, ranks) in enumerate(placing.ranking.by_level.items())
        for s, system in enumerate(placing.ranking.systems)
    )
    heads = ("measure", "references", "cluster", "level", "scored", "score", "rank")
    return Table(f"ranks-{what}", f"All scores and ranks of {what}", heads, rows, shown=False)


def _findings(measure: str, placings: Sequence[_Placing], among: Sequence[_Placing], level: str) -> list[str]:
    of_measure = [placing for placing in placings if placing.measure == measure]
    out = [*_steadiness(measure, of_measure, level), *_agreement(measure, of_measure, level)]
    out += _over_clusters(measure, of_measure)
    out += _of_references(measure, [placing for placing in among if placing.measure == measure])
    lost = [placing for placing in of_measure if placing.ranking.reason]
    return out + [
        f"undefined: {measure}, {placing.references}, {placing.cluster}: {placing.ranking.reason}" for placing in lost
    ]


def _steadiness(measure: str, placings: Sequence[_Placing], level: str) -> list[str]:
    """Say how often levels are in the order of the whole, against one reference and against all."""
    alone, together = (
        _stability([(placing.levels(), placing.ranking.ranks) for placing in placings if placing.alone == k])
        for k in (True, False)
    )
    if not alone.orders or not together.orders:
        return [f"{measure}: whether ranks are steady over {level} is undefined"]
    verdict = _verdict(together, alone, "fewer with all", "fewer with one", "as many with one as with all")
    return [
        f"{measure}: held against the order of the whole test set, levels of {level} with one reference have {alone}; "
        f"with all references {together}: {verdict}"
    ]


def _agreement(measure: str, placings: Sequence[_Placing], level: str) -> list[str]:
    """Say how far levels, and average ranks, against one reference agree with the average ranks against all."""
    truth = {placing.cluster: placing.order for placing in placings if not placing.alone}
    alone = [placing for placing in placings if placing.alone]
    single = _stability([(placing.levels(), truth[placing.cluster]) for placing in alone])
    average = _stability([([placing.order], truth[placing.cluster]) for placing in alone])
    if not average.orders or not single.orders:
        return [f"{measure}: average ranks are undefined"]
    verdict = _verdict(average, single, "fewer by average ranks", "more by average ranks", "as many either way")
    return [
        f"{measure}: held against average ranks with all references, levels of {level} with one reference have "
        f"{single}; average ranks over them {average}: {verdict}"
    ]


@dataclass(frozen=True)
class _Stability:
    """Orders of systems held against others: how many are the same, and the mean share of pairs swapped."""

    same: int
    orders: int
    swapped: float

    def __str__(self) -> str:
        return f"{self.same} of {counted(self.orders, 'order')} the same and {self.swapped:.1%} of pairs swapped"


def _stability(comparisons: Sequence[tuple[Sequence[tuple[float, ...]], tuple[float, ...]]]) -> _Stability:
    """Hold rows of ranks against one that stands for the truth; undefined ones are left out."""
    stabilities = [stability(np.array(truth), np.array([row])) for rows, truth in comparisons for row in rows]
    defined = [pair for pair in stabilities if not math.isnan(pair[1])]
    swapped = float(np.mean([share for _, share in defined])) if defined else math.nan
    return _Stability(sum(same == 1 for same, _ in defined), len(defined), swapped)


def _verdict(first: _Stability, second: _Stability, fewer: str, more: str, equal: str) -> str:
    """Choose words by which of two has fewer pairs swapped."""
    if alike(first.swapped, second.swapped):
        return equal
    return fewer if first.swapped < second.swapped else more


def _over_clusters(measure: str, placings: Sequence[_Placing]) -> list[str]:
    together = [placing for placing in placings if not placing.alone and not any(map(math.isnan, placing.order))]
    if len(together) < 2:
        return []
    orders = {placing.order for placing in together}
    return [
        f"{measure}: average ranks against all references: {counted(len(orders), 'order')} in {len(together)} clusters"
    ]


def _of_references(measure: str, among: Sequence[_Placing]) -> list[str]:
    """Say whether references are alike in the same order at every level; with two of them there is no order."""
    agreement = _stability(
        [(placing.levels(), placing.ranking.ranks) for placing in among if len(placing.ranking.systems) > 1]
    )
    if not agreement.orders:
        return []
    return [
        f"{measure}: which references are nearest to another, held against the whole test set: levels have {agreement}"
    ]


def _figure(placings: Sequence[_Placing], measure: str, level: str) -> Figure:
    """Return the ranks of the systems over levels, a panel for each of the references (and cluster)."""
    several = len({placing.cluster for placing in placings}) > 1
    rows = [
        {level: name, "system": system, "rank": rank,
         "references": f"{placing.references}, {placing.cluster}" if several else placing.references}
        for placing in placings
        if placing.measure == measure
        for name, ranks in placing.ranking.by_level.items()
        for system, rank in zip(placing.ranking.systems, ranks, strict=True)
    ]  # fmt: skip
    return Figure(
        "ranks", f"Ranks by {measure} over {level}", "lines", tuple(rows), Axis(level, ordinal=True),
        Axis("rank", reverse=True), colour="system", column="references", beside="table-3",
        description=f"Rank of each system by {measure} at each value of {level}, a panel for each reference; "
        "where lines cross, systems change places. The numbers are in ranks-systems.tsv.",
    )  # fmt: skip


RECIPE = Recipe(
    "pastra-saggion-2003",
    "Do systems keep their ranks over compression rates (or any facet) and references?",
    "Pastra & Saggion 2003, Colouring Summaries BLEU",
    ("bleu",),
    experiment,
    takes=("by", "peers"),
    needs=("two reference sets or more", "a facet with two values or more"),
    settings=(
        PaperSetting(
            "measures",
            "BLEU, with weights that the paper says in two ways",
            "BLEU with equal weights",
        ),
        PaperSetting(
            "by",
            "five compression rates",
            "the values of size, length, compression or rate, or else of the first facet with several",
        ),
        PaperSetting(
            "clusters",
            "three clusters of documents",
            "the values of another facet that every level occurs with",
        ),
        PaperSetting(
            "all references",
            "one extract by the sum of judges' utilities",
            "several references",
            "such an extract can be given as a reference",
        ),
        PaperSetting(
            "the true ranking",
            "what systems are expected to do",
            "none: orders are held against each other",
        ),
    ),
)
