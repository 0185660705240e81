"""Rankings, and what there is to say of them: a table for each measure, and how firm its order is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import worded
from steelyard.results.account import Account
from steelyard.results.numbers import or_null
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Number, Table

_MOST_LEVELS = 8
_RECORD = (
    "measure", "over", "system", "value", "rank", "level", "level_rank", "mean_rank", "aggregated_rank", "low", "high",
    "share", "same_order", "swapped", "reason", "signature",
)  # fmt: skip


@dataclass(frozen=True, repr=False)
class Ranking(Result):
    """Systems ranked by a measure within each level of a facet, or against each reference alone.

    ranks        system → rank on the whole test set against all references; 1 is best, ties share the mean of theirs
    by_level     level → ranks, as tuples in the order of the systems
    mean         mean of these ranks, and `aggregated`, the ranks of the means (Pastra & Saggion 2003)
    same_order   share of levels that order the systems as the whole does
    swapped      share of pairs of systems, over all levels, that stand the other way round than on the whole; a pair
                 tied on one side only counts half
    notice       which segments the ranks rest on, where that is not all that some system has; values are of all
    """

    measure: str
    over: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    ranks: tuple[float, ...]
    by_level: dict[str, tuple[float, ...]]
    mean: tuple[float, ...]
    aggregated: tuple[float, ...]
    same_order: float
    swapped: float
    signature: Signature
    reason: str | None = None
    notice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the ranking as the JSON output has it; what is undefined is null, with its reason."""
        rows = [
            {
                "system": name, "value": or_null(self.values[n]), "rank": or_null(self.ranks[n]),
                "mean_rank": or_null(self.mean[n]), "aggregated_rank": or_null(self.aggregated[n]),
                "ranks": {level: or_null(row[n]) for level, row in self.by_level.items()},
            }
            for n, name in enumerate(self.systems)
        ]  # fmt: skip
        out: dict[str, Any] = {"measure": self.measure, "over": self.over, "systems": rows}
        out |= {"same_order": or_null(self.same_order), "swapped": or_null(self.swapped)}
        return out | _remarks(self)


