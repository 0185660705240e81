"""What there is to say of scores: a table with a column for each measure, and a record of each score."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steelyard.results.account import Account
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table, marked_best
from steelyard.scores.estimates import Score
from steelyard.statistics import Statistics

if TYPE_CHECKING:
    from steelyard.results.figure import Figure


def account_of(
    scores: Sequence[Score], statistics: Sequence[Statistics], level: str, notices: tuple[str, ...]
) -> Account:
    """Return the account of scores at a level: a row for each system, or for each group and system."""
    heads: list[str | Column] = [*_leading(level), *measure_columns(scores, statistics)]
    table = Table("scores", "", heads, _rows(scores, statistics))
    return Account(
        "Scores",
        (table,),
        tuple(_figures(scores, statistics)) if level == "system" else (),
        notices=notices,
        records=_records(scores, level),
        name="scores",
    )


def measure_columns(scores: Sequence[Score], statistics: Sequence[Statistics]) -> list[Column]:
    """Return a column for each measure: which way is better, decimals and signature."""
    signatures = {score.measure: score.signature for score in scores}
    return [
        Column(
            measured.label,
            better=HIGHER if measured.measure.higher_is_better else LOWER,
            digits=measured.measure.digits,
            signature=signatures[measured.label],
            measures=_is_notation(measured),
        )
        for measured in statistics
    ]


def _is_notation(statistics: Statistics) -> bool:
    """Tell whether a label is the measure's own notation; other measures and people are printed as they are called."""
    label, name = statistics.label, statistics.measure.name
    return "scores" not in statistics.measure.needs and (label == name or label.startswith((f"{name}@", f"{name}(")))


def _figures(scores: Sequence[Score], statistics: Sequence[Statistics]) -> Iterator[Figure]:
    """Yield each measure's scores with their intervals, the best system above."""
    if len(statistics[0].systems) < 2 or any(score.low is None for score in scores):
        return
    from steelyard.results.figure import Axis, Figure

    for measured in statistics:
        sign = -1 if measured.measure.higher_is_better else 1
        own = [score for score in scores if score.measure == measured.label]
        ordered = sorted(own, key=lambda score: (math.isnan(score.value), sign * score.value))
        rows = tuple({"system": s.system, "score": s.value, "low": s.low, "high": s.high} for s in ordered)
        better = HIGHER if measured.measure.higher_is_better else LOWER
        yield Figure(
            measured.label,
            f"{measured.label} ({better} is better)",
            "intervals",
            rows,
            Axis("score", measured.label),
            Axis("system"),
            low="low",
            high="high",
        )


def _leading(level: str) -> list[str]:
    return ["system"] if level == "system" else [level, "system"]


def _rows(scores: Sequence[Score], statistics: Sequence[Statistics]) -> Iterator[list[Cell]]:
    systems = statistics[0].systems
    values = {(score.measure, score.system, score.group): score for score in scores}
    for group in dict.fromkeys(score.group for score in scores):
        columns = [
            marked_best(
                [_number(values[measured.label, system, group]) for system in systems],
                HIGHER if measured.measure.higher_is_better else LOWER,
            )
            for measured in statistics
        ]
        for system, *cells in zip(systems, *columns, strict=True):
            yield [system, *cells] if group is None else [str(group), system, *cells]


def _number(score: Score) -> Number:
    reason = f"undefined: {score.measure}: {score.reason}" if score.reason is not None else ""
    notice = f"{score.measure}, {score.system}: {score.notice}" if score.notice is not None else ""
    return Number(score.value, score.low, score.high, remark="; ".join(filter(None, (reason, notice))))


def _records(scores: Sequence[Score], level: str) -> Table:
    """Return a row for each score; notices are there only if some score has one."""
    heads = ["system", "measure", "level"]
    if level != "system":
        heads.append("segment" if level == "segment" else "group")
    heads.append("value")
    if any(score.low is not None for score in scores):
        heads += ["low", "high"]
    heads.append("reason")
    if any(score.notice is not None for score in scores):
        heads.append("notice")
    heads.append("signature")
    rows = []
    for score in scores:
        cells = {**vars(score), "segment": score.group, "reason": score.reason or "", "notice": score.notice or ""}
        rows.append([cells[head] for head in heads])
    return Table("scores", "Scores", heads, rows)
