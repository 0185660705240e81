"""Agreement of parts of the answers: for each value of a column, in each round, within teams and between them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from steelyard.corpus.judgement import Judgement, tags_of, written
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.agreement.agreement import ITEMS, agreement
from steelyard.inference.agreement.coefficient import USUAL, GivenAgreement
from steelyard.inference.agreement.figures import Agreement, GroupAgreement, RoundChanges
from steelyard.inference.agreement.report import AgreementReport
from steelyard.judgements.table import ROUND, TEAM, Judgements, Output, answer_of
from steelyard.results.signature import Signature
from steelyard.version import VERSION


@dataclass(frozen=True)
class Asked:
    """What is asked of every part alike."""

    coefficients: Sequence[GivenAgreement] = USUAL
    distance: str | None = None
    weights: str = "none"
    draws: Draws = ITEMS

    def report(self, judgements: Judgements) -> AgreementReport:
        """Return the agreement of some answers."""
        return agreement(judgements, self.coefficients, distance=self.distance, weights=self.weights, draws=self.draws)


def agreement_in_groups(judgements: Judgements, asked: Asked, by: str | None = None) -> AgreementReport:
    """Return the agreement of all answers as they are after the last round, and that of their parts."""
    rounds = in_rounds(judgements)
    last = last_round(judgements)
    report = asked.report(last)
    groups: list[GroupAgreement] = []
    if len(rounds) > 1:
        groups += _parts(ROUND, rounds, asked)
    if by is not None:
        groups += _by_value(last, by, asked)
    if any(record.label(TEAM) is not None for record in last):
        groups += _of_teams(last, asked)
    notices = (*judgements.notices, *report.notices)
    return replace(report, groups=tuple(groups), changes=tuple(_changes(rounds)), notices=notices)


def in_rounds(judgements: Judgements) -> dict[str, Judgements]:
    """Return the answers as they are after each round; what a round does not answer anew stays as it was."""
    names = dict.fromkeys(record.label(ROUND) for record in judgements)
    if None in names:
        if len(names) > 1:
            raise InputError("some answers name their round and some do not; name it for all")
        return {"": judgements}
    current, rounds = judgements.current(), dict[str, Judgements]()
    standing: dict[tuple[Output, str, str], Judgement] = {}
    for name in names:
        standing |= {_place(record): record for record in current if record.label(ROUND) == name}
        rounds[str(name)] = replace(judgements, records=tuple(standing.values()))
    return rounds


def last_round(judgements: Judgements) -> Judgements:
    """Return the answers as they are after the last round."""
    return list(in_rounds(judgements).values())[-1]


def _place(record: Judgement) -> tuple[Output, str, str]:
    return record.output, record.assessor, record.repeat


def _changes(rounds: Mapping[str, Judgements]) -> Iterator[RoundChanges]:
    """Yield for each round but the first how many answers are others than before."""
    (before, earlier), *later = rounds.items()
    for after, judgements in later:
        old = {_place(record): record.value for record in earlier}
        both = [record for record in judgements if _place(record) in old]
        changed = sum(record.value != old[_place(record)] for record in both)
        yield RoundChanges(before, after, changed, len(both), len(judgements) - len(both))
        before, earlier = after, judgements


def _parts(kind: str, parts: Mapping[str, Judgements], asked: Asked) -> list[GroupAgreement]:
    return [
        GroupAgreement(kind, name, replace(figure, signature=figure.signature.joined(by=kind)))
        for name, part in parts.items()
        for figure in asked.report(part).coefficients
    ]


def _by_value(judgements: Judgements, by: str, asked: Asked) -> list[GroupAgreement]:
    """Return the agreement on the items of each value of a column, and the means over items and over values."""
    values: dict[Output, str] = {}
    for record in judgements:
        value = _value(record, by)
        if values.setdefault(record.output, value) != value:
            raise InputError(
                f"item {record.item!r} has two values of {by}, {values[record.output]!r} and {value!r}; agreement by a "
                f"column needs one for each item"
            )
    parts: dict[str, list[Judgement]] = {}
    for record in judgements:
        parts.setdefault(values[record.output], []).append(record)
    groups = _parts(by, {name: replace(judgements, records=tuple(part)) for name, part in parts.items()}, asked)
    names = dict.fromkeys(group.agreement.coefficient for group in groups)
    columns = [[group.agreement for group in groups if group.agreement.coefficient == name] for name in names]
    means = [
        GroupAgreement(by, f"({mean})", _mean(figures, by, mean)) for mean in ("micro", "macro") for figures in columns
    ]
    return [*groups, *means]


def _value(record: Judgement, by: str) -> str:
    value = record.system if by == "system" else record.label(by)
    if value is None:
        labels = [name for name, _ in record.labels]
        raise SpecError(f"the answers have no {by!r} to group by" + (suggestion(by, labels) if labels else ""))
    return value


def _mean(figures: Sequence[Agreement], by: str, mean: str) -> Agreement:
    """Return Σ n·v / Σ n (micro) or the plain mean of the defined values of groups (macro)."""
    defined = [figure for figure in figures if not math.isnan(figure.value)]
    weights = [figure.n if mean == "micro" else 1 for figure in defined]
    first, total = figures[0], sum(weights)
    value, raw = (
        sum(w * getattr(figure, name) for w, figure in zip(weights, defined, strict=True)) / total
        if total
        else math.nan
        for name in ("value", "raw")
    )
    lost = len(figures) - len(defined)
    signature = Signature.of(
        first.coefficient, **({first.apart_kind: first.apart} if first.apart_kind else {}), by=by, mean=mean,
        groups=len(defined), items=sum(figure.n for figure in defined), steelyard=VERSION,
    )  # fmt: skip
    return Agreement(
        coefficient=first.coefficient, apart=first.apart, value=value, raw=raw, n=sum(figure.n for figure in defined),
        assessors=max(figure.assessors for figure in figures), answers=sum(figure.answers for figure in defined),
        signature=signature, chance=first.chance, reason=None if defined else "no group has a defined value",
        notice=f"{lost} of {len(figures)} groups are undefined and left out of the mean" if lost and defined else None,
    )  # fmt: skip


def _of_teams(judgements: Judgements, asked: Asked) -> list[GroupAgreement]:
    """Return the agreement within each team, and that between the answers on which each settled."""
    teams: dict[str, str] = {}
    parts: dict[str, list[Judgement]] = {}
    for record in judgements:
        team = record.label(TEAM)
        if team is None or teams.setdefault(record.assessor, team) != team:
            problem = "no team" if team is None else f"two teams, {teams[record.assessor]!r} and {team!r}"
            raise InputError(f"assessor {record.assessor!r} has {problem}; each is in one")
        parts.setdefault(team, []).append(record)
    groups = _parts(TEAM, {name: replace(judgements, records=tuple(part)) for name, part in parts.items()}, asked)
    settled = tuple(record for name, part in parts.items() for record in adjudicated(part, name))
    between = Asked(asked.coefficients, "nominal", "none", asked.draws)
    kinds = between.report(Judgements(settled, _written_scales(judgements)))
    return [
        *groups,
        *(
            GroupAgreement(
                "replicability",
                " and ".join(parts),
                replace(figure, signature=figure.signature.joined(adjudicated="majority")),
            )
            for figure in kinds.coefficients
        ),
    ]


def adjudicated(records: Sequence[Judgement], team: str) -> Iterator[Judgement]:
    """Yield a team's answer to each item: the tag that most of its assessors gave, or several where as many gave each.

    Each tag of an answer of several is one vote. Numbers are taken for tags, for two of them cannot be settled on.
    """
    votes: dict[Output, Counter[str]] = {}
    firsts = Judgements(tuple(records)).firsts()
    for record in firsts:
        votes.setdefault(record.output, Counter()).update(written(tag) for tag in tags_of(answer_of(record)))
    dimension = firsts[0].dimension
    for (system, item), counts in votes.items():
        most = max(counts.values())
        chosen = sorted(tag for tag, count in counts.items() if count == most)
        yield Judgement(system, item, team, dimension, chosen[0] if len(chosen) == 1 else frozenset(chosen))


def _written_scales(judgements: Judgements) -> Mapping[Output, Any]:
    return {
        output: scale if isinstance(scale, int) else tuple(map(written, scale))
        for output, scale in judgements.tags.items()
    }
