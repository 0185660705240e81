"""The report: one self-contained page with everything that is known of some systems.

A section is a function from an `Evaluation` to its title and its HTML, or to nothing where there is nothing to say. The
page is the list of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from steelyard.corpus.formats.content import counted
from steelyard.inference.comparisons import Comparisons
from steelyard.report import comparison, comparison_html, svg
from steelyard.report.evaluation import Evaluation
from steelyard.report.html import Head, Number, direction, listed, notes, page, table
from steelyard.report.human_html import correlations, human
from steelyard.report.ranks import stability
from steelyard.report.segments_html import segments
from steelyard.report.table import Cell, Column, tabulate

Section = tuple[str, Iterable[str]]
_STYLES = ("page.css", "comparison.css", "evaluation.css")
_SCRIPTS = ("page.js", "segments.js")


def render(made: Evaluation, title: str = "Report") -> str:
    """Return the page: all sections that have something to say, and links to them."""
    held = [(name, list(body)) for name, body in filter(None, (section(made) for section in SECTIONS))]
    links = "".join(f'<li><a href="#{_anchor(name)}">{escape(name)}</a></li>' for name, _ in held)
    body = [f'<nav aria-label="Sections"><ul>{links}</ul></nav><main>']
    for name, parts in held:
        body += [f'<section id="{_anchor(name)}"><h2>{escape(name)}</h2>', *parts, "</section>"]
    return page(title, made.content(), [*body, "</main>"], _STYLES, _SCRIPTS)


def _anchor(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


def glance(made: Evaluation) -> Section:
    """Say in sentences which system is best, and how surely."""
    told = [f"<li>{line}</li>" for line in _findings(made)]
    return "At a glance", ["<ul>", *told, "</ul>"]


def _findings(made: Evaluation) -> Iterator[str]:
    """Yield sentences, as HTML."""
    table = tabulate(made.scores)
    if made.comparisons is None:
        for column, cell in zip(table.columns, table.rows[0].cells, strict=True):
            yield f"{_strong(column.measure)}: {cell.value()} {cell.interval()}"
        yield "There is one system; give two or more to compare and rank them."
        return
    firsts = {column.measure: _best(made.comparisons, column.measure) for column in table.columns}
    cells = {(c.score.measure, c.score.system): c for row in table.rows for c in row.cells}
    for measure, best in firsts.items():
        if made.comparisons.baseline is not None:
            yield f"{_strong(measure)}: {_against(made.comparisons, measure)}"
        elif best is None:
            yield f"{_strong(measure)}: no system has a score."
        else:
            cell = cells[measure, best]
            score = f"{cell.value()} {cell.interval()}".strip()
            yield f"{_strong(measure)}: {_strong(best)} is best ({score}), {_apart(made.comparisons, measure, best)}."
    if len(firsts) > 1:
        yield _agreement(firsts)
    for one, means in zip(made.human, made.means, strict=True):
        rated = [(value, name) for value, name in zip(means, one.systems, strict=True) if not math.isnan(value)]
        if rated:
            value, name = max(rated, key=lambda pair: pair[0])
            yield f"People ({escape(one.dimension)}) rate {_strong(name)} highest: {value:.4g} on average."


def _strong(name: str) -> str:
    return f"<strong>{escape(name)}</strong>"


def _best(made: Comparisons, measure: str) -> str | None:
    first = made.of(measure)[1][0]
    return None if math.isnan(first.value) else first.system


def _apart(made: Comparisons, measure: str, best: str) -> str:
    pairs = comparison.oriented(made, measure)
    alike = [name for name in made.systems if name != best and pairs[best, name][1].better != best]
    if not alike:
        others = "the other system" if len(made.systems) == 2 else "every other system"
        return f"shown to be better than {others}"
    return f"not told apart from {_and(alike)}"


def _against(made: Comparisons, measure: str) -> str:
    """Say which systems are better than the baseline, which worse, which neither."""
    baseline = made.baseline or ""
    pairs = comparison.oriented(made, measure)
    groups: dict[str, list[str]] = {"better": [], "worse": [], "not told apart": []}
    for name in (one.system for one in made.of(measure)[1] if one.system != baseline):
        better = pairs[name, baseline][1].better
        groups["not told apart" if better is None else "better" if better == name else "worse"].append(name)
    told = [f"{kind}: {_and(names)}" for kind, names in groups.items() if names]
    return f"held against {_strong(baseline)}, {'; '.join(told)}."


def _agreement(firsts: dict[str, str | None]) -> str:
    by_best: dict[str, list[str]] = {}
    for measure, best in firsts.items():
        if best is not None:
            by_best.setdefault(best, []).append(measure)
    if len(by_best) == 1:
        return f"All {len(firsts)} measures put {_strong(next(iter(by_best)))} first."
    told = (f"{_strong(best)} by {_and(measures)}" for best, measures in by_best.items())
    return f"The measures do not agree on the best: {'; '.join(told)}."


def _and(names: Sequence[str]) -> str:
    shown = [escape(name) for name in names]
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def scores(made: Evaluation) -> Section:
    """Return the scores with intervals, as a table and as figures."""
    laid = tabulate(made.scores)
    heads = [Head("system"), *(measure_head(column) for column in laid.columns)]
    rows = [[row.heads[0], *map(_number, row.cells)] for row in laid.rows]
    settings = made.settings
    told = f"Intervals of {settings.confidence:.0%} from {settings.resamples:,} resamples of units ({settings.unit})."
    best = "Bold: the best. " if any(cell.best for row in laid.rows for cell in row.cells) else ""
    figures = (_interval_figure(made, n, column) for n, column in enumerate(laid.columns))
    drawn = ['<div class="figures">', *(part for figure in figures for part in figure), "</div>"]
    return "Scores", [*table(heads, rows), *notes([best + told]), *drawn, *notes(laid.remarks())]


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
    told = "; ".join(f"{s.system} {s.value:.{column.decimals}f}" for s in found)
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
    body = [f"<p>{escape(line)}.</p>" for line in comparison.heading(compared)]
    for n, measure in enumerate(compared.measures):
        body.append(f"<details{' open' if n == 0 else ''}><summary>{escape(measure)}</summary>")
        body += [*comparison_html.standings(compared, measure), *comparison_html.matrix(compared, measure)]
        body.append("</details>")
    body += [*comparison_html.key(compared), *comparison_html.every_pair(compared)]
    return "Significance", [*body, *notes(comparison.reasons(compared))]


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
        rows: list[list[str | Number]] = [
            [
                one.systems[k], Number(_rank(one.ranks[k]), one.ranks[k]),
                Number(comparison.number(one.mean[k], 2), one.mean[k]),
                f"{_rank(one.low[k])}–{_rank(one.high[k])}",
                *(Number(_percent(share), share, share=share) for share in one.shares[k]),
            ]
            for k in order
        ]  # fmt: skip
        body.append(f"<details{' open' if n == 0 else ''}><summary>{escape(one.measure)}</summary>")
        body += [*table(heads, rows), *notes([stability(one), *([f"undefined: {one.reason}"] if one.reason else [])])]
        body.append("</details>")
    return "Ranks", body


def _rank(rank: float) -> str:
    return "undefined" if math.isnan(rank) else f"{rank:g}"


def _percent(share: float) -> str:
    return "undefined" if math.isnan(share) else f"{share:.0%}" if share else "·"


def signatures(made: Evaluation) -> Section:
    """Return every choice behind the numbers."""
    compared = made.comparisons
    kinds = {
        "Scores": [column.signature for column in tabulate(made.scores).columns],
        "Segment scores": [one.signature("segment") for one in made.scores.statistics],
        "Comparisons": comparison.signatures(compared) if compared is not None else [],
        "Ranks": [one.signature for one in made.ranks],
        "Human scores": [*(one.signature("system") for one in made.human), *(c.signature for c in correlations(made))],
    }
    body = ["<p>A signature names every choice behind a number; the same texts and choices give the same number.</p>"]
    for name, held in kinds.items():
        if held:
            body += [f"<details><summary>{name}: {counted(len(held), 'signature')}</summary>", *listed(held)]
            body.append("</details>")
    return "Signatures", body


#: What the page is made of, in order.
SECTIONS: tuple[Callable[[Evaluation], Section | None], ...] = (
    glance,
    scores,
    significance,
    ranks,
    human,
    segments,
    signatures,
)
