"""What there is to say of agreement: coefficients with their models of chance, assessors, and pairs of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.table import Cell, Column, Number, Table

if TYPE_CHECKING:
    from steelyard.inference.agreement.report import Agreement, AgreementReport

_DIGITS = 4
_MOST_PAIRS = 15
_MOST_ASSESSORS = 30
_RECORD = ("coefficient", "a", "b", "value", "low", "high", "raw", "n", "apart", "chance", "reason", "signature")


def account_of(report: AgreementReport) -> Account:
    """Return the account of a report on agreement."""
    first = report.coefficients[0]
    items = f"{counted(first.n, 'item')} with two answers or more"
    tables = [_coefficients(report), _assessors(report), _pairs(report)]
    return Account(
        "Agreement between assessors",
        (*tables, *([_consistency(report)] if report.consistency else [])),
        (_distributions(report),),
        about=(f"{counted(first.assessors, 'assessor')}, {items}, {counted(first.answers, 'answer')}",),
        notices=report.notices,
        terms=_terms(report),
        signatures={one.coefficient: one.signature for one in report.coefficients},
        records=_records(report),
        name="agreement",
    )


def _coefficients(report: AgreementReport) -> Table:
    rows: list[list[Cell]] = [[one.coefficient, _estimate(one), one.raw] for one in report.coefficients]
    heads: list[str | Column] = ["coefficient", _column("value"), _column("raw", "raw agreement")]
    return Table("coefficients", "", heads, rows, notes=dict.fromkeys(_reasons(report)))


def _estimate(one: Agreement) -> Number:
    return Number(one.value) if math.isnan(one.low) else Number(one.value, one.low, one.high)


def _terms(report: AgreementReport) -> dict[str, str]:
    """Say what chance is, and how far two answers are apart."""
    chance = {
        one.coefficient: one.chance if one.coefficient == "raw" else f"by chance, {one.chance}"
        for one in report.coefficients
    }
    corrected = [one for one in report.coefficients if one.coefficient != "raw"]
    return chance | {f"{one.apart_kind} {one.apart}": one.apart_about for one in sorted(corrected, key=_by_kind)}


def _by_kind(one: Agreement) -> bool:
    return one.apart_kind == "distance"


def _reasons(report: AgreementReport) -> Iterator[str]:
    for one in report.coefficients:
        if one.reason:
            yield f"undefined: {one.coefficient}: {one.reason}"
        if one.notice:
            yield f"{one.coefficient}: {one.notice}"
    yield from (f"undefined: cohen of two assessors: {pair.reason}" for pair in report.pairs if pair.reason)


def _assessors(report: AgreementReport) -> Table:
    used = {one.assessor: one for one in report.distributions}
    numeric = not math.isnan(report.distributions[0].mean)
    rows: list[list[Cell]] = []
    for one in report.per_assessor():
        own = used[one.assessor]
        spread = [Number(own.mean, form=".2f"), Number(own.sd, form=".2f")] if numeric else []
        rows.append([one.assessor, own.n, *spread, one.raw, one.cohen])
    heads: list[str | Column] = [
        "assessor",
        "answers",
        *(["mean", "deviation"] if numeric else []),
        _column("raw"),
        _column("cohen"),
    ]
    return Table("assessors", "Each assessor with all others", heads, rows, most=_MOST_ASSESSORS)


def _pairs(report: AgreementReport) -> Table:
    """Return all pairs; where there are many, those that agree least come first."""
    many = len(report.pairs) > _MOST_PAIRS
    pairs = sorted(report.pairs, key=lambda pair: pair.raw) if many else report.pairs
    rows: list[list[Cell]] = [[pair.a, pair.b, pair.n, pair.raw, pair.cohen] for pair in pairs]
    heads: list[str | Column] = ["assessor", "and", "items", _column("raw"), _column("cohen")]
    title = "Pairs of assessors, those that agree least first" if many else "Pairs of assessors"
    return Table("pairs", title, heads, rows, most=_MOST_PAIRS)


def _consistency(report: AgreementReport) -> Table:
    rows: list[list[Cell]] = [[one.assessor, one.n, one.raw, one.difference] for one in report.consistency]
    heads: list[str | Column] = ["assessor", "pairs", _column("raw"), _column("difference", "mean difference")]
    return Table("consistency", "Self-consistency", heads, rows)


def _distributions(report: AgreementReport) -> Figure:
    """Return a panel for each assessor with the share of each answer (Leusch et al., 2005, figure 1)."""
    rows = tuple(
        {"assessor": f"{one.assessor} (n = {one.n:,})", "answer": answer, "share": count / one.n, "count": count}
        for one in report.distributions
        for answer, count in one.counts.items()
    )
    return Figure(
        "distributions", "Answers of each assessor", "bars", rows, Axis("answer", "answer"), Axis("share", "share"),
        column="assessor", plain=False,
    )  # fmt: skip


def _records(report: AgreementReport) -> Table:
    """Return a row for each coefficient, then one for Cohen's κ of every pair and one for every assessor (a alone)."""
    rows = [[record.get(name, "") for name in _RECORD] for record in _record_rows(report)]
    return Table("agreement", "Agreement", _RECORD, rows)


def _record_rows(report: AgreementReport) -> Iterator[dict[str, Any]]:
    for one in report.coefficients:
        yield {**vars(one), "chance": one.chance, "reason": one.reason or ""}
    for pair in report.pairs:
        row = {"coefficient": "cohen", "a": pair.a, "b": pair.b, "value": pair.cohen, "raw": pair.raw, "n": pair.n}
        yield {**row, "reason": pair.reason or ""}
    for other in report.per_assessor():
        yield {"coefficient": "cohen", "a": other.assessor, "value": other.cohen, "raw": other.raw, "n": other.n}


def _column(name: str, label: str = "") -> Column:
    return Column(name, label, digits=_DIGITS)
