"""What sets of measures are worth: figures with the counts of pairs they are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from steelyard.inference.plain import or_null

Array = NDArray[Any]


@dataclass(frozen=True)
class SetFigures:
    """What a set of measures is worth. All counts are of ordered pairs; a figure without pairs is nan.

    unanimous      judged pairs in which no measure scores s below s′, and `confirmed`: people do not either
    better         judged pairs in which people do not put s below s′
    distinct       pairs whose texts differ from each other and from the references, and `contradicted`: two measures
                   contradict each other
    single         R_th of the best single measure of the set that is as sensitive; gain = reliability - single
    """

    measures: tuple[str, ...]
    reliability: float
    sensitivity: float
    heterogeneity: float
    gain: float
    single: float
    unanimous: int
    confirmed: int
    better: int
    distinct: int
    contradicted: int
    judged: bool
    signature: str

    @property
    def reasons(self) -> dict[str, str]:
        """Why figures are undefined, by their names."""
        out = {}
        if not self.judged:
            out = dict.fromkeys(("reliability", "sensitivity", "gain"), "there are no human scores")
        else:
            if math.isnan(self.reliability):
                out |= dict.fromkeys(("reliability", "gain"), "in no judged pair do all measures agree")
            if math.isnan(self.sensitivity):
                out["sensitivity"] = "no pair of judged outputs has scores of all measures"
        if math.isnan(self.heterogeneity):
            out["heterogeneity"] = "no pair of different outputs, both unlike the references, has all scores"
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as the JSON output has them; what is undefined is null, with its reason."""
        figures = ("reliability", "sensitivity", "heterogeneity", "gain", "single")
        out: dict[str, Any] = {"measures": list(self.measures)}
        out |= {name: or_null(getattr(self, name)) for name in figures}
        counts = ("unanimous", "confirmed", "better", "distinct", "contradicted")
        out["pairs"] = {name: getattr(self, name) for name in counts}
        return out | ({"reasons": self.reasons} if self.reasons else {}) | {"signature": self.signature}


@dataclass(frozen=True)
class Addition:
    """A measure that a set may take in: the figures of the set with it, and by how much heterogeneity grows."""

    measure: str
    increase: float
    figures: SetFigures

    def to_dict(self) -> dict[str, Any]:
        """Return the addition as the JSON output has it; an undefined increase is null."""
        return {"measure": self.measure, "increase": or_null(self.increase), "with": self.figures.to_dict()}


@dataclass(frozen=True)
class AdditiveReliability:
    """R({x₁, x₂}) - max(R(x₁), R(x₂)) of every pair of measures; nan where it is undefined.

    positive    pairs of measures where it is above 0, `equal` where it is 0, `undefined` where there is none
    """

    measures: tuple[tuple[str, str], ...]
    differences: tuple[float, ...]
    signature: str

    @property
    def positive(self) -> int:
        """Pairs of measures that together are more reliable than either alone."""
        return sum(difference > 0 for difference in self.differences)

    @property
    def equal(self) -> int:
        """Pairs of measures that together are as reliable as the better alone."""
        return sum(difference == 0 for difference in self.differences)

    @property
    def undefined(self) -> int:
        """Pairs of measures without the difference."""
        return sum(map(math.isnan, self.differences))

    @property
    def share(self) -> float:
        """Share of defined pairs of measures with a positive difference; nan if there are none."""
        defined = len(self.differences) - self.undefined
        return self.positive / defined if defined else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return the differences as the JSON output has them; an undefined one is null."""
        rows = [
            {"measures": list(names), "difference": or_null(difference)}
            for names, difference in zip(self.measures, self.differences, strict=True)
        ]
        counts = {"positive": self.positive, "equal": self.equal, "undefined": self.undefined}
        return {"additive_reliability": rows, "share": or_null(self.share), **counts, "signature": self.signature}


@dataclass(frozen=True, eq=False)
class ThresholdCurve:
    """Reliability and sensitivity of one measure that asks for a score difference of at least a threshold.

    A point for every sensitivity the measure can have, with the highest threshold that has it; thresholds fall.
    """

    measure: str
    thresholds: Array
    reliability: Array
    sensitivity: Array
    signature: str
