"""What sets of measures are worth: figures with the counts of pairs they are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from numpy.typing import NDArray

from steelyard.results.numbers import or_null
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Table

Array = NDArray[Any]

_FIGURES = ("reliability", "sensitivity", "heterogeneity", "gain")


@dataclass(frozen=True, repr=False)
class SetFigures(Result):
    """What a set of measures is worth. All counts are of ordered pairs; a figure without pairs is nan.

    unanimous      judged pairs in which no measure scores s below s′, and `confirmed`: people do not either
    better         judged pairs in which people do not put s below s′
    distinct       pairs whose texts differ from each other and from the references, and `contradicted`: two measures
                   contradict each other
    same           of the unanimous pairs, those of two equal texts, of which no measure can say more; None if the texts
                   are not known
    single         R_th of the best single measure of the set that is as sensitive; gain = reliability - single
    single_measure, single_threshold, single_sensitivity
                   which measure that is, the score difference it asks for (more being better), and S_th, the least it
                   can have that is not below the set's
    pairs          the judged pairs that count: "all", or those of "different" texts
    reason         why figures are undefined, where it is not that there are no such pairs
    """

    measures: tuple[str, ...]
    reliability: float
    sensitivity: float
    heterogeneity: float
    gain: float
    single: float
    single_measure: str | None
    single_threshold: float
    single_sensitivity: float
    unanimous: int
    confirmed: int
    better: int
    distinct: int
    contradicted: int
    same: int | None
    judged: bool
    pairs: str
    signature: Signature
    reason: str | None = None

    @property
    def reasons(self) -> dict[str, str]:
        """Why figures are undefined, by their names."""
        reasons = {}
        of = " of different texts" if self.pairs == "different" else ""
        if not self.judged:
            reasons = dict.fromkeys(("reliability", "sensitivity", "gain"), "there are no human scores")
        else:
            if math.isnan(self.reliability):
                none = f"in no judged pair{of} do all measures agree"
                reasons |= dict.fromkeys(("reliability", "gain"), self.reason or none)
            if math.isnan(self.sensitivity):
                none = f"no pair of judged outputs{of} has scores of all measures"
                reasons["sensitivity"] = self.reason or none
        if math.isnan(self.heterogeneity):
            none = "no pair of different outputs, both unlike the references, has all scores"
            reasons["heterogeneity"] = self.reason or none
        return reasons

    @property
    def label(self) -> str:
        """The set as a table of single measures and all of them calls it."""
        return self.measures[0] if len(self.measures) == 1 else f"all {len(self.measures)} together"

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as the JSON output has them; what is undefined is null, with its reason."""
        counts = ("unanimous", "confirmed", "better", "distinct", "contradicted", "same")
        left_out = (*counts, "judged", "pairs", "signature", "reason")
        row = {name: value for name, value in super().to_dict().items() if name not in left_out}
        row["pairs"] = {name: getattr(self, name) for name in counts}
        return row | ({"reasons": self.reasons} if self.reasons else {}) | {"signature": self.signature}


def figures_table(name: str, title: str, sets: Sequence[SetFigures]) -> Table:
    """Return the four figures of each set, and why those are undefined that are."""
    rows = [(figures.label, *(getattr(figures, figure) for figure in _FIGURES)) for figures in sets]
    return Table(name, title, ("measure", *_FIGURES), rows)


def records(sets: Sequence[SetFigures]) -> Table:
    """Return everything about each set, its measures as one text."""
    heads = [field.name for field in fields(SetFigures) if field.name not in ("measures", "judged", "reason")]
    rows = [
        [" ".join(figures.measures), *(getattr(figures, head) for head in heads), _why(figures)] for figures in sets
    ]
    return Table("reliability", "Reliability", ["measures", *heads, "reason"], rows)


def _why(figures: SetFigures) -> str:
    return "; ".join(f"{figure}: {reason}" for figure, reason in figures.reasons.items())


def undefined_figures(measures: tuple[str, ...], judged: bool, signature: Signature, reason: str) -> SetFigures:
    """Return the figures of a set that cannot be had, and why."""
    nan = math.nan
    figures, single, counts = (nan,) * 5, (None, nan, nan), (0,) * 5
    return SetFigures(measures, *figures, *single, *counts, None, judged, "all", signature, reason)


@dataclass(frozen=True, repr=False)
class MeasureAddition(Result):
    """A measure that a set may take in: the figures of the set with it, and by how much heterogeneity grows."""

    measure: str
    increase: float
    figures: SetFigures

    def to_dict(self) -> dict[str, Any]:
        """Return the addition as the JSON output has it; an undefined increase is null."""
        return {"measure": self.measure, "increase": or_null(self.increase), "with": self.figures.to_dict()}


@dataclass(frozen=True, repr=False)
class AdditiveReliability(Result):
    """R({x₁, x₂}) - max(R(x₁), R(x₂)) of every pair of measures; nan where it is undefined.

    positive    pairs of measures where it is above 0, `equal` where it is 0, `undefined` where there is none
    """

    measures: tuple[tuple[str, str], ...]
    differences: tuple[float, ...]
    signature: Signature

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


@dataclass(frozen=True, repr=False, eq=False)
class ThresholdCurve(Result):
    """Reliability and sensitivity of one measure that asks for a score difference of at least a threshold.

    A point for every sensitivity the measure can have, with the highest threshold that has it; thresholds fall.
    """

    measure: str
    thresholds: Array
    reliability: Array
    sensitivity: Array
    signature: Signature
