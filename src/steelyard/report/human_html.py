"""The section of a report that holds measures against human scores: scatter plots and correlations of systems."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from html import escape

from steelyard.inference.correlation import VARIANTS
from steelyard.meta.correlation import MeasureCorrelation
from steelyard.report import svg
from steelyard.report.comparison import interval, number, shown_p
from steelyard.report.evaluation import COEFFICIENTS, FEWEST_SYSTEMS, Evaluation
from steelyard.report.html import Head, Number, Row, direction, notes, table
from steelyard.report.table import decimals_of
from steelyard.statistics import Statistics


def human(made: Evaluation) -> tuple[str, Iterable[str]] | None:
    """Return scatter plots of the systems' scores against their human means, and the correlations."""
    if not made.human:
        return None
    body = [
        "<p>Each dot is a system: its score by a measure, and the mean of what people gave its outputs. "
        "A measure that can be trusted on such texts puts the dots on a line.</p>"
    ]
    body += [*_correlations(made), '<div class="figures">']
    for n in range(len(made.human)):
        for statistics in made.scores.statistics:
            body += _figure(made, n, statistics)
    body += ["</div>", *_means(made), *notes(notice for one in made.human for notice in one.notices)]
    return "Human scores", body


def _correlations(made: Evaluation) -> Iterator[str]:
    found = made.correlations
    if not found:
        yield from notes([f"Fewer than {FEWEST_SYSTEMS} systems have human scores, too few to correlate."])
        return
    names = dict.fromkeys((one.measure, one.human) for one in found)
    heads = [Head("measure"), Head("people"), *(Head(VARIANTS[name], number=True) for name in COEFFICIENTS)]
    heads += [Head("p", number=True), Head("systems", number=True)]
    rows: list[Row] = []
    for measure, dimension in names:
        held = [one for one in found if (one.measure, one.human) == (measure, dimension)]
        cells = [
            Number(number(e.value, 3), e.value, interval(e.low, e.high, 2).replace("-", "−"), remark=_remark(e))
            for e in held
        ]
        first = held[0]
        rows.append(
            [measure, dimension, *cells, Number(shown_p(first.p), first.p), Number(str(first.n), float(first.n))]
        )
    yield from table(heads, rows, "Correlation over systems; 1 is full agreement with people")
    told = "Scores are turned so that more is better; p is that of Pearson's r."
    reasons = dict.fromkeys(one.reason for one in found if one.reason)
    cautions = dict.fromkeys(f"{one.measure}, {one.human}: {one.notice}" for one in found if one.notice)
    yield from notes([told, *(f"undefined: {reason}" for reason in reasons), *cautions])


def _remark(one: MeasureCorrelation) -> str | None:
    """Return why something is undefined, and what to beware of."""
    return "; ".join(filter(None, (one.reason, one.notice))) or None


def _figure(made: Evaluation, n: int, statistics: Statistics) -> Iterator[str]:
    """Yield the scatter plot of a measure against the n-th dimension."""
    one, label, decimals = made.human[n], statistics.label, decimals_of(statistics.measure)
    points = [
        svg.Point(x, y, _label(made, name), f"{name}: {label} {x:.{decimals}f}, people {y:.4g}")
        for name, y in zip(one.systems, made.means[n], strict=True)
        for x in [made.correlated[name, label]]
    ]
    if not any(math.isfinite(point.x) and math.isfinite(point.y) for point in points):
        return
    better = direction(statistics.measure.higher_is_better)
    told = "; ".join(point.told for point in points)
    yield f"<figure><figcaption>{escape(label)} and people ({escape(one.dimension)})"
    yield f" <small>({better} is better)</small></figcaption>"
    yield from svg.scatter(f"{label} against human {one.dimension}", told, (label, f"people: {one.dimension}"), points)
    yield "</figure>"


def _label(made: Evaluation, name: str) -> str:
    """Return the name of a system, or its number where names would cover each other."""
    systems = made.scores.systems
    return name if len(systems) <= 8 and len(name) <= 12 else str(systems.index(name) + 1)


def _means(made: Evaluation) -> Iterator[str]:
    """Yield the table of what the figures show."""
    means = [dict(zip(one.systems, row, strict=True)) for one, row in zip(made.human, made.means, strict=True)]
    heads = [Head("number", number=True), Head("system")]
    heads += [Head(f"people: {one.dimension}", number=True, better="higher") for one in made.human]
    for one in made.scores.statistics:
        heads.append(Head(one.label, number=True, better=direction(one.measure.higher_is_better)))
    rows: list[Row] = []
    for n, system in enumerate(made.scores.systems, 1):
        row: Row = [Number(str(n), float(n)), system]
        for held in means:
            value = held.get(system, math.nan)
            row.append(Number("not judged" if math.isnan(value) else f"{value:.3f}", value))
        for one in made.scores.statistics:
            value = made.correlated[system, one.label]
            row.append(Number(number(value, decimals_of(one.measure)), value))
        rows.append(row)
    yield "<details><summary>The figures as a table</summary>"
    yield from table(heads, rows)
    yield "</details>"
