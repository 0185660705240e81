"""What there is to say about agreement: coefficients, pairs of assessors, assessors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.inference.assessors import AnswerDistribution, SelfConsistency
from steelyard.inference.plain import plain

#: Coefficient → its model of chance: what answers would be if assessors gave them blindly.
CHANCE = {
    "raw": "the share of answers in common, not corrected for chance",
    "uniform": "an answer is one tag, and every tag that the item allows is as likely as any other",
    "pi": "all assessors draw from one distribution, that of all answers (Scott; Fleiss for more than two assessors)",
    "cohen": "each assessor draws from the distribution of their own answers (Cohen; Light: mean over pairs)",
    "alpha": "answers are drawn without replacement from all that were given (Krippendorff)",
}


@dataclass(frozen=True)
class Agreement:
    """One coefficient with its interval over resampled items; raw agreement always stands beside it.

    apart      the distance of alpha, or the weights of the others
    n          items with two answers or more; `answers` counts their answers
    reason     why the value is undefined (nan); `notice` what else there is to know
    """

    coefficient: str
    apart: str
    value: float
    low: float
    high: float
    raw: float
    n: int
    assessors: int
    answers: int
    signature: str
    reason: str | None = None
    notice: str | None = None

    @property
    def chance(self) -> str:
        """The model of chance."""
        return CHANCE[self.coefficient]

    def to_dict(self) -> dict[str, Any]:
        """Return the coefficient as the JSON output has it; what is undefined is null, with its reason."""
        return plain({**vars(self), "chance": self.chance})


@dataclass(frozen=True)
class PairAgreement:
    """Raw agreement and Cohen's κ of two assessors on the n items that both answered."""

    a: str
    b: str
    raw: float
    cohen: float
    n: int
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the pair as the JSON output has it."""
        return plain(vars(self))


@dataclass(frozen=True)
class AssessorAgreement:
    """An assessor against all others, on the n items that both they and someone else answered.

    raw     agreement, over all pairs of an answer of theirs with one of someone else
    cohen   mean of Cohen's κ over the pairs of assessors that they are in
    """

    assessor: str
    raw: float
    cohen: float
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Return the assessor as the JSON output has it."""
        return plain(vars(self))


@dataclass(frozen=True)
class AgreementReport:
    """All coefficients, every pair of assessors that share an item, how each used the scale, and what was left out.

    consistency   of assessors who answered an item more than once
    shared        assessor → items that both they and someone else answered
    """

    coefficients: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    distributions: tuple[AnswerDistribution, ...]
    consistency: tuple[SelfConsistency, ...]
    notices: tuple[str, ...]
    shared: Mapping[str, int]

    def value(self, coefficient: str) -> float:
        """Return the value of a coefficient."""
        found = {one.coefficient: one.value for one in self.coefficients}
        if coefficient not in found:
            raise SpecError(f"no coefficient {coefficient!r} in this report" + suggestion(coefficient, found))
        return found[coefficient]

    def per_assessor(self) -> tuple[AssessorAgreement, ...]:
        """Return each assessor's agreement with all others."""
        made = []
        for name in sorted({name for pair in self.pairs for name in (pair.a, pair.b)}):
            own = [pair for pair in self.pairs if name in (pair.a, pair.b)]
            raw = sum(pair.raw * pair.n for pair in own) / sum(pair.n for pair in own)
            kappas = [pair.cohen for pair in own if not math.isnan(pair.cohen)]
            cohen = sum(kappas) / len(kappas) if kappas else math.nan
            made.append(AssessorAgreement(name, raw, cohen, self.shared[name]))
        return tuple(made)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"agreement": […], "pairs": […], …} as the JSON output has it."""
        return {
            "agreement": [one.to_dict() for one in self.coefficients],
            "pairs": [one.to_dict() for one in self.pairs],
            "assessors": [one.to_dict() for one in self.per_assessor()],
            "distributions": [one.to_dict() for one in self.distributions],
            "consistency": [one.to_dict() for one in self.consistency],
            "notices": list(self.notices),
        }
