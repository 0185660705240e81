"""The report: one self-contained page with everything that is known of some systems.

A section is a function from an `Evaluation` to its title and its HTML, or to nothing where there is nothing to say. The
page is the list of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from steelyard.corpus.formats.content import counted
from steelyard.corpus.sample import INVENTED, is_sample
from steelyard.inference.plain import shown
from steelyard.meta.verdicts import Corroboration
from steelyard.report import comparison, comparison_html, corroboration_html, svg
from steelyard.report.evaluation import Evaluation
from steelyard.report.glance_html import glance
from steelyard.report.html import Head, Number, Row, direction, listed, notes, page, table
from steelyard.report.human_html import human
from steelyard.report.ranks import stability
from steelyard.report.segments_html import segments
from steelyard.report.table import Cell, Column, tabulate

Section = tuple[str, Iterable[str]]
_STYLES = ("page.css", "comparison.css", "corroboration.css", "evaluation.css")
_SCRIPTS = ("page.js", "segments.js")


def render(made: Evaluation, title: str = "Report") -> str:
    """Return the page: all sections that have something to say, and links to them."""
    held = [(name, list(body)) for name, body in filter(None, (section(made) for section in SECTIONS))]
    links = "".join(f'<li><a href="#{_anchor(name)}">{escape(name)}</a></li>' for name, _ in held)
    body = [f'<nav aria-label="Sections"><ul>{links}</ul></nav><main>']
    for name, parts in held:
        body += [f'<section id="{_anchor(name)}"><h2>{escape(name)}</h2>', *parts, "</section>"]
    return page(title, _content(made), [*body, "</main>"], _STYLES, _SCRIPTS)


def _content(made: Evaluation) -> str:
    invented = made.corpus is not None and is_sample(made.corpus)
    return (f"{INVENTED}: " if invented else "") + made.content()


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


def scores(made: Evaluation) -> Section:
    """Return the scores with intervals, as a table and as figures."""
    laid = tabulate(made.scores)
    heads = [Head("system"), *(measure_head(column) for column in laid.columns)]
    rows: list[Row] = [[row.heads[0], *map(_number, row.cells)] for row in laid.rows]
    settings = made.settings
    told = f"Intervals of {settings.confidence:.0%} from {settings.resamples:,} resamples of units ({settings.unit})."
    if made.scores.scores[0].low is None:
        told = f"There are no intervals, for there is one unit ({settings.unit}) to draw from."
    best = "Bold: the best. " if any(cell.best for row in laid.rows for cell in row.cells) else ""
    figures = (_interval_figure(made, n, column) for n, column in enumerate(laid.columns))
    drawn = ['<div class="figures">', *(part for figure in figures for part in figure), "</div>"]
    return "Scores", [*table(heads, rows), *notes([best + told]), *drawn, *notes([*laid.remarks(), *made.notices])]


def measure_head(column: Column) -> Head:
    """Return the head of a measure's column."""
    return Head(column.measure, number=True, better=direction(column.higher_is_better))


def _number(cell: Cell) -> Number:
    remark = cell.score.reason or cell.score.notice
    return Number(cell.value(), cell.score.value, cell.interval(), cell.best, remark)


def _interval_figure(made: Evaluation, n: int, column: Column) -> Iterator[str]:
    """Yield a figure of one measure's intervals, the best system above."""
    found = [score for score in made.scores.scores if score.measure == column.measure]
    sign = -1 if column.higher_is_better else 1
    found.sort(key=lambda score: (math.isnan(score.value), sign * score.value))
    held = [svg.Interval(s.system, s.value, _bound(s.low), _bound(s.high)) for s in found]
    better = f"{direction(column.higher_is_better)} is better"
    told = "; ".join(f"{s.system} {comparison.number(s.value, column.decimals)}" for s in found)
    yield f"<figure><figcaption>{escape(column.measure)} <small>({better})</small></figcaption>"
    yield from svg.intervals(f"{column.measure}: scores with intervals", f"{better}, the best first: {told}", held)
    yield "</figure>"


def _bound(value: float | None) -> float:
    return math.nan if value is None else value