@dataclass(frozen=True, repr=False)
class RankDistribution(Result):
    """Ranks of systems over bootstrap samples of the test set.

    shares       per system, the share of samples in which it has each rank 1, 2 … (tied systems share their places)
    mean         mean rank per system; low … high hold the central share `confidence` of its ranks
    same_order   share of samples that order all systems as the test set does; swapped and notice as in `Ranking`
    """

    measure: str
    unit: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    ranks: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    same_order: float
    swapped: float
    resamples: int
    signature: Signature
    reason: str | None = None
    notice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the distribution as the JSON output has it; what is undefined is null, with its reason."""
        rows = [
            {
                "system": name, "value": or_null(self.values[n]), "rank": or_null(self.ranks[n]),
                "mean_rank": or_null(self.mean[n]), "low": or_null(self.low[n]), "high": or_null(self.high[n]),
                "shares": [or_null(share) for share in self.shares[n]],
            }
            for n, name in enumerate(self.systems)
        ]  # fmt: skip
        out: dict[str, Any] = {"measure": self.measure, "over": "bootstrap", "systems": rows}
        out |= {"same_order": or_null(self.same_order), "swapped": or_null(self.swapped), "resamples": self.resamples}
        return out | _remarks(self)


def _remarks(ranking: Ranking | RankDistribution) -> dict[str, Any]:
    """Return reason and notice, where there is one, and the signature."""
    said = {"reason": ranking.reason, "notice": ranking.notice}
    return {name: line for name, line in said.items() if line} | {"signature": ranking.signature}


@dataclass(frozen=True, repr=False)
class Rankings(Result):
    """The rankings of all measures, one after the other; `notices` are theirs and those of the scores."""

    rankings: tuple[Ranking | RankDistribution, ...]
    notices: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rankings)

    def __len__(self) -> int:
        return len(self.rankings)

    def __getitem__(self, place: int) -> Any:
        return self.rankings[place]

    def account(self) -> Account:
        """Return a table for each measure, and how firm its ranks are."""
        return _account(self)


def _account(rankings: Rankings) -> Account:
    """Return a part for each measure."""
    return Account(
        "Ranks of systems",
        notices=rankings.notices,
        parts=tuple(map(_part, rankings)),
        records=_records(rankings.rankings),
        name="ranks",
    )


def _stability(ranking: Ranking | RankDistribution) -> str:
    """Say how many levels or samples have the order of the whole, and how many pairs stand the other way round."""
    levels = _levels(ranking)
    what = f"{ranking.resamples:,} samples" if levels is None else f"{len(levels):,} levels"  # type: ignore[union-attr]
    if math.isnan(ranking.same_order):
        return f"stability over {what} is undefined"
    swapped = f"{ranking.swapped:.1%} of pairs are the other way round"
    return f"{ranking.same_order:.1%} of {what} have the order of the whole; {swapped}"


def _part(ranking: Ranking | RankDistribution) -> Account:
    undefined = [f"undefined: {ranking.reason}"] if ranking.reason else []
    table = _by_sample(ranking) if _levels(ranking) is None else _by_level(ranking)
    title = f"{ranking.measure} over {_over(ranking)}"
    return Account(title, (table,), findings=(_stability(ranking), *undefined), name=ranking.measure)


def _levels(ranking: Any) -> dict[str, tuple[float, ...]] | None:
    """Return the ranks of each level; None for ranks over bootstrap samples."""
    return getattr(ranking, "by_level", None)


def _over(ranking: Any) -> str:
    return getattr(ranking, "over", "bootstrap")


def _order(ranking: Any) -> list[int]:
    return sorted(range(len(ranking.systems)), key=lambda n: (math.isnan(ranking.ranks[n]), ranking.ranks[n]))


def _by_level(ranking: Any) -> Table:
    levels = list(ranking.by_level)[:_MOST_LEVELS]
    rows: list[list[Cell]] = [
        [
            ranking.systems[n], _rank(ranking.ranks[n]), *(_rank(ranking.by_level[level][n]) for level in levels),
            Number(ranking.mean[n], form=".2f"), _rank(ranking.aggregated[n]),
        ]
        for n in _order(ranking)
    ]  # fmt: skip
    more = len(ranking.by_level) - len(levels)
    notes = (
        [f"and {more:,} more levels; {worded('--tsv and --json have', 'to_pandas() and to_dict() have')} them all"]
        if more
        else []
    )
    heads: list[str | Column] = ["system", Column("rank", signature=ranking.signature), *levels, "mean", "aggregated"]
    return Table("ranks", "", heads, rows, notes=notes)


def _by_sample(ranking: Any) -> Table:
    rows: list[list[Cell]] = [
        [
            ranking.systems[n], _rank(ranking.ranks[n]),
            Number(ranking.mean[n], ranking.low[n], ranking.high[n], form=".2f"),
            *(Number(share, form=".0%", share=share) if share else "·" for share in ranking.shares[n]),
        ]
        for n in _order(ranking)
    ]  # fmt: skip
    places = [str(place) for place in range(1, len(ranking.systems) + 1)]
    return Table("ranks", "", ["system", Column("rank", signature=ranking.signature), "mean", *places], rows)


def _rank(rank: float) -> Number:
    return Number(rank, form="g")


def _records(rankings: Sequence[Any]) -> Table:
    """Return a row for each system and level, or place among bootstrap samples."""
    rows = [[row.get(name, "") for name in _RECORD] for ranking in rankings for row in _record_rows(ranking)]
    return Table("ranks", "Ranks", _RECORD, rows)


def _record_rows(ranking: Any) -> Iterator[dict[str, Any]]:
    for n, system in enumerate(ranking.systems):
        row = {
            "measure": ranking.measure, "over": _over(ranking), "system": system, "value": ranking.values[n],
            "rank": ranking.ranks[n], "mean_rank": ranking.mean[n], "same_order": ranking.same_order,
            "swapped": ranking.swapped, "reason": ranking.reason or "", "signature": ranking.signature,
        }  # fmt: skip
        if (levels := _levels(ranking)) is not None:
            row["aggregated_rank"] = ranking.aggregated[n]
            yield from (row | {"level": level, "level_rank": ranks[n]} for level, ranks in levels.items())
        else:
            row |= {"low": ranking.low[n], "high": ranking.high[n]}
            yield from (row | {"level": place, "share": share} for place, share in enumerate(ranking.shares[n], 1))
