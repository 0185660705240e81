"""The section of a report that says in sentences which system is best, and how surely."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from steelyard.inference.comparisons import Comparisons
from steelyard.report import comparison
from steelyard.report.corroboration import summary
from steelyard.report.evaluation import Evaluation
from steelyard.report.table import Cell, tabulate

_MOST_NAMES = 10


def glance(made: Evaluation) -> tuple[str, Iterable[str]]:
    """Say in sentences which system is best, and how surely."""
    told = [f"<li>{line}</li>" for line in _findings(made)]
    return "At a glance", ["<ul>", *told, "</ul>"]


def _findings(made: Evaluation) -> Iterator[str]:
    """Yield sentences, as HTML."""
    laid = tabulate(made.scores)
    compared = made.comparisons
    if compared is None:
        for column, cell in zip(laid.columns, laid.rows[0].cells, strict=True):
            yield f"{_strong(column.measure)}: {cell.value()} {cell.interval()}"
        yield "There is one system; give two or more to compare and rank them."
        return
    firsts = {measure: _best(compared, measure) for measure in compared.measures}
    cells = {(cell.score.measure, cell.score.system): cell for row in laid.rows for cell in row.cells}
    for measure, best in firsts.items():
        if compared.baseline is not None:
            yield f"{_strong(measure)}: {_against(compared, measure)}"
        else:
            yield f"{_strong(measure)}: {_leaders(compared, best, cells.get((measure, best[0])) if best else None)}"
    if sum(map(bool, firsts.values())) > 1:
        yield _agreement(firsts)
    if made.confirmed is not None:
        yield escape(summary(made.confirmed)[0])
    for one, means in zip(made.human, made.means, strict=True):
        rated = [(value, name) for value, name in zip(means, one.systems, strict=True) if not math.isnan(value)]
        if rated:
            value, name = max(rated, key=lambda pair: pair[0])
            yield f"People ({escape(one.dimension)}) rate {_strong(name)} highest: {value:.4g} on average."


def _leaders(made: Comparisons, best: Sequence[str], cell: Cell | None) -> str:
    """Say which systems are best by a measure, with `cell` their score, and how surely."""
    if cell is None:
        return "no system has a score."
    score = f"{cell.value()} {cell.interval()}".strip()
    if len(best) > 1:
        return f"{_and(best, _strong)} are best ({score}), with the same score."
    return f"{_strong(best[0])} is best ({score}), {_apart(made, cell.score.measure, best[0])}."


def _strong(name: str) -> str:
    return f"<strong>{escape(name)}</strong>"


def _best(made: Comparisons, measure: str) -> tuple[str, ...]:
    """Return the best system, or several with the same score; none if there is no score."""
    standings = made.of(measure)[1]
    return tuple(one.system for one in standings if one.value == standings[0].value)


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


def _agreement(firsts: dict[str, tuple[str, ...]]) -> str:
    by_best: dict[tuple[str, ...], list[str]] = {}
    for measure, best in firsts.items():
        if best:
            by_best.setdefault(best, []).append(measure)
    if len(by_best) == 1:
        return f"All {sum(map(bool, firsts.values()))} measures put {_and(next(iter(by_best)), _strong)} first."
    told = (f"{_and(best, _strong)} by {_and(measures)}" for best, measures in by_best.items())
    return f"The measures do not agree on the best: {'; '.join(told)}."


def _and(names: Sequence[str], mark: Callable[[str], str] = escape) -> str:
    """Return names as one says them, the first of very many."""
    shown = [mark(name) for name in names]
    if len(shown) > _MOST_NAMES:
        shown = [*shown[: _MOST_NAMES - 1], f"{len(names) - _MOST_NAMES + 1} more"]
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
