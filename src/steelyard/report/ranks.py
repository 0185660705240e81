"""Ranks of systems as text and as tab-separated values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from steelyard.inference.plain import shown
from steelyard.inference.ranks import RankDistribution, Ranking
from steelyard.report.text import grid, printable

_MOST_LEVELS = 8
Made = Sequence[Ranking | RankDistribution]
_COLUMNS = ("measure", "over", "system", "value", "rank", "level", "level_rank", "mean_rank", "aggregated_rank", "low",
            "high", "share", "same_order", "swapped", "reason", "signature")  # fmt: skip


def text(made: Made) -> str:
    """Return a table for each ranking with how firm it is, and the signatures."""
    lines: list[str] = []
    for n, one in enumerate(made, 1):
        lines += [f"{printable(one.measure)} over {_over(one)} ({n})", ""]
        lines += _levels(one) if isinstance(one, Ranking) else _samples(one)
        lines += ["", stability(one), *([f"undefined: {one.reason}"] if one.reason else []), ""]
    lines += [f"({n}) {printable(one.signature)}" for n, one in enumerate(made, 1)]
    return "\n".join(lines) + "\n"


def tsv(made: Made) -> str:
    """Return a row for each system and level (or place among bootstrap samples), numbers in full."""
    held = io.StringIO()
    writer = csv.DictWriter(held, _COLUMNS, dialect="excel-tab", lineterminator="\n", restval="")
    writer.writeheader()
    for one in made:
        common = {"measure": one.measure, "over": _over(one), "same_order": one.same_order, "swapped": one.swapped,
                  "reason": one.reason or "", "signature": one.signature}  # fmt: skip
        for n, system in enumerate(one.systems):
            row = common | {"system": system, "value": one.values[n], "rank": one.ranks[n], "mean_rank": one.mean[n]}
            if isinstance(one, Ranking):
                row["aggregated_rank"] = one.aggregated[n]
                for level, ranks in one.by_level.items():
                    writer.writerow(row | {"level": level, "level_rank": ranks[n]})
            else:
                row |= {"low": one.low[n], "high": one.high[n]}
                for place, share in enumerate(one.shares[n], 1):
                    writer.writerow(row | {"level": place, "share": share})
    return held.getvalue()


def _over(one: Ranking | RankDistribution) -> str:
    return one.over if isinstance(one, Ranking) else "bootstrap"


def _order(one: Ranking | RankDistribution) -> list[int]:
    return sorted(range(len(one.systems)), key=lambda n: (math.isnan(one.ranks[n]), one.ranks[n]))


def _levels(one: Ranking) -> list[str]:
    shown = list(one.by_level)[:_MOST_LEVELS]
    rows = [
        [printable(one.systems[n]), _rank(one.ranks[n]), *(_rank(one.by_level[level][n]) for level in shown),
         _rank(one.mean[n], 2), _rank(one.aggregated[n])]
        for n in _order(one)
    ]  # fmt: skip
    lines = grid(["system", "rank", *map(printable, shown), "mean", "aggregated"], rows, left=1)
    more = len(one.by_level) - len(shown)
    return [*lines, f"and {more:,} more levels; --tsv and --json have them all"] if more else lines


def _samples(one: RankDistribution) -> list[str]:
    rows = [
        [printable(one.systems[n]), _rank(one.ranks[n]), _rank(one.mean[n], 2),
         f"{_rank(one.low[n])}–{_rank(one.high[n])}", *(_share(share) for share in one.shares[n])]
        for n in _order(one)
    ]  # fmt: skip
    places = [str(place) for place in range(1, len(one.systems) + 1)]
    return grid(["system", "rank", "mean", "interval", *places], rows, left=1)


def stability(one: Ranking | RankDistribution) -> str:
    """Say how many levels or samples have the order of the whole, and how many pairs stand the other way round."""
    what = f"{len(one.by_level):,} levels" if isinstance(one, Ranking) else f"{one.resamples:,} samples"
    if math.isnan(one.same_order):
        return f"stability over {what} is undefined"
    swapped = f"{one.swapped:.1%} of pairs are the other way round"
    return f"{one.same_order:.1%} of {what} have the order of the whole; {swapped}"


def _rank(rank: float, decimals: int | None = None) -> str:
    return shown(rank, "g" if decimals is None else f".{decimals}f")


def _share(share: float) -> str:
    return shown(share, ".0%") if share else "·"
