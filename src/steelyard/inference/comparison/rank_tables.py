"""What there is to say of ranks: a table for each measure, how firm its order is, and a record of every rank."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.errors import worded
from steelyard.results.account import Account
from steelyard.results.table import Cell, Column, Number, Table

if TYPE_CHECKING:
    from steelyard.inference.comparison.ranks import RankDistribution, Ranking, Rankings

_MOST_LEVELS = 8
_RECORD = (
    "measure", "over", "system", "value", "rank", "level", "level_rank", "mean_rank", "aggregated_rank", "low", "high",
    "share", "same_order", "swapped", "reason", "signature",
)  # fmt: skip


def account_of(rankings: Rankings) -> Account:
    """Return a part for each measure."""
    return Account(
        "Ranks of systems",
        notices=rankings.notices,
        parts=tuple(map(_part, rankings)),
        records=_records(rankings.rankings),
        name="ranks",
    )


def stability(ranking: Ranking | RankDistribution) -> str:
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
    return Account(title, (table,), findings=(stability(ranking), *undefined), name=ranking.measure)


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
