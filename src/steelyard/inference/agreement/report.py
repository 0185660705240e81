"""What there is to say about agreement: coefficients, pairs of assessors, assessors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from steelyard.errors import SpecError, suggestion
from steelyard.inference.agreement.account import account_of
from steelyard.inference.agreement.distances import DISTANCES, WEIGHTS
from steelyard.judgements.assessors import AnswerDistribution, SelfConsistency
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.result import Result


@dataclass(frozen=True, repr=False, kw_only=True)
class Agreement(IntervalEstimate):
    """One coefficient with its interval over resampled items; raw agreement always stands beside it.

    apart      the distance of alpha, or the weights of the others
    n          items with two answers or more; `answers` counts their answers
    reason     why the value is undefined (nan); `notice` what else there is to know
    chance     the model of chance
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "coefficient", "apart", "value", "low", "high", "raw", "n", "assessors", "answers", "signature",
        "reason", "notice", "chance",
    )  # fmt: skip

    coefficient: str
    apart: str
    raw: float
    n: int
    assessors: int
    answers: int
    chance: str = ""

    @property
    def apart_kind(self) -> str:
        """What `apart` names: a distance, or weights; nothing where answers are the same or not."""
        return next((kind for kind in ("distance", "weights") if self.signature.get(kind) is not None), "")

    @property
    def apart_about(self) -> str:
        """How far two answers are apart."""
        return (DISTANCES if self.apart_kind == "distance" else WEIGHTS)[self.apart]


@dataclass(frozen=True, repr=False)
class PairAgreement(Result):
    """Raw agreement and Cohen's κ of two assessors on the n items that both answered."""

    a: str
    b: str
    raw: float
    cohen: float
    n: int
    reason: str | None = None


@dataclass(frozen=True, repr=False)
class AssessorAgreement(Result):
    """An assessor against all others, on the n items that both they and someone else answered; nan without any.

    raw     agreement, over all pairs of an answer of theirs with one of someone else
    cohen   mean of Cohen's κ over the pairs of assessors that they are in
    """

    assessor: str
    raw: float
    cohen: float
    n: int


@dataclass(frozen=True, repr=False)
class GroupAgreement(Result):
    """One coefficient of a part of the answers.

    kind    what parts are by: a column, round, team; or replicability, between the answers that teams settled on
    group   the part: a value of the column, a round, a team; (micro) and (macro) are means over items and over values
    """

    kind: str
    group: str
    agreement: Agreement

    def to_dict(self) -> dict[str, Any]:
        """Return the part and its coefficient as the JSON output has them."""
        return {"kind": self.kind, "group": self.group, **self.agreement.to_dict()}


@dataclass(frozen=True, repr=False)
class RoundChanges(Result):
    """How many of the answers that were there before a round are others after it, and how many are new."""

    before: str
    after: str
    changed: int
    answers: int
    new: int


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
        return account_of(self)

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
