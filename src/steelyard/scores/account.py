"""What there is to say of scores: a table with a column for each measure, and a record of each score."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.results.account import Account
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table, marked_best
from steelyard.statistics import Statistics

if TYPE_CHECKING:
    from steelyard.results.figure import Figure
    from steelyard.scores.scores import Score, Scores


def account_of(scores: Scores) -> Account:
    """Return the account of scores: a row for each system, or for each group and system."""
    table = Table("scores", "", [*_leading(scores), *measure_columns(scores)], _rows(scores))
    return Account(
        "Scores",
        (table,),
        tuple(_figures(scores)) if scores.level == "system" else (),
        notices=scores.notices,
        records=_records(scores),
        name="scores",
    )


def measure_columns(scores: Scores) -> list[Column]:
    """Return a column for each measure: which way is better, decimals and signature."""
    signatures = {score.measure: score.signature for score in scores.scores}
    return [
        Column(
            statistics.label,
            better=HIGHER if statistics.measure.higher_is_better else LOWER,
            digits=statistics.measure.digits,
            signature=signatures[statistics.label],
            measures=_is_notation(statistics),
        )
        for statistics in scores.statistics
    ]


def _is_notation(statistics: Statistics) -> bool:
    """Tell whether a label is the measure's own notation; other measures and people are printed as they are called."""
    label, name = statistics.label, statistics.measure.name
    return "scores" not in statistics.measure.needs and (label == name or label.startswith((f"{name}@", f"{name}(")))


def _figures(scores: Scores) -> Iterator[Figure]:
    """Yield each measure's scores with their intervals, the best system above."""
    if len(scores.systems) < 2 or any(score.low is None for score in scores.scores):
        return
    from steelyard.results.figure import Axis, Figure

    for statistics in scores.statistics:
        sign = -1 if statistics.measure.higher_is_better else 1
        own = [score for score in scores.scores if score.measure == statistics.label]
        ordered = sorted(own, key=lambda score: (math.isnan(score.value), sign * score.value))
        rows = tuple({"system": s.system, "score": s.value, "low": s.low, "high": s.high} for s in ordered)
        better = HIGHER if statistics.measure.higher_is_better else LOWER
        yield Figure(
            statistics.label,
            f"{statistics.label} ({better} is better)",
            "intervals",
            rows,
            Axis("score", statistics.label),
            Axis("system"),
            low="low",
            high="high",
        )


def _leading(scores: Scores) -> list[str]:
    return ["system"] if scores.level == "system" else [scores.level, "system"]


def _rows(scores: Scores) -> Iterator[list[Cell]]:
    values = {(score.measure, score.system, score.group): score for score in scores.scores}
    for group in dict.fromkeys(score.group for score in scores.scores):
        columns = [
            marked_best(
                [_number(values[statistics.label, system, group]) for system in scores.systems],
                HIGHER if statistics.measure.higher_is_better else LOWER,
            )
            for statistics in scores.statistics
        ]
        for system, *cells in zip(scores.systems, *columns, strict=True):
            yield [system, *cells] if group is None else [str(group), system, *cells]


def _number(score: Score) -> Number:
    reason = f"undefined: {score.measure}: {score.reason}" if score.reason is not None else ""
    notice = f"{score.measure}, {score.system}: {score.notice}" if score.notice is not None else ""
    return Number(score.value, score.low, score.high, remark="; ".join(filter(None, (reason, notice))))


def _records(scores: Scores) -> Table:
    """Return a row for each score; notices are there only if some score has one."""
    heads = ["system", "measure", "level"]
    if scores.level != "system":
        heads.append("segment" if scores.level == "segment" else "group")
    heads.append("value")
    if any(score.low is not None for score in scores.scores):
        heads += ["low", "high"]
    heads.append("reason")
    if any(score.notice is not None for score in scores.scores):
        heads.append("notice")
    heads.append("signature")
    rows = []
    for score in scores.scores:
        cells = {**vars(score), "segment": score.group, "reason": score.reason or "", "notice": score.notice or ""}
        rows.append([cells[head] for head in heads])
    return Table("scores", "Scores", heads, rows)
