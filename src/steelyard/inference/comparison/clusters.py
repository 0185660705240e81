"""Clusters of systems as the Conference on Machine Translation (WMT) ranks them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.draws import check_share
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.comparison.significance import kind_of_values, values_of_systems
from steelyard.inference.comparison.tests.mann_whitney import greater, wins_and_ties
from steelyard.inference.comparison.unit_scores import without_rounding
from steelyard.results.account import Account
from steelyard.results.numbers import counted, or_null
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table
from steelyard.scores import Scores, check_scores
from steelyard.statistics import Statistics

Array = NDArray[Any]

#: How systems can be put into clusters.
RULES = (WMT,) = ("wmt",)
_RECORD = (
    "measure", "system", "cluster", "best_rank", "worst_rank", "mean", "n", "wins", "losses", "reason", "signature",
)  # fmt: skip


@dataclass(frozen=True, repr=False, kw_only=True)
class ClusteredSystem(Result):
    """A system, the cluster it is in, and the ranks it may have.

    cluster     number of the cluster, 1 for the best; None without values
    best_rank   1 and how many systems are better than it; worst_rank, how many there are less those that it is better
                than
    mean        of all its values, of which there are n
    wins        how many systems it is better than; losses, how many are better
    u           other system → U: in how many pairs of values its own is the better one, ties counted half
    p           other system → one-sided p of its being better than that system
    """

    system: str
    cluster: int | None
    best_rank: int | None
    worst_rank: int | None
    mean: float
    n: int
    wins: int
    losses: int
    u: dict[str, float]
    p: dict[str, float]


@dataclass(frozen=True, repr=False, kw_only=True)
class Clustering(Result):
    """The systems from best to worst under one measure, in clusters; systems without values come last, in none.

    values   what the systems are compared by: judgements or segment-scores
    alpha    a one-sided p below it makes a system better than another
    """

    measure: str
    values: str
    alpha: float
    higher_is_better: bool
    systems: tuple[ClusteredSystem, ...]
    signature: Signature
    reason: str | None = None

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        """The names of the systems of each cluster."""
        numbers = dict.fromkeys(system.cluster for system in self.systems if system.cluster)
        return tuple(tuple(row.system for row in self.systems if row.cluster == number) for number in numbers)


@dataclass(frozen=True, repr=False)
class Clusterings(Result):
    """The clusters under all measures, one after the other, and the notices of the scores."""

    rankings: tuple[Clustering, ...]
    notices: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Clustering]:
        return iter(self.rankings)

    def __len__(self) -> int:
        return len(self.rankings)

    def __getitem__(self, place: int) -> Clustering:
        return self.rankings[place]

    def account(self) -> Account:
        """Return for each measure the clusters, and p of every pair."""
        return Account(
            "Clusters of systems",
            notices=self.notices,
            parts=tuple(map(_part, self.rankings)),
            records=_records(self.rankings),
            name="clusters",
        )


@public
def cluster_ranks(scores: Scores, rule: str = WMT, *, alpha: float = 0.05) -> Clusterings:
    """Put the systems into clusters under every measure, as WMT ranks them.

    Systems are ordered by the mean of their values: of people all judgements, unpaired, however many an output has; of
    a measure the scores of segments. One is better than another if the one-sided p of Mann and Whitney's test is below
    alpha, which is not corrected for the number of pairs. A cluster ends where each system so far is better than each
    that follows.
    """
    check_scores("cluster_ranks", scores)
    if rule not in RULES:
        raise SpecError(f"unknown rule for clusters {rule!r}" + suggestion(str(rule), RULES))
    check_share("alpha", alpha)
    if len(scores.systems) < 2:
        raise InputError(f"there is one system, {scores.systems[0]!r}; clusters need two")
    return Clusterings(tuple(_clustering(statistics.kept(), alpha) for statistics in scores.statistics), scores.notices)


def cluster_numbers(better: Array) -> Array:
    """Return the number of each system's cluster; better[i, j], in the order of the systems, whether i is better.

    >>> cluster_numbers(np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], bool)).tolist()
    [1, 1, 2]
    """
    starts = [bool(better[:place, place:].all()) for place in range(1, len(better))]
    return 1 + np.concatenate([[0], np.cumsum(starts, dtype=int)])


def _clustering(statistics: Statistics, alpha: float) -> Clustering:
    units = without_rounding(statistics.scores("segment")[2])
    values, higher = values_of_systems(statistics, units), statistics.measure.higher_is_better
    means = np.array([own.mean() if len(own) else math.nan for own in values])
    some = [n for n in range(len(values)) if len(values[n])]
    order = sorted(some, key=lambda n: -means[n] if higher else means[n])
    wins, p = _pairs([values[n] if higher else -values[n] for n in order])
    names, better = [statistics.systems[n] for n in order], p < alpha
    beaten, beating = better.sum(axis=1).tolist(), better.sum(axis=0).tolist()
    clusters = cluster_numbers(better).tolist() if order else []
    rows = [
        ClusteredSystem(
            system=names[k], cluster=clusters[k], best_rank=1 + beating[k], worst_rank=len(order) - beaten[k],
            mean=float(means[n]), n=len(values[n]), wins=beaten[k], losses=beating[k],
            u=_to_others(names, k, wins), p=_to_others(names, k, p),
        )
        for k, n in enumerate(order)
    ]  # fmt: skip
    rows += [_without_values(statistics.systems[n]) for n in range(len(values)) if n not in some]
    return Clustering(
        measure=statistics.label, values=kind_of_values(statistics), alpha=alpha, higher_is_better=higher,
        systems=tuple(rows), signature=_signature(statistics, alpha, len(order)),
        reason=None if len(order) == len(values) else statistics.measure.undefined,
    )  # fmt: skip


def _pairs(values: list[Array]) -> tuple[Array, Array]:
    """Return system × system U and one-sided p of the system of the row being better; nan on the diagonal."""
    wins, p = np.full((2, len(values), len(values)), math.nan)
    for i, a in enumerate(values):
        for j, b in enumerate(values[:i]):
            wins[i, j] = wins_and_ties(a, b)
            wins[j, i] = len(a) * len(b) - wins[i, j]
            p[i, j], p[j, i] = greater(a, b), greater(b, a)
    return wins, p


def _to_others(names: list[str], k: int, matrix: Array) -> dict[str, float]:
    return {name: float(matrix[k, n]) for n, name in enumerate(names) if n != k}


def _without_values(system: str) -> ClusteredSystem:
    return ClusteredSystem(
        system=system, cluster=None, best_rank=None, worst_rank=None, mean=math.nan, n=0, wins=0, losses=0, u={}, p={}
    )


def _signature(statistics: Statistics, alpha: float, systems: int) -> Signature:
    signature = statistics.signature("segment").without("judgements")
    return signature.joined(
        clusters=WMT, order="mean", of=kind_of_values(statistics), test="mann-whitney", sides="one",
        alpha=f"{alpha:g}", correct="none", systems=systems,
    )  # fmt: skip


def _part(ranking: Clustering) -> Account:
    count = len(ranking.clusters)
    findings = [
        f"{counted(count, 'cluster')}: each system of one is better than each of the next "
        f"(Mann-Whitney, one-sided p < {ranking.alpha:g}, not corrected)"
    ]
    if ranking.reason:
        findings.append(f"undefined: {ranking.reason}")
    tables = (_systems(ranking), _matrix(ranking))
    title = f"{ranking.measure}, by {ranking.values.replace('-', ' ')}"
    return Account(title, tables, findings=tuple(findings), name=ranking.measure)


def _systems(ranking: Clustering) -> Table:
    better = HIGHER if ranking.higher_is_better else LOWER
    heads: list[str | Column] = [
        "cluster", "ranks", "system", Column("mean", better=better, signature=ranking.signature), "n", "wins",
    ]  # fmt: skip
    rows: list[list[Cell]] = [
        [row.cluster, _ranks(row), row.system, Number(row.mean, form=".4f"), row.n, row.wins] for row in ranking.systems
    ]
    return Table("clusters", "", heads, rows)


def _ranks(row: ClusteredSystem) -> str:
    if row.best_rank is None:
        return ""
    return str(row.best_rank) if row.best_rank == row.worst_rank else f"{row.best_rank}-{row.worst_rank}"


def _matrix(ranking: Clustering) -> Table:
    names = [row.system for row in ranking.systems if row.cluster]
    rows: list[list[Cell]] = [
        [row.system, *(Number(row.p[name], form="p") if name != row.system else "·" for name in names)]
        for row in ranking.systems
        if row.cluster
    ]
    title = "one-sided p of the system of the row being better than that of the column"
    return Table("pairs", title, [Column("system", " "), *names], rows)


def _records(rankings: tuple[Clustering, ...]) -> Table:
    rows = [
        [
            ranking.measure, row.system, row.cluster, row.best_rank, row.worst_rank, or_null(row.mean), row.n, row.wins,
            row.losses, ranking.reason or "", ranking.signature,
        ]
        for ranking in rankings
        for row in ranking.systems
    ]  # fmt: skip
    return Table("clusters", "Clusters", _RECORD, rows)