def significance(made: Evaluation) -> Section | None:
    """Return which differences are real: the matrix of every measure, and all comparisons in numbers."""
    if made.comparisons is None:
        return None
    compared = made.comparisons
    body = [*comparison_html.what_was_done(compared)]
    for n, measure in enumerate(compared.measures):
        body.append(f"<details{' open' if n == 0 else ''}><summary>{escape(measure)}</summary>")
        body += [*comparison_html.standings(compared, measure), *comparison_html.matrix(compared, measure)]
        body.append("</details>")
    body += [*comparison_html.key(compared), *comparison_html.every_pair(compared)]
    return "Significance", [*body, *notes(comparison.reasons(compared))]


def corroboration(made: Evaluation) -> Section | None:
    """Return which improvements all measures confirm, and what that is worth."""
    if made.confirmed is None:
        return None
    told = [line for line in made.confirmed.notices if line not in _told_elsewhere(made)]
    return "Corroboration", [*corroboration_html.content(made.confirmed), *notes(told)]


def _told_elsewhere(made: Evaluation) -> set[str]:
    compared = () if made.comparisons is None else made.comparisons.notices
    return {*made.notices, *compared, *(notice for one in made.human for notice in one.notices)}


def ranks(made: Evaluation) -> Section | None:
    """Return how often each system takes each place over bootstrap samples."""
    if not made.ranks:
        return None
    body = [
        "<p>How often each system takes each place when the test set is drawn anew, "
        f"{made.settings.resamples:,} times from its own units ({escape(made.settings.unit)}).</p>"
    ]
    for n, one in enumerate(made.ranks):
        order = sorted(range(len(one.systems)), key=lambda k: (math.isnan(one.ranks[k]), one.ranks[k]))
        places = [Head(str(place + 1), number=True) for place in range(len(one.systems))]
        heads = [Head("system"), Head("rank", number=True), Head("mean", number=True), Head("interval"), *places]
        rows: list[Row] = [
            [
                one.systems[k], Number(shown(one.ranks[k], "g"), one.ranks[k]),
                Number(comparison.number(one.mean[k], 2), one.mean[k]),
                f"{shown(one.low[k], 'g')}–{shown(one.high[k], 'g')}",
                *(Number(_percent(share), share, share=share) for share in one.shares[k]),
            ]
            for k in order
        ]  # fmt: skip
        body.append(f"<details{' open' if n == 0 else ''}><summary>{escape(one.measure)}</summary>")
        body += [*table(heads, rows), *notes([stability(one), *([f"undefined: {one.reason}"] if one.reason else [])])]
        body.append("</details>")
    return "Ranks", body


def _percent(share: float) -> str:
    return shown(share, ".0%") if share else "·"


def signatures(made: Evaluation) -> Section:
    """Return every choice behind the numbers."""
    compared = made.comparisons
    kinds = {
        "Scores": [column.signature for column in tabulate(made.scores).columns],
        "Segment scores": [one.signature("segment") for one in made.scores.statistics],
        "Comparisons": comparison.signatures(compared) if compared is not None else [],
        "Corroboration": [] if made.confirmed is None else _worth_signatures(made.confirmed),
        "Ranks": [one.signature for one in made.ranks],
        "Human scores": [*(one.signature("system") for one in made.human), *(c.signature for c in made.correlations)],
    }
    body = ["<p>A signature names every choice behind a number; the same texts and choices give the same number.</p>"]
    for name, held in kinds.items():
        if held:
            body += [f"<details><summary>{name}: {counted(len(held), 'signature')}</summary>", *listed(held)]
            body.append("</details>")
    return "Signatures", body


def _worth_signatures(made: Corroboration) -> list[str]:
    """Return how the figures of the set were made, without and with human scores."""
    return list(dict.fromkeys([made.figures.signature, *(one.figures.signature for one in made.worth)]))


#: What the page is made of, in order.
SECTIONS: tuple[Callable[[Evaluation], Section | None], ...] = (
    glance,
    scores,
    significance,
    corroboration,
    ranks,
    human,
    segments,
    signatures,
)
