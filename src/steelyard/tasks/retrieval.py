"""What searches return for queries, held against what is relevant (Mollá & Hutchinson, 2003, section 4)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.corpus import check_accept, check_name
from steelyard.draws import Draws, Run
from steelyard.errors import FormatError, InputError, SpecError, suggestion
from steelyard.files.rows import read_rows
from steelyard.inference.comparison.compare import checked_test, compare
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.measures.kinds.base import Mean, option, ratio
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.result import Result
from steelyard.results.table import HIGHER, Cell, Column, Table, bounded
from steelyard.scores import Scores, from_statistics
from steelyard.statistics import Statistics
from steelyard.tasks.figures import DIGITS, compared_table, figure_records, undefined_figures
from steelyard.text import Batch

Array = NDArray[Any]
#: Query → its items, or a TSV file with the columns query and item.
Items = Mapping[str, Collection[str]] | str | Path

FIGURES = ("precision", "recall", "f")
_REASONS = {
    "precision": "nothing was returned",
    "recall": "nothing is relevant",
    "f": "nothing was returned and nothing is relevant",
}


@dataclass(frozen=True, kw_only=True)
class RetrievalMeasure(Mean):
    """Precision, recall or F of the items returned for a query, as the mean over queries for which it is defined.

    P = |returned ∩ relevant| / |returned|, R = |returned ∩ relevant| / |relevant|,
    F = 2 |returned ∩ relevant| / (|returned| + |relevant|).
    """

    name: ClassVar[str] = "retrieval"
    family: ClassVar[str] = "retrieval"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "of no query is there anything to divide by"
    needs: ClassVar[tuple[str, ...]] = ("scores",)

    kind: str = option("f", "which of the three", FIGURES)

    def values(self, batch: Batch) -> Array:
        """Raise: texts cannot be scored by it."""
        raise SpecError("retrieval scores no texts, but what was returned for queries: steelyard retrieval")

    def of(self, shared: Array, returned: Array, relevant: Array) -> Array:
        """Return the figure of each query's counts."""
        if self.kind == "f":
            return ratio(2 * shared, returned + relevant)
        return ratio(shared, returned if self.kind == "precision" else relevant)


@dataclass(frozen=True, repr=False, kw_only=True)
class RetrievalFigure(IntervalEstimate):
    """One figure of one system: the mean over `defined` of all queries; reason says why it is undefined (nan)."""

    KEYS: ClassVar[tuple[str, ...]] = (
        "system", "figure", "value", "low", "high", "defined", "queries", "signature", "reason",
    )  # fmt: skip

    system: str
    figure: str
    defined: int
    queries: int


