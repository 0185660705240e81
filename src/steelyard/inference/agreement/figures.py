"""Agreement of single coefficients, pairs of assessors, assessors, and parts of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.inference.agreement.distances import DISTANCES, WEIGHTS
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
