"""Parsers' relations, and what searches returned, as text and as tab-separated values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from steelyard.corpus.formats.content import counted
from steelyard.inference.comparisons import Comparisons
from steelyard.inference.notices import exchanges
from steelyard.inference.plain import shown
from steelyard.report.comparison import interval, number, shown_p, stars
from steelyard.report.text import grid, printable
from steelyard.tasks.relation_report import ALL, AVERAGE, FIGURES, RelationFigure, RelationReport
from steelyard.tasks.retrieval import RetrievalFigure, RetrievalReport

_DIGITS = 4
_SHORT = {ALL: "all", AVERAGE: "average"}
Figure = RelationFigure | RetrievalFigure


def relations_text(report: RelationReport) -> str:
    """Return a table of precision, recall and F, a row for each relation and a column for each parser."""
    found = {(one.parser, one.figure, one.relation): one for one in report.figures()}
    names = [*(name.upper() for name in report.relations), AVERAGE, ALL]
    rows = []
    for figure in FIGURES:
        for n, relation in enumerate(names):
            own = [found[parser, figure, relation] for parser in report.parsers]
            cells = [cell for one in own for cell in (*_value(one), _share(one))]
            rows.append(["" if n else figure, printable(_SHORT.get(relation, relation)), *cells])
    heads = [cell for parser in report.parsers for cell in (printable(parser), "interval", "counts")]
    lines = [counted(report.sentences, "sentence"), "", *grid(["", "", *heads], rows, left=2)]
    lines += _compared(report.comparisons, "F of all relations", "sentences")
    told = [f"{one.parser}: {one.figure}, {_named(one)}: {one.notice}" for one in found.values() if one.notice]
    signature = next(one.signature for one in found.values() if one.relation == ALL and one.figure == "f")
    undefined = ((f"{one.figure} of {_named(one)}", one.parser, one) for one in found.values())
    return _text([*lines, "", signature], [*_undefined(undefined), *told])


def relations_tsv(report: RelationReport) -> str:
    """Return a row for each figure, numbers in full; comparisons are in JSON."""
    return _tsv(one.to_dict() for one in report.figures())


def retrieval_text(report: RetrievalReport) -> str:
    """Return a table of mean precision, recall and F over queries, and of queries that came to nothing."""
    found = {(one.system, one.figure): one for one in report.figures()}
    rows = []
    for system, empty in report.empty.items():
        own = [found[system, figure] for figure in FIGURES]
        cells = [cell for one in own for cell in _value(one)]
        rows.append([printable(system), *cells, f"{own[0].defined:,}", f"{empty:,}", f"{report.all_wrong[system]:,}"])
    heads = [cell for figure in FIGURES for cell in (figure, "interval")]
    lines = [f"{_queries(len(report.queries))}, figures averaged over them", ""]
    lines += grid(["system", *heads, "answered", "no results", "nothing relevant"], rows, left=1)
    lines += ["", "precision is averaged over the answered queries, for which something was returned"]
    lines += _compared(report.comparisons, "F", "queries")
    signature = next(one.signature for one in found.values() if one.figure == "f")
    return _text([*lines, "", signature], _undefined((one.figure, one.system, one) for one in found.values()))


def retrieval_tsv(report: RetrievalReport) -> str:
    """Return a row for each figure, numbers in full, with the counts of queries that came to nothing."""
    rows = []
    for one in report.figures():
        counts = {"empty": report.empty[one.system], "all_wrong": report.all_wrong[one.system]}
        rows.append({**one.to_dict(), **counts})
    return _tsv(rows)


def _value(one: Figure) -> tuple[str, str]:
    return shown(one.value, f".{_DIGITS}f"), interval(one.low, one.high, _DIGITS)


def _share(one: RelationFigure) -> str:
    return "" if one.matched is None or one.of is None else f"{one.matched:,}/{one.of:,}"


def _queries(count: int) -> str:
    return f"{count:,} {'query' if count == 1 else 'queries'}"


def _named(one: RelationFigure) -> str:
    return _SHORT.get(one.relation, one.relation)


def _undefined(named: Iterable[tuple[str, str, Figure]]) -> list[str]:
    """Return why figures are undefined, each reason once with all that it is for; and of intervals in short."""
    held: dict[str, list[str]] = {}
    without = False
    for what, system, one in named:
        if math.isnan(one.value):
            held.setdefault(one.reason or "", []).append(f"{what} ({system})")
        without = without or (math.isnan(one.low) and not math.isnan(one.value))
    told = [f"undefined: {', '.join(figures)}: {reason}" for reason, figures in held.items()]
    return [*told, *(["no interval: in some resample there is nothing to divide by"] if without else [])]


def _compared(made: Comparisons | None, what: str, unit: str) -> list[str]:
    """Return the differences of all pairs, with how they were tested."""
    if made is None:
        return []
    every = exchanges(made.settings, made.n)
    drawn = f"all {every:,} exchanges" if every else f"{made.settings.trials:,} trials"
    corrected = f"; p corrected by {made.settings.correct}" if len(made.comparisons) > 1 else ""
    title = f"{what}: approximate randomisation of {unit}, {drawn}{corrected}"
    rows = []
    for one in made.comparisons:
        difference = number(one.difference, _DIGITS, sign=True) + stars(one, made.settings)
        bounds = interval(one.low, one.high, _DIGITS)
        rows.append([printable(one.a), printable(one.b), difference, bounds, shown_p(one.p_corrected)])
    told = [*made.notices, *(one.reason for one in made.comparisons if one.reason and math.isnan(one.p))]
    return [
        "",
        title,
        *map(printable, dict.fromkeys(told)),
        "",
        *grid(["", "", "difference", "interval", "p"], rows, left=2),
    ]


def _text(lines: Sequence[str], told: Iterable[str]) -> str:
    remarks = [printable(one) for one in dict.fromkeys(told) if one]
    return "\n".join([*lines, *(["", *remarks] if remarks else [])]) + "\n"


def _tsv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a heading and the rows; an undefined number is "nan"."""
    listed = list(rows)
    columns = [name for name in dict.fromkeys(name for row in listed for name in row) if name != "signature"]
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow([*columns, "signature"])
    for row in listed:
        writer.writerow([_cell(name, row.get(name)) for name in [*columns, "signature"]])
    return held.getvalue()


def _cell(name: str, value: Any) -> Any:
    return ("nan" if name in ("value", "low", "high") else "") if value is None else value