@dataclass(frozen=True, repr=False)
class RetrievalReport(Result):
    """Systems that answer queries.

    empty        system → queries for which nothing was returned
    all_wrong    system → queries for which nothing relevant was returned, those without any result included
    scores       precision, recall and f as scores; a segment is a query
    comparisons  of the systems' F; None if there is one system
    """

    queries: tuple[str, ...]
    empty: Mapping[str, int]
    all_wrong: Mapping[str, int]
    scores: Scores
    comparisons: Comparisons | None

    def _summary(self) -> str:
        return f"{len(self.queries)} queries; systems {', '.join(self.empty)}"

    def value(self, system: str, figure: str = "f") -> float:
        """Return the mean precision, recall or f of a system."""
        return self.scores.value(system, figure)

    def figures(self) -> Iterator[RetrievalFigure]:
        """Yield each figure of each system."""
        by_label = {statistics.label: statistics for statistics in self.scores.statistics}
        for score in self.scores.scores:
            statistics = by_label[score.measure]
            defined = int(statistics.values[statistics.systems.index(score.system), :, 1].sum())
            low, high = (math.nan if bound is None else bound for bound in (score.low, score.high))
            reason = None
            if math.isnan(low):
                reason = score.reason if defined else f"{_REASONS[score.measure]} for any query"
            yield RetrievalFigure(
                system=score.system, figure=score.measure, value=score.value, low=low, high=high, defined=defined,
                n=defined, unit="query", queries=len(self.queries), signature=score.signature, reason=reason,
            )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return {"retrieval": […], "empty": …, …} as the JSON output has it."""
        comparisons = [] if self.comparisons is None else self.comparisons.to_dict()["comparisons"]
        figures = [figure.to_dict() for figure in self.figures()]
        counts = {"empty": dict(self.empty), "all_wrong": dict(self.all_wrong)}
        return {
            "retrieval": figures, **counts, "comparisons": comparisons, "notices": list(self.account().notices),
        }  # fmt: skip

    def account(self) -> Account:
        """Return mean precision, recall and F over queries, queries that came to nothing, and comparisons."""
        figures = list(self.figures())
        queries = f"{len(self.queries):,} {'query' if len(self.queries) == 1 else 'queries'}"
        rows = [
            {**figure.to_dict(), "empty": self.empty[figure.system], "all_wrong": self.all_wrong[figure.system]}
            for figure in figures
        ]
        return Account(
            "What searches return for queries",
            (self._table(figures), *compared_table(self.comparisons, "F", "queries")),
            notices=tuple(undefined_figures((figure.figure, figure.system, figure) for figure in figures)),
            signatures={"f": next(figure.signature for figure in figures if figure.figure == "f")},
            about=(f"{queries}, figures averaged over them",),
            records=figure_records("retrieval", rows),
            name="retrieval",
        )

    def _table(self, figures: Sequence[RetrievalFigure]) -> Table:
        by_place = {(figure.system, figure.figure): figure for figure in figures}
        rows: list[tuple[Cell, ...]] = []
        for system, empty in self.empty.items():
            of_system = [by_place[system, figure] for figure in FIGURES]
            numbers = (bounded(figure.value, figure.low, figure.high) for figure in of_system)
            rows.append((system, *numbers, of_system[0].defined, empty, self.all_wrong[system]))
        columns = [Column("system"), *(Column(figure, better=HIGHER, digits=DIGITS) for figure in FIGURES)]
        columns += [Column("answered"), Column("empty", "no results"), Column("all_wrong", "nothing relevant")]
        notes = ("precision is averaged over the answered queries, for which something was returned",)
        return Table("retrieval", "", columns, rows, notes=notes)


@public
def retrieval(
    returned: Mapping[str, Items],
    relevant: Items,
    *,
    correct: str = "holm",
    draws: Draws = Draws(),
    run: Run = Run(),
) -> RetrievalReport:
    """Return precision, recall and F of what systems return for queries, averaged over queries, and compare systems.

    returned   system → query → items; a query that is not there is one for which nothing was returned
    relevant   query → items that are relevant
    draws      of intervals and tests; what is drawn and exchanged are queries

    >>> report = retrieval({"mine": {"q1": ["a", "b"], "q2": []}}, {"q1": ["a"], "q2": ["c"]})
    >>> report.value("mine", "precision"), report.value("mine", "recall"), report.empty["mine"]
    (0.5, 0.5, 1)
    """
    draws, accepted = replace(draws, unit="query"), check_accept(run.accept)
    checked_test("randomisation", correct, 0.05, draws)
    if not isinstance(returned, Mapping):
        raise SpecError(f"returned={type(returned).__name__} is not possible; give system → what it returned")
    if not returned:
        raise InputError("there is no system; give what at least one returned")
    wanted = _items(relevant, "what is relevant", accepted)
    if not wanted:
        raise InputError("there is no query; give what is relevant for at least one")
    by_system = {
        name: _for_queries(name, _items(items, f"system {name!r}", accepted), wanted)
        for name, items in returned.items()
    }
    counts = np.array([
        [(len(own & wanted[query]), len(own), len(wanted[query])) for query, own in items.items()]
        for items in by_system.values()
    ])  # fmt: skip
    scores = from_statistics([_statistics(kind, counts, tuple(wanted), tuple(by_system)) for kind in FIGURES])
    compared = (
        compare(from_statistics(scores.statistics[2:]), correct=correct, draws=draws) if len(by_system) > 1 else None
    )
    empty = dict(zip(by_system, (counts[:, :, 1] == 0).sum(axis=1).tolist(), strict=True))
    wrong = dict(zip(by_system, (counts[:, :, 0] == 0).sum(axis=1).tolist(), strict=True))
    return RetrievalReport(tuple(wanted), empty, wrong, scores.at("system", draws), compared)


def _statistics(kind: str, counts: Array, queries: tuple[str, ...], systems: tuple[str, ...]) -> Statistics:
    measure = RetrievalMeasure(kind=kind)
    values = measure.of(*np.moveaxis(counts, -1, 0))
    undefined = np.isnan(values)
    rows = np.stack([np.where(undefined, 0.0, values), ~undefined, undefined], axis=-1)
    return Statistics(kind, measure, systems, measure.fields, rows, (0, 0), queries, {"query": queries})


def _items(source: Items, what: str, accept: Sequence[str]) -> dict[str, frozenset[str]]:
    if isinstance(source, str | Path):
        return _read(Path(source), accept)
    if not isinstance(source, Mapping):
        raise InputError(f"{what} is a {type(source).__name__}; expected a path, or query → items")
    for query, items in source.items():
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise InputError(f"{what}, query {query!r}: a {type(items).__name__}; expected a list of items")
    return {query: frozenset(items) for query, items in source.items()}


def _read(path: Path, accept: Sequence[str]) -> dict[str, frozenset[str]]:
    """Read the columns query and item; a query with an empty item is there, and has none."""
    rows = read_rows(path, accept)
    for name in ("query", "item"):
        if name not in rows.columns:
            raise FormatError(f"{path}, line 1: there is no column {name!r}; expected query and item")
    by_query: dict[str, set[str]] = {}
    for n, (query, item) in enumerate(zip(rows.columns["query"], rows.columns["item"], strict=True)):
        if not query:
            raise FormatError(f"{rows.where(n)}: the query is empty; expected its name")
        own = by_query.setdefault(query, set())
        if item in own:
            raise FormatError(f"{rows.where(n)}: {item!r} is there twice for query {query!r}; give each item once")
        own.update({item} - {""})
    return {query: frozenset(items) for query, items in by_query.items()}


def _for_queries(
    name: str, items: Mapping[str, frozenset[str]], wanted: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    check_name(name)
    if odd := next((query for query in items if query not in wanted), None):
        raise InputError(
            f"system {name!r} has a query {odd!r}, which is not among those judged" + suggestion(odd, wanted)
        )
    return {query: items.get(query, frozenset()) for query in wanted}
