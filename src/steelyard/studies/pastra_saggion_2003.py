"""Pastra & Saggion (2003): do systems keep their ranks over compression rates and references?

Four summarisers were scored by BLEU at five compression rates, on three clusters of documents, against each of three
references and all of them. Their table 1 scores the references against each other; tables 2 and 3 give scores and ranks
of the systems against one reference and against all; table 4 the ranks of their average ranks over compression rates.
They found ranks against one reference unsteady, against all references steady, and average ranks steady in both.

Different here: levels are the values of a facet called compression, rate or length, or else of the first facet with
several values; clusters those of another facet that every level occurs with, if there is one. Nothing is taken as the
truth: how far levels order the systems as the whole test set does is counted, and how far single levels and average
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
from steelyard.inference.comparison.ranks import Ranking, facet_ranks, ranked, stability
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted, shown
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.scores import from_statistics
from steelyard.statistics import Statistics
from steelyard.studies.recipes.correlations import alike, part_of, reference_sets
from steelyard.studies.recipes.recipe import Choices, Recipe
from steelyard.studies.recipes.report import unlabelled

_LEVELS = ("compression", "rate", "length")
_ALL = "all references"
_WHOLE = "all"
_MOST_COLUMNS = 10
_FEWEST_SETS = 2


@dataclass(frozen=True)
class _Ranked:
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
    level, cluster = facets_of(corpus)
    parts = 2 * len(sets) - 1
    systems: list[_Ranked] = []
    for n, (name, some) in enumerate(sets.items()):
        statistics = _collected(some, measures, run, n, parts)
        systems += _ranked(statistics, name, level, cluster)
    # the last are against all references
    signatures = [Signature(of.signature(level)).joined(_how(level, cluster, len(sets) - 1)) for of in statistics]
    among: list[_Ranked] = []
    for n, name in enumerate(name for name in sets if name != _ALL):
        # the other references in the place of systems
        others = {other: texts.references[0] for other, texts in sets.items() if other not in (name, _ALL)}
        dealt = replace(sets[name], systems=others, judgements=())
        among += _ranked(_collected(dealt, measures, run, len(sets) + n, parts), name, level, cluster)
    return Account(
        RECIPE.paper,
        (*_tables(systems, among, level), _ranks(among, "references"), _ranks(systems, "systems")),
        (_figure(systems, measures[0], level),),
        tuple(line for measure in measures for line in _findings(measure, systems, among, level)),
        signatures=unlabelled(signatures),
    )


def facets_of(corpus: Corpus) -> tuple[str, str | None]:
    """Return the facet of levels, and one that is crossed with it, if there is one."""
    several = {name: values for name, values in corpus.facets.items() if len(set(values)) > 1}
    if not several:
        raise InputError(
            "the study ranks systems within each value of a facet (compression, document, …), and the corpus has none "
            "with two values or more"
        )
    level = next((name for name in _LEVELS if name in several), next(iter(several)))
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


def _ranked(statistics: Sequence[Statistics], references: str, level: str, cluster: str | None) -> list[_Ranked]:
    """Rank the systems within the levels of each cluster; one system alone is first everywhere."""
    out = []
    for one in statistics:
        for name, some in _clusters(one, cluster).items():
            names, _, values = some.scores(level)
            scores = values.T
            ranking = (
                facet_ranks(from_statistics((some,)), level)[0] if len(some.systems) > 1 else _first(some, names, level)
            )
            out.append(_Ranked(one.label, references, name, ranking, scores))
    return out


def _clusters(one: Statistics, cluster: str | None) -> dict[str, Statistics]:
    if cluster is None:
        return {_WHOLE: one}
    names, index = one.units(cluster)
    return {name: one.taken(np.flatnonzero(index == n)) for n, name in enumerate(names)}


def _first(one: Statistics, names: Sequence[Any], level: str) -> Ranking:
    """Return the ranking of one system."""
    whole = np.asarray(one.measure.score(one.sums()), float)
    ranks = tuple(map(float, ranked(whole[None], higher_is_better=True)[0]))
    by_level = {str(name): ranks for name in names}
    same = math.nan if math.isnan(ranks[0]) else 1.0
    return Ranking(
        one.label, level, one.systems, tuple(map(float, whole)), ranks, by_level, ranks, ranks, same, 0.0, Signature()
    )


def _tables(found: Sequence[_Ranked], among: Sequence[_Ranked], level: str) -> tuple[Table, ...]:
    alone, together = ([one for one in found if one.alone == kind] for kind in (True, False))
    return (
        _scores("table-1", "Table 1: references against each other, score (rank)", among, level),
        _scores("table-2", "Table 2: systems against each reference, score (rank)", alone, level),
        _scores("table-3", "Table 3: systems against all references, score (rank)", together, level),
        _averages(found, level),
    )


def _scores(name: str, title: str, some: Sequence[_Ranked], level: str) -> Table:
    levels = list(dict.fromkeys(level for one in some for level in one.ranking.by_level))
    shown = levels[:_MOST_COLUMNS]
    rows: list[tuple[Cell, ...]] = []
    for one in some:
        places = {level: n for n, level in enumerate(one.ranking.by_level)}
        for n, system in enumerate(one.ranking.systems):
            cells = [
                _cell(float(one.scores[places[level], n]), one.ranking.by_level[level][n]) if level in places else "-"
                for level in shown
            ]
            rows.append((one.measure, one.references, one.cluster, system, *cells))
    rest = f"; {len(shown)} of {len(levels)} levels, the rest in ranks-*.tsv" if len(shown) < len(levels) else ""
    heads = ("measure", "references", "cluster", "scored", *shown)
    return Table(name, f"{title}, by {level}{rest}", heads, tuple(rows))


def _cell(score: float, rank: float) -> str:
    told = shown(score, ".2f" if abs(score) >= 1 else ".3f")
    return told if math.isnan(rank) else f"{told} ({rank:g})"


def _averages(found: Sequence[_Ranked], level: str) -> Table:
    """Return their table 4: ranks of the average ranks, and how steady the levels are."""
    rows: list[tuple[Cell, ...]] = [
        (one.measure, one.references, one.cluster, *one.order, one.ranking.same_order, one.ranking.swapped)
        for one in found
    ]
    heads = ("measure", "references", "cluster", *found[0].ranking.systems, "levels as whole", "pairs swapped")
    title = (
        f"Table 4: ranks of average ranks over {level}; share of levels in the order of the whole, and of pairs swapped"
    )
    return Table("table-4", title, heads, tuple(rows))


def _ranks(some: Sequence[_Ranked], what: str) -> Table:
    rows = tuple(
        (one.measure, one.references, one.cluster, level, system, float(one.scores[n, s]), ranks[s])
        for one in some
        for n, (level, ranks) in enumerate(one.ranking.by_level.items())
        for s, system in enumerate(one.ranking.systems)
    )
    heads = ("measure", "references", "cluster", "level", "scored", "score", "rank")
    return Table(f"ranks-{what}", f"All scores and ranks of {what}", heads, rows, shown=False)


def _findings(measure: str, found: Sequence[_Ranked], among: Sequence[_Ranked], level: str) -> list[str]:
    own = [one for one in found if one.measure == measure]
    out = [*_steadiness(measure, own, level), *_agreement(measure, own, level)]
    out += _over_clusters(measure, own)
    out += _of_references(measure, [one for one in among if one.measure == measure])
    lost = [one for one in own if one.ranking.reason]
    return out + [f"undefined: {measure}, {one.references}, {one.cluster}: {one.ranking.reason}" for one in lost]


def _steadiness(measure: str, own: Sequence[_Ranked], level: str) -> list[str]:
    """Say how often levels are in the order of the whole, against one reference and against all."""
    alone, together = (
        _held([(one.levels(), one.ranking.ranks) for one in own if one.alone == k]) for k in (True, False)
    )
    if not alone.orders or not together.orders:
        return [f"{measure}: whether ranks are steady over {level} is undefined"]
    verdict = _verdict(together, alone, "fewer with all", "fewer with one", "as many with one as with all")
    return [
        f"{measure}: held against the order of the whole test set, levels of {level} with one reference have {alone}; "
        f"with all references {together}: {verdict}"
    ]


def _agreement(measure: str, own: Sequence[_Ranked], level: str) -> list[str]:
    """Say how far levels, and average ranks, against one reference agree with the average ranks against all."""
    truth = {one.cluster: one.order for one in own if not one.alone}
    alone = [one for one in own if one.alone]
    single = _held([(one.levels(), truth[one.cluster]) for one in alone])
    average = _held([([one.order], truth[one.cluster]) for one in alone])
    if not average.orders or not single.orders:
        return [f"{measure}: average ranks are undefined"]
    verdict = _verdict(average, single, "fewer by average ranks", "more by average ranks", "as many either way")
    return [
        f"{measure}: held against average ranks with all references, levels of {level} with one reference have "
        f"{single}; average ranks over them {average}: {verdict}"
    ]


@dataclass(frozen=True)
class _Held:
    """Orders of systems held against others: how many are the same, and the mean share of pairs swapped."""

    same: int
    orders: int
    swapped: float

    def __str__(self) -> str:
        return f"{self.same} of {counted(self.orders, 'order')} the same and {self.swapped:.1%} of pairs swapped"


def _held(some: Sequence[tuple[Sequence[tuple[float, ...]], tuple[float, ...]]]) -> _Held:
    """Hold rows of ranks against one that stands for the truth; undefined ones are left out."""
    found = [stability(np.array(truth), np.array([row])) for rows, truth in some for row in rows]
    defined = [one for one in found if not math.isnan(one[1])]
    swapped = float(np.mean([share for _, share in defined])) if defined else math.nan
    return _Held(sum(same == 1 for same, _ in defined), len(defined), swapped)


def _verdict(one: _Held, other: _Held, fewer: str, more: str, equal: str) -> str:
    """Choose words by which of two has fewer pairs swapped."""
    if alike(one.swapped, other.swapped):
        return equal
    return fewer if one.swapped < other.swapped else more


def _over_clusters(measure: str, own: Sequence[_Ranked]) -> list[str]:
    together = [one for one in own if not one.alone and not any(map(math.isnan, one.order))]
    if len(together) < 2:
        return []
    orders = {one.order for one in together}
    return [
        f"{measure}: average ranks against all references: {counted(len(orders), 'order')} in {len(together)} clusters"
    ]


def _of_references(measure: str, among: Sequence[_Ranked]) -> list[str]:
    """Say whether references are alike in the same order at every level; with two of them there is no order."""
    held = _held([(one.levels(), one.ranking.ranks) for one in among if len(one.ranking.systems) > 1])
    if not held.orders:
        return []
    return [f"{measure}: which references are nearest to another, held against the whole test set: levels have {held}"]


def _figure(found: Sequence[_Ranked], measure: str, level: str) -> Figure:
    """Return the ranks of the systems over levels, a panel for each of the references (and cluster)."""
    several = len({ranked.cluster for ranked in found}) > 1
    rows = [
        {level: name, "system": system, "rank": rank,
         "references": f"{ranked.references}, {ranked.cluster}" if several else ranked.references}
        for ranked in found
        if ranked.measure == measure
        for name, ranks in ranked.ranking.by_level.items()
        for system, rank in zip(ranked.ranking.systems, ranks, strict=True)
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
    needs=("two reference sets or more", "a facet with two values or more"),
)
