"""Agreement between assessors as text, tab-separated values and LaTeX, and each assessor's answers as a figure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.corpus.formats.content import counted
from steelyard.inference.agreement import DISTANCES, WEIGHTS
from steelyard.inference.agreement_report import Agreement, AgreementReport
from steelyard.inference.plain import shown
from steelyard.meta.vega import SCHEMA
from steelyard.report.latex import escaped
from steelyard.report.text import grid, printable

_MOST_PAIRS = 15
_MOST_ASSESSORS = 30
_COLUMNS = ("coefficient", "a", "b", "value", "low", "high", "raw", "n", "apart", "chance", "reason", "signature")


def text(report: AgreementReport) -> str:
    """Return tables of coefficients, assessors and pairs, with what was chance, what was left out and signatures."""
    one = report.coefficients[0]
    held = f"{counted(one.n, 'item')} with two answers or more"
    lines = [f"{counted(one.assessors, 'assessor')}, {held}, {counted(one.answers, 'answer')}", ""]
    rows = [
        [f"{one.coefficient} ({n})", _number(one.value), _interval(one), _number(one.raw)]
        for n, one in enumerate(report.coefficients, 1)
    ]
    lines += grid(["coefficient", "value", "interval", "raw agreement"], rows, left=1)
    lines += ["", *(f"{one.coefficient}: {_chance(one)}" for one in report.coefficients), *_apart(report)]
    lines += ["", *(f"({n}) {one.signature}" for n, one in enumerate(report.coefficients, 1))]
    lines += ["", *_assessors(report), "", *_pairs(report)]
    if report.consistency:
        own = [[one.assessor, str(one.n), _number(one.raw), _number(one.difference)] for one in report.consistency]
        lines += ["", *_table(["self-consistency", "pairs", "raw", "mean difference"], own, 1)]
    if told := [*dict.fromkeys(_reasons(report)), *report.notices]:
        lines += ["", *told]
    return "\n".join(lines) + "\n"


def tsv(report: AgreementReport) -> str:
    """Return one row per coefficient, then one for Cohen's κ of every pair and one for every assessor (a alone)."""
    held = io.StringIO()
    writer = csv.DictWriter(held, _COLUMNS, dialect="excel-tab", lineterminator="\n", restval="")
    writer.writeheader()
    for one in report.coefficients:
        row = {**vars(one), "chance": one.chance, "reason": one.reason or ""}
        writer.writerow({name: row[name] for name in _COLUMNS if name in row})
    for row in _parts(report):
        writer.writerow(row)
    return held.getvalue()


def latex(report: AgreementReport) -> str:
    """Return a tabular of the coefficients beside raw agreement; chance and signatures are comments."""
    notes = [note for one in report.coefficients for note in (f"{one.coefficient}: {_chance(one)}", one.signature)]
    notes += _apart(report)
    rows = [
        rf"{escaped(one.coefficient)} & {_number(one.value)} {{\scriptsize {_interval(one)}}} & {_number(one.raw)} \\"
        for one in report.coefficients
    ]
    lines = [
        r"% needs \usepackage{booktabs}",
        *(f"% {' '.join(note.split())}" for note in [*notes, *_reasons(report), *report.notices]),
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"coefficient & value & raw agreement \\",
        r"\midrule",
        *(row.replace(" -", " $-$").replace("[-", "[$-$") for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def distributions_figure(report: AgreementReport) -> dict[str, Any]:
    """Return a panel for each assessor with the share of each answer (Leusch et al., 2005, figure 1)."""
    rows = [
        {"assessor": f"{one.assessor} (n = {one.n:,})", "answer": answer, "share": count / one.n, "count": count}
        for one in report.distributions
        for answer, count in one.counts.items()
    ]
    order = list(report.distributions[0].counts)
    return {
        "$schema": SCHEMA,
        "title": "Answers of each assessor",
        "data": {"values": rows},
        "facet": {"field": "assessor", "type": "nominal", "title": None},
        "columns": 4,
        "spec": {
            "width": 160,
            "height": 110,
            "mark": "bar",
            "encoding": {
                "x": {"field": "answer", "type": "nominal", "sort": order, "title": "answer"},
                "y": {"field": "share", "type": "quantitative", "title": "share", "axis": {"format": "%"}},
                "tooltip": [{"field": name} for name in ("answer", "count", "share")],
            },
        },
    }


def _chance(one: Agreement) -> str:
    return one.chance if one.coefficient == "raw" else f"by chance, {one.chance}"


def _apart(report: AgreementReport) -> list[str]:
    """Say how far two answers are apart, once for all coefficients that share it."""
    corrected = [one for one in report.coefficients if one.coefficient != "raw"]
    distances = [f"distance {one.apart}: {DISTANCES[one.apart]}" for one in corrected if one.coefficient == "alpha"]
    weights = [f"weights {one.apart}: {WEIGHTS[one.apart]}" for one in corrected if one.coefficient != "alpha"]
    return [*dict.fromkeys(weights), *distances]


def _reasons(report: AgreementReport) -> Iterator[str]:
    for one in report.coefficients:
        if one.reason:
            yield f"undefined: {one.coefficient}: {one.reason}"
        if one.notice:
            yield f"{one.coefficient}: {one.notice}"
    yield from (f"undefined: cohen of two assessors: {pair.reason}" for pair in report.pairs if pair.reason)


def _assessors(report: AgreementReport) -> list[str]:
    used = {one.assessor: one for one in report.distributions}
    numeric = not math.isnan(report.distributions[0].mean)
    rows = [
        [
            one.assessor,
            f"{used[one.assessor].n:,}",
            *([f"{used[one.assessor].mean:.2f}", f"{used[one.assessor].sd:.2f}"] if numeric else []),
            _number(one.raw),
            _number(one.cohen),
        ]
        for one in report.per_assessor()
    ]
    heads = ["assessor", "answers", *(["mean", "deviation"] if numeric else []), "raw", "cohen"]
    return _table(heads, rows[:_MOST_ASSESSORS], 1, len(rows) - _MOST_ASSESSORS, "assessors")


def _pairs(report: AgreementReport) -> list[str]:
    """Return the table of pairs; where there are too many, of those that agree least."""
    pairs = report.pairs
    if len(pairs) > _MOST_PAIRS:
        pairs = tuple(sorted(pairs, key=lambda pair: pair.raw)[:_MOST_PAIRS])
    rows = [[pair.a, pair.b, f"{pair.n:,}", _number(pair.raw), _number(pair.cohen)] for pair in pairs]
    left = len(report.pairs) - len(pairs)
    return _table(["assessor", "and", "items", "raw", "cohen"], rows, 2, left, "pairs, which agree more")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int, more: int = 0, what: str = "") -> list[str]:
    lines = grid(heads, [list(map(printable, row)) for row in rows], left)
    return [*lines, f"… and {more:,} more {what}; --json and --tsv have all"] if more > 0 else lines


def _parts(report: AgreementReport) -> Iterator[dict[str, Any]]:
    for pair in report.pairs:
        row = {"coefficient": "cohen", "a": pair.a, "b": pair.b, "value": pair.cohen, "raw": pair.raw, "n": pair.n}
        yield {**row, "reason": pair.reason or ""}
    for one in report.per_assessor():
        yield {"coefficient": "cohen", "a": one.assessor, "value": one.cohen, "raw": one.raw, "n": one.n}


def _number(value: float) -> str:
    return shown(value, ".4f")


def _interval(one: Agreement) -> str:
    return "" if math.isnan(one.low) else f"[{shown(one.low, '.4f')}, {shown(one.high, '.4f')}]"
