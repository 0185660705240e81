"""Measures beside human scores: correlations over systems, what people gave on average, and where systems lie."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.inference.correlation.coefficient import coefficient_of
from steelyard.judgements.measure import dimension_name, people_on
from steelyard.meta.people.cautions import empty_interval
from steelyard.meta.people.correlation import MeasureCorrelation
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Cell, Column, Number, Table, bounded, rows_of

if TYPE_CHECKING:
    from steelyard.evaluation.evaluation import Evaluation

#: Of systems' scores with human means, where there are at least so many systems.
COEFFICIENTS = ("pearson", "kendall")
FEWEST_SYSTEMS = 3
_LEGEND = (
    "Each dot is a system: its score by a measure, and the mean of what people gave its outputs. "
    "A measure that can be trusted on such texts puts the dots on a line."
)
_ORIENTED = "Scores are turned so that more is better; p is that of Pearson's r."
_MOST_NAMED, _LONGEST_NAME = 8, 12


def people_account(evaluation: Evaluation) -> Account:
    """Return the account of human scores."""
    too_few = f"Fewer than {FEWEST_SYSTEMS} systems have human scores, too few to correlate."
    correlations = evaluation.correlations
    dimensions = {dimension_name(scores.dimension): scores.signature("system") for scores in evaluation.human}
    coefficients = {
        f"{correlation.measure}, {dimension_name(correlation.human)}, {correlation.coefficient}": Signature(
            correlation.signature
        )
        for correlation in correlations
    }
    return Account(
        "Human scores",
        (*([_correlations(correlations)] if correlations else []), _means(evaluation)),
        tuple(_figures(evaluation)),
        notices=(
            *([] if correlations else [too_few]),
            *(line for human in evaluation.human for line in human.notices),
        ),
        signatures=dimensions | coefficients,
        parts=_differences(evaluation),
        records=rows_of("correlations", correlations),
        name="human",
        further=(_means(evaluation), *_records(evaluation)),
        legend=_LEGEND,
    )


def _records(evaluation: Evaluation) -> Iterator[Table]:
    """Yield comparisons of systems by people, and their places, as TSV has them."""
    if evaluation.people is not None:
        yield rows_of("people-comparisons", evaluation.people.comparisons)
        yield rows_of("people-standings", evaluation.people.standings)


def _differences(evaluation: Evaluation) -> tuple[Account, ...]:
    """Return which differences between systems people see, for each dimension."""
    if evaluation.people is None:
        return ()
    account = evaluation.people.account()
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


def _means(evaluation: Evaluation) -> Table:
    """Return what the figures show."""
    means = [
        dict(zip(human.systems, row, strict=True))
        for human, row in zip(evaluation.human, evaluation.means, strict=True)
    ]
    statistics = evaluation.scores.statistics
    heads = [
        *(Column(dimension_name(human.dimension), better=HIGHER, digits=2) for human in evaluation.human),
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
    for place, system in enumerate(evaluation.scores.systems, 1):
        rated = (of.get(system, math.nan) for of in means)
        people = ("not judged" if math.isnan(value) else Number(value) for value in rated)
        scores = (Number(evaluation.correlated[system, measured.label]) for measured in statistics)
        rows.append([str(place), system, *people, *scores])
    return Table("means", "What people gave on average, and the measures' scores", ["number", "system", *heads], rows)


def _figures(evaluation: Evaluation) -> Iterator[Figure]:
    """Yield a figure for each measure and dimension; a system is named, or numbered where names would be too many."""
    systems = evaluation.scores.systems
    for scores, means in zip(evaluation.human, evaluation.means, strict=True):
        for statistics in evaluation.scores.statistics:
            label = statistics.label
            rows: tuple[dict[str, Any], ...] = tuple(
                {
                    label: evaluation.correlated[name, label],
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
