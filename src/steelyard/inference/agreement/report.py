"""What there is to say about agreement: coefficients with their models of chance, assessors, and pairs of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.inference.agreement.figures import (
    Agreement,
    AssessorAgreement,
    GroupAgreement,
    PairAgreement,
    RoundChanges,
)
from steelyard.judgements.assessors import AnswerDistribution, SelfConsistency
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.table import Cell, Column, Number, Table

_DIGITS = 4
_MOST_PAIRS = 15
_MOST_ASSESSORS = 30
_PART = (
    "kind", "group", "coefficient", "value", "low", "high", "raw", "n", "assessors", "answers", "reason", "notice",
    "signature",
)  # fmt: skip
_RECORD = ("coefficient", "a", "b", "value", "low", "high", "raw", "n", "apart", "chance", "reason", "signature")


@dataclass(frozen=True, repr=False)
class AgreementReport(Result):
    """All coefficients, every pair of assessors that share an item, how each used the scale, and what was left out.

    consistency   of assessors who answered an item more than once
    shared        assessor → items that both they and someone else answered
    groups        agreement by a column, in rounds, within teams and between them
    changes       what each round changed
    disjunctive   share of the items to which somebody gave several tags
    """

    coefficients: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    distributions: tuple[AnswerDistribution, ...]
    consistency: tuple[SelfConsistency, ...]
    notices: tuple[str, ...]
    shared: Mapping[str, int]
    groups: tuple[GroupAgreement, ...] = ()
    changes: tuple[RoundChanges, ...] = ()
    disjunctive: float = 0.0

    def without(self, tags: Sequence[str]) -> AgreementReport:
        """Return the report with what was left out of answers in its signatures."""
        if not tags:
            return self
        said = {"left-out": ",".join(tags)}

        def signed(figure: Agreement) -> Agreement:
            return replace(figure, signature=figure.signature.joined(**said))

        groups = tuple(replace(group, agreement=signed(group.agreement)) for group in self.groups)
        return replace(self, coefficients=tuple(map(signed, self.coefficients)), groups=groups)

    def value(self, coefficient: str) -> float:
        """Return the value of a coefficient."""
        values = {agreement.coefficient: agreement.value for agreement in self.coefficients}
        if coefficient not in values:
            raise SpecError(f"no coefficient {coefficient!r} in this report" + suggestion(coefficient, values))
        return values[coefficient]

    def per_assessor(self) -> tuple[AssessorAgreement, ...]:
        """Return each assessor's agreement with all others."""
        assessors = []
        for name in (distribution.assessor for distribution in self.distributions):
            own = [pair for pair in self.pairs if name in (pair.a, pair.b)]
            raw = sum(pair.raw * pair.n for pair in own) / sum(pair.n for pair in own) if own else math.nan
            kappas = [pair.cohen for pair in own if not math.isnan(pair.cohen)]
            cohen = sum(kappas) / len(kappas) if kappas else math.nan
            assessors.append(AssessorAgreement(name, raw, cohen, self.shared.get(name, 0)))
        return tuple(assessors)

    def account(self) -> Account:
        """Return coefficients, assessors and pairs, with what chance would give."""
        return _account(self)

    def to_dict(self) -> dict[str, Any]:
        """Return {"agreement": […], "pairs": […], …} as the JSON output has it."""
        return {
            "agreement": [coefficient.to_dict() for coefficient in self.coefficients],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "assessors": [assessor.to_dict() for assessor in self.per_assessor()],
            "distributions": [distribution.to_dict() for distribution in self.distributions],
            "consistency": [consistency.to_dict() for consistency in self.consistency],
            "groups": [group.to_dict() for group in self.groups],
            "changes": [changes.to_dict() for changes in self.changes],
            "disjunctive": self.disjunctive,
            "notices": list(self.notices),
        }


def _account(report: AgreementReport) -> Account:
    """Return the account of a report on agreement."""
    first = report.coefficients[0]
    items = f"{counted(first.n, 'item')} with two answers or more"
    tables = [_coefficients(report), _assessors(report), *([_pairs(report)] if report.pairs else [])]
    consistency = (_consistency(report),) if report.consistency else ()
    changes = (_changes(report),) if report.changes else ()
    groups = (_group_records(report),) if report.groups else ()
    return Account(
        "Agreement between assessors",
        (*tables, *_groups(report), *changes, *consistency),
        (_distributions(report),),
        about=(
            f"{counted(first.assessors, 'assessor')}, {items}, {counted(first.answers, 'answer')}",
            *_several(report),
        ),
        notices=report.notices,
        terms=_terms(report),
        signatures={agreement.coefficient: agreement.signature for agreement in report.coefficients},
        records=_records(report),
        name="agreement",
        further=(*groups, *changes, *consistency),
    )


def _several(report: AgreementReport) -> Iterator[str]:
    if report.disjunctive:
        yield f"items to which somebody gave several tags: {report.disjunctive:.1%}"


