"""Measures beside human scores: correlations over systems, what people gave on average, and where systems lie."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.inference.correlation.coefficient import coefficient_of
from steelyard.judgements.measure import dimension_name, people_on
from steelyard.judgements.statistics import HumanStatistics
from steelyard.meta.people.cautions import empty_interval
from steelyard.meta.people.correlation import MeasureCorrelation
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table, bounded, rows_of
from steelyard.scores import Scores

#: Of systems' scores with human means, where there are at least so many systems.
COEFFICIENTS = ("pearson", "kendall")
FEWEST_SYSTEMS = 3
_LEGEND = (
    "Each dot is a system: its score by a measure, and the mean of what people gave its outputs. "
    "A measure that can be trusted on such texts puts the dots on a line."
)
_ORIENTED = "Scores are turned so that more is better; p is that of Pearson's r."
_MOST_NAMED, _LONGEST_NAME = 8, 12


@dataclass(frozen=True)
class Beside:
    """Measures' scores beside what people gave.

    human       one for each dimension, and in `means` what each of its systems has on average
    correlated  (system, measure) → score
    """

    scores: Scores
    human: Sequence[HumanStatistics]
    means: Sequence[Sequence[float]]
    correlated: Mapping[tuple[str, str], float]


def people_account(
    beside: Beside, correlations: Sequence[MeasureCorrelation], comparisons: Comparisons | None
) -> Account:
    """Return the account of human scores, of correlations with them, and of comparisons of systems by them."""
    too_few = f"Fewer than {FEWEST_SYSTEMS} systems have human scores, too few to correlate."
    dimensions = {dimension_name(scores.dimension): scores.signature("system") for scores in beside.human}
    coefficients = {
        f"{correlation.measure}, {dimension_name(correlation.human)}, {correlation.coefficient}": Signature(
            correlation.signature
        )
        for correlation in correlations
    }
    return Account(
        "Human scores",
        (*([_correlations(correlations)] if correlations else []), _means(beside)),
        tuple(_figures(beside)),
        notices=(
            *([] if correlations else [too_few]),
            *(line for human in beside.human for line in human.notices),
        ),
        signatures=dimensions | coefficients,
        parts=_differences(comparisons),
        records=rows_of("correlations", correlations),
        name="human",
        further=(_means(beside), *_records(comparisons)),
        legend=_LEGEND,
    )


def _records(comparisons: Comparisons | None) -> Iterator[Table]:
    """Yield comparisons of systems by people, and their places, as TSV has them."""
    if comparisons is not None:
        yield rows_of("people-comparisons", comparisons.comparisons)
        yield rows_of("people-standings", comparisons.standings)


def _differences(comparisons: Comparisons | None) -> tuple[Account, ...]:
    """Return which differences between systems people see, for each dimension."""
    if comparisons is None:
        return ()
    account = comparisons.account()
    return tuple(replace(part, title=f"Which differences people see: {part.title}") for part in account.parts)


def _correlations(correlations: Sequence[MeasureCorrelation]) -> Table:
    by_pair: dict[tuple[str, str], list[MeasureCorrelation]] = {}
    for correlation in correlations:
        by_pair.setdefault((correlation.measure, dimension_name(correlation.human)), []).append(correlation)
    rows: list[list[Cell]] = [
        [*pair, *map(_coefficient, of_pair), Number(of_pair[0].p, form="p"), of_pair[0].n]
        for pair, of_pair in by_pair.items()
    ]
    heads: list[str | Column] = [
        *(Column(coefficient_of(name).about, digits=3) for name in COEFFICIENTS),
        "p",
        "systems",
    ]
    title = "Correlation over systems; 1 is full agreement with people"
    return Table("correlations", title, ["measure", "people", *heads], rows, notes=[_ORIENTED])


def _coefficient(correlation: MeasureCorrelation) -> Number:
    reason = f"undefined: {correlation.reason}" if correlation.reason else ""
    whose = f"{correlation.measure}, {dimension_name(correlation.human)}"
    caution = empty_interval(correlation.n, correlation.low, correlation.high)
    notice = "; ".join(filter(None, (correlation.notice, caution)))
    remark = "; ".join(filter(None, (reason, f"{whose}: {notice}" * bool(notice))))
    return bounded(correlation.value, correlation.low, correlation.high, remark=remark)


def _means(beside: Beside) -> Table:
    """Return what the figures show."""
    means = [dict(zip(human.systems, row, strict=True)) for human, row in zip(beside.human, beside.means, strict=True)]
    statistics = beside.scores.statistics
    heads = [
        *(Column(dimension_name(human.dimension), better=HIGHER, digits=2) for human in beside.human),
        *(
            Column(
                measured.label,
                better=HIGHER if measured.measure.higher_is_better else LOWER,
                digits=measured.measure.digits,
                measures=True,
            )
            for measured in statistics
        ),
    ]
    rows: list[list[Cell]] = []
    for place, system in enumerate(beside.scores.systems, 1):
        rated = (of.get(system, math.nan) for of in means)
        people = ("not judged" if math.isnan(value) else Number(value) for value in rated)
        scores = (Number(beside.correlated[system, measured.label]) for measured in statistics)
        rows.append([str(place), system, *people, *scores])
    return Table("means", "What people gave on average, and the measures' scores", ["number", "system", *heads], rows)


def _figures(beside: Beside) -> Iterator[Figure]:
    """Yield a figure for each measure and dimension; a system is named, or numbered where names would be too many."""
    systems = beside.scores.systems
    for scores, means in zip(beside.human, beside.means, strict=True):
        for statistics in beside.scores.statistics:
            label = statistics.label
            rows: tuple[dict[str, Any], ...] = tuple(
                {
                    label: beside.correlated[name, label],
                    "people": mean,
                    "system": name,
                    "label": name if _short(name, systems) else str(systems.index(name) + 1),
                }
                for name, mean in zip(scores.systems, means, strict=True)
            )
            if any(math.isfinite(row[label]) and math.isfinite(row["people"]) for row in rows):
                better = HIGHER if statistics.measure.higher_is_better else LOWER
                dimension = dimension_name(scores.dimension)
                title = f"{label} and {people_on(scores.dimension)}, {better} is better"
                y, name = Axis("people", dimension), f"{label} and {dimension}"
                yield Figure(name, title, "points", rows, Axis(label), y, name_field="label")


def _short(name: str, systems: Sequence[str]) -> bool:
    return len(systems) <= _MOST_NAMED and len(name) <= _LONGEST_NAME
