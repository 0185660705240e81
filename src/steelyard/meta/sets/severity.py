"""Severity (King): a measure is more severe than another if it never scores higher on the same outputs.

Scores are first turned so that more is better and brought to scales that can be compared:

    bounds    (x − worst) / (best − worst) where a measure states both bounds; measures without compare, as they are,
              only with measures of the same bounds and direction, such as one error rate with another
    native    as they are: the caller knows that they can be compared
    observed  (x − lowest) / (highest − lowest) of the outputs at hand

The more severe measure of two never scores higher and sometimes lower; that is a partial order.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.meta.sections import Section
from steelyard.results.account import Account
from steelyard.results.numbers import counted
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Column, Table
from steelyard.scores import Scores, from_statistics
from steelyard.scores.table import ScoreTable
from steelyard.statistics.resampling import TIE
from steelyard.version import VERSION

SCALES = ("bounds", "native", "observed")
Array = NDArray[Any]
_UNBOUNDED = (-math.inf, math.inf)


@dataclass(frozen=True, repr=False)
class SeverityPair(Result):
    """Two measures on the same outputs: on how many the first scores lower, the same, higher.

    scale     what the scores were compared in: "share" (of the bounds, or of what was observed) or "native"
    relation  "more severe" (the first never scores higher, and sometimes lower), "less severe", "equal", "neither", or
              "undefined", for the `reason` given
    """

    first: str
    second: str
    lower: int
    equal: int
    higher: int
    scale: str = ""
    reason: str | None = None

    @property
    def relation(self) -> str:
        """How the first stands to the second."""
        if self.reason is not None:
            return "undefined"
        if self.lower and self.higher:
            return "neither"
        return "more severe" if self.lower else "less severe" if self.higher else "equal"

    @property
    def counts(self) -> tuple[float, float, float]:
        """On how many outputs the first scores lower, the same, higher; nan where that is undefined."""
        return (math.nan,) * 3 if self.reason is not None else (self.lower, self.equal, self.higher)

    def to_dict(self) -> dict[str, Any]:
        """Return the pair as the JSON output has it; counts are null where they are undefined."""
        row = super().to_dict()
        undefined = {"reason": row.pop("reason")} if self.reason is not None else {}
        counts = dict.fromkeys(("lower", "equal", "higher")) if undefined else {}
        return {**row, **counts, "relation": self.relation, **undefined}


@dataclass(frozen=True, repr=False)
class Severity(Result):
    """All pairs of measures, and the steps of the partial order: (more severe, less severe), without what follows.

    n         outputs that count: those for which every measure has a score; `missing` do not
    """

    measures: tuple[str, ...]
    pairs: tuple[SeverityPair, ...]
    steps: tuple[tuple[str, str], ...]
    n: int
    missing: int
    scale: str
    signature: Signature

    def _summary(self) -> str:
        order = ", ".join(" > ".join(step) for step in self.steps) or "no measure is more severe than another"
        return f"{order}; {counted(self.n, 'output')}"

    def to_dict(self) -> dict[str, Any]:
        """Return {"severity": {…}} as the JSON output has it."""
        return {
            "severity": {
                "measures": list(self.measures),
                "n": self.n,
                "missing": self.missing,
                "scale": self.scale,
                "pairs": [pair.to_dict() for pair in self.pairs],
                "steps": [list(step) for step in self.steps],
                "signature": self.signature,
            }
        }

    def account(self) -> Account:
        """Return on how many outputs each measure scores lower, the same, higher than each other, and the order."""
        left_out = f", without {self.missing:,} that lack a score" if self.missing else ""
        title = f"outputs of {self.n:,} on which the first scores lower, the same, higher{left_out}"
        rows = [(p.first, p.second, p.relation, p.scale or "–", *p.counts) for p in self.pairs]
        heads = ("measure", Column("beside", measures=True), "it is", "scale", "lower", "same", "higher")
        steps = [f"{a} is more severe than {b}" for a, b in self.steps] or ["no measure is more severe than another"]
        reasons = dict.fromkeys(f"undefined: {pair.reason}" for pair in self.pairs if pair.reason)
        return Account(
            "Severity of the measures",
            (Table("severity", title, heads, rows),),
            findings=(*steps, *reasons),
            signatures={"severity": self.signature},
            name="severity",
        )


@public
def severity(
    scores: Scores | Mapping[str, Any],
    *,
    scale: str | None = None,
    lower_is_better: Sequence[str] = (),
    bounds: Mapping[str, tuple[float, float]] | None = None,
) -> Severity:
    """Say which of several measures is more severe than which.

    scores           `Scores` at level segment (or any other), or measure → an array of scores, the same outputs in all;
                     nan where there is none
    scale            "bounds", "native" or "observed"; by default bounds for `Scores`, native for arrays
    lower_is_better  for arrays: measures of which the lower score is the better
    bounds           for arrays: measure → lowest and highest possible score
    """
    if isinstance(scores, Scores):
        if lower_is_better or bounds:
            raise SpecError("these scores know direction and bounds of their measures; leave them out")
        columns, downward, limits = _of_scores(scores)
    elif isinstance(scores, Mapping):
        columns, downward = _checked(scores), set(lower_is_better)
        given_limits = _limits(bounds)
        limits = {name: given_limits.get(name, _UNBOUNDED) for name in columns}
        for name in (*lower_is_better, *given_limits):
            if name not in columns:
                raise SpecError(f"there are no scores of {name!r}" + suggestion(name, columns))
    else:
        raise SpecError(f"severity takes Scores, or measure → array, not {type(scores).__name__}")
    scale = scale or ("bounds" if isinstance(scores, Scores) or bounds else "native")
    if scale not in SCALES:
        raise SpecError(f"no scale {scale!r}" + suggestion(scale, SCALES))
    return _severity(columns, downward, limits, scale)


def _limits(bounds: object) -> dict[str, tuple[float, float]]:
    """Return the bounds that were given, checked."""
    try:
        return {name: (float(low), float(high)) for name, (low, high) in dict(cast(Any, bounds) or {}).items()}
    except (TypeError, ValueError):
        raise SpecError("bounds are not possible; expected measure → lowest and highest possible score") from None


def _of_scores(scores: Scores) -> tuple[dict[str, Array], set[str], dict[str, tuple[float, float]]]:
    columns = {
        label: np.array([score.value for score in scores.scores if score.measure == label], float)
        for label in scores.measures
    }
    measures = {statistics.label: statistics.measure for statistics in scores.statistics}
    downward = {label for label, measure in measures.items() if not measure.higher_is_better}
    return _checked(columns), downward, {label: measure.bounds for label, measure in measures.items()}


def _checked(scores: Mapping[str, Any]) -> dict[str, Array]:
    try:
        columns = {str(name): np.asarray(values, float) for name, values in scores.items()}
    except (TypeError, ValueError):
        raise InputError("scores must be arrays of numbers, one per measure; nan where there is none") from None
    if len(columns) < 2:
        raise InputError(f"severity compares measures; {counted(len(columns), 'measure')} given, at least 2 needed")
    shapes = {values.shape for values in columns.values()}
    if len(shapes) > 1:
        described = ", ".join(f"{name} {values.shape}" for name, values in columns.items())
        raise InputError(f"the scores are of different outputs, as their shapes tell: {described}")
    return {name: values.ravel() for name, values in columns.items()}


def _severity(
    columns: dict[str, Array], downward: set[str], limits: dict[str, tuple[float, float]], scale: str
) -> Severity:
    names = tuple(columns)
    whole = np.isfinite(np.array([columns[name] for name in names])).all(axis=0)
    scaled = {name: _scaled(columns[name][whole], name in downward, limits[name], scale) for name in names}
    pairs = tuple(_pair(a, b, scaled[a], scaled[b]) for a, b in combinations(names, 2))
    n, missing = int(whole.sum()), int((~whole).sum())
    signature = Signature.of(
        "severity", scale=scale, outputs=n, missing=missing, ties=f"{TIE:g}", steelyard=VERSION
    )  # fmt: skip
    return Severity(names, pairs, _steps(names, pairs), n, missing, scale, signature)


@dataclass(frozen=True, eq=False)
class _Scaled:
    """Scores of which more is better, and what they can be compared with: scores of the same key, unless None.

    bounded   does the measure state a bound?
    """

    values: Array
    key: object
    bounded: bool = True


def _scaled(values: Array, downward: bool, limits: tuple[float, float], scale: str) -> _Scaled:
    low, high = limits
    if scale == "observed":
        low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
        if low == high:
            return _Scaled(values, None)
    elif scale == "native" or not (math.isfinite(low) and math.isfinite(high)):
        turned = -values if downward else values
        # two measures without any bound have no more in common than their not saying it
        bounded = scale == "native" or limits != _UNBOUNDED
        return _Scaled(turned, "native" if scale == "native" else (limits, downward), bounded)
    share = (values - low) / (high - low)
    return _Scaled(1 - share if downward else share, "share")


def _pair(first: str, second: str, a: _Scaled, b: _Scaled) -> SeverityPair:
    if reason := _incomparable(first, second, a, b):
        return SeverityPair(first, second, 0, 0, 0, reason=reason)
    apart = a.values - b.values
    same = np.abs(apart) <= TIE * np.maximum(1, np.maximum(np.abs(a.values), np.abs(b.values)))
    lower, higher = int(np.sum(~same & (apart < 0))), int(np.sum(~same & (apart > 0)))
    return SeverityPair(first, second, lower, int(same.sum()), higher, "share" if a.key == "share" else "native")


def _incomparable(first: str, second: str, a: _Scaled, b: _Scaled) -> str | None:
    if not len(a.values):
        return "no output has a score by every measure"
    if a.key is None or b.key is None:
        return "all scores of a measure are equal"
    if not (a.bounded and b.bounded):
        return f"the bounds of {second if a.bounded else first} are not known; sy.severity can do without (scale)"
    return None if a.key == b.key else "the two have no scale in common: their bounds differ"


def _steps(names: Sequence[str], pairs: Sequence[SeverityPair]) -> tuple[tuple[str, str], ...]:
    """Return (more severe, less severe) without those that two others imply."""
    above = {(p.first, p.second) for p in pairs if p.relation == "more severe"}
    above |= {(p.second, p.first) for p in pairs if p.relation == "less severe"}
    implied = {(a, c) for a, b in above for other, c in above if b == other}
    return tuple((a, b) for a in names for b in names if (a, b) in above - implied)


def severity_section(table: ScoreTable, **_: object) -> Section:
    """Return which measure never scores the same outputs higher than another."""
    table, left_out = table.with_segments("severity")
    statistics = [column.statistics for column in table.columns if column.statistics is not None]
    if len(statistics) < 2:
        raise SpecError("severity compares measures, and there is one; give two or more")
    severities = severity(from_statistics(statistics, "segment"))
    return replace(severities.account(), notices=left_out), severities.to_dict()["severity"]