def _groups(report: AgreementReport) -> Iterator[Table]:
    """Yield a table for each kind of parts, a row for each part."""
    names = [agreement.coefficient for agreement in report.coefficients]
    titles = {"replicability": "Replicability: agreement between the answers that teams settled on"}
    for kind in dict.fromkeys(group.kind for group in report.groups):
        own = [group for group in report.groups if group.kind == kind]
        rows: dict[str, list[Cell]] = {}
        for group in own:
            rows.setdefault(group.group, [group.group, group.agreement.n]).append(group.agreement.value)
        heads: list[str | Column] = ["teams" if kind == "replicability" else kind, "items", *map(_column, names)]
        yield Table(kind, titles.get(kind, f"Agreement by {kind}"), heads, rows.values(), notes=_part_notes(own))


def _part_notes(groups: Sequence[GroupAgreement]) -> tuple[str, ...]:
    """Say of which parts what is undefined, and why; the parts that lack the same for the same reason together."""
    parts: dict[str, list[str]] = {}
    for group in groups:
        if said := group.agreement.reason or ("micro" in group.group and group.agreement.notice):
            parts.setdefault(f"{group.agreement.coefficient}: {said}", []).append(group.group)
    return tuple(f"{', '.join(names)}: {said}" for said, names in parts.items())


def _group_records(report: AgreementReport) -> Table:
    rows: list[list[Cell]] = []
    for group in report.groups:
        record: dict[str, Any] = {**vars(group.agreement), **vars(group)}
        rows.append(["" if record[name] is None else record[name] for name in _PART])
    return Table("groups", "Agreement of parts", _PART, rows)


def _changes(report: AgreementReport) -> Table:
    rows: list[list[Cell]] = [
        [change.before, change.after, change.changed, change.answers, change.new] for change in report.changes
    ]
    return Table("changes", "Answers changed between rounds", ("before", "after", "changed", "answers", "new"), rows)


def _coefficients(report: AgreementReport) -> Table:
    rows: list[list[Cell]] = [
        [agreement.coefficient, _estimate(agreement), agreement.raw] for agreement in report.coefficients
    ]
    heads: list[str | Column] = ["coefficient", _column("value"), _column("raw", "raw agreement")]
    return Table("coefficients", "", heads, rows, notes=dict.fromkeys(_reasons(report)))


def _estimate(agreement: Agreement) -> Number:
    return (
        Number(agreement.value) if math.isnan(agreement.low) else Number(agreement.value, agreement.low, agreement.high)
    )


def _terms(report: AgreementReport) -> dict[str, str]:
    """Say what chance is, and how far two answers are apart."""
    chance = {
        agreement.coefficient: f"by chance, {agreement.chance}" if agreement.apart_kind else agreement.chance
        for agreement in report.coefficients
    }
    corrected = [agreement for agreement in report.coefficients if agreement.apart_kind]
    return chance | {
        f"{agreement.apart_kind} {agreement.apart}": agreement.apart_about
        for agreement in sorted(corrected, key=_by_kind)
    }


def _by_kind(agreement: Agreement) -> bool:
    return agreement.apart_kind == "distance"


def _reasons(report: AgreementReport) -> Iterator[str]:
    for agreement in report.coefficients:
        if agreement.reason:
            yield f"undefined: {agreement.coefficient}: {agreement.reason}"
        if agreement.notice:
            yield f"{agreement.coefficient}: {agreement.notice}"
    yield from (f"undefined: cohen of two assessors: {pair.reason}" for pair in report.pairs if pair.reason)


def _assessors(report: AgreementReport) -> Table:
    distributions = {distribution.assessor: distribution for distribution in report.distributions}
    numeric = not math.isnan(report.distributions[0].mean)
    rows: list[list[Cell]] = []
    for agreement in report.per_assessor():
        answers = distributions[agreement.assessor]
        spread = [Number(answers.mean, form=".2f"), Number(answers.sd, form=".2f")] if numeric else []
        rows.append([agreement.assessor, answers.n, *spread, agreement.raw, agreement.cohen])
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
    rows: list[list[Cell]] = [
        [consistency.assessor, consistency.n, consistency.raw, consistency.difference]
        for consistency in report.consistency
    ]
    heads: list[str | Column] = ["assessor", "pairs", _column("raw"), _column("difference", "mean difference")]
    return Table("consistency", "Self-consistency", heads, rows)


def _distributions(report: AgreementReport) -> Figure:
    """Return a panel for each assessor with the share of each answer (Leusch et al., 2005, figure 1)."""
    rows = tuple(
        {
            "assessor": f"{distribution.assessor} (n = {distribution.n:,})",
            "answer": answer,
            "share": count / distribution.n,
            "count": count,
        }
        for distribution in report.distributions
        for answer, count in distribution.counts.items()
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
    for agreement in report.coefficients:
        yield {**vars(agreement), "chance": agreement.chance, "reason": agreement.reason or ""}
    for pair in report.pairs:
        row = {"coefficient": "cohen", "a": pair.a, "b": pair.b, "value": pair.cohen, "raw": pair.raw, "n": pair.n}
        yield {**row, "reason": pair.reason or ""}
    for assessor in report.per_assessor():
        yield {
            "coefficient": "cohen",
            "a": assessor.assessor,
            "value": assessor.cohen,
            "raw": assessor.raw,
            "n": assessor.n,
        }


def _column(name: str, label: str = "") -> Column:
    return Column(name, label, digits=_DIGITS)
