"""Tie calibration: how close two scores of a measure must be to count as a tie (Deutsch, Foster & Freitag 2023).

People often give two outputs the same score, and a measure hardly ever does. So that it is not punished for that, two
of its scores no further apart than epsilon are taken for equal, and epsilon is the one with which pairwise accuracy
(acc_eq), or τ-eq, is highest: one epsilon for all groups. Of several that are best the smallest is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.draws import Draws
from steelyard.errors import SpecError
from steelyard.inference.correlation.coefficient import COEFFICIENTS, coefficient_of
from steelyard.inference.correlation.estimate import (
    DRAWS,
    CorrelationEstimate,
    Side,
    as_points,
    bounds,
    check_over,
    drawn_values,
    orders_within,
    two_sided,
)
from steelyard.inference.correlation.grouping import group_rows, group_values, known_rows, mean_over_groups
from steelyard.results.estimate import Estimate
from steelyard.results.result import Result

Array = NDArray[Any]

#: More pairs than these are not calibrated: their differences would not fit into memory.
MOST_PAIRS = 50_000_000
# A permutation test weighs all pairs again in every trial; it is not made where that would take minutes.
_MOST_PAIRS_IN_TRIALS = 200_000_000
_PAIRS_AT_ONCE = 1 << 20
# Weights of groups are whole numbers as long as their sums are exact.
_MOST_WEIGHT = 1 << 40


@dataclass(frozen=True, repr=False, kw_only=True)
class Calibration(Estimate):
    """A coefficient with the epsilon that makes it highest.

    value    mean over the groups that have pairs
    groups   how many these are; `undefined` groups have none
    pairs    of all groups
    tied     share of these pairs that are ties with this epsilon
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "coefficient", "grouping", "value", "epsilon", "groups", "undefined", "pairs", "n", "missing", "tied",
        "reason",
    )  # fmt: skip

    coefficient: str
    grouping: str
    epsilon: float
    groups: int
    undefined: int
    pairs: int
    n: int
    missing: int
    tied: float


def calibrate(left: Side, right: Any, coefficient: str = "accuracy", grouping: str = "pooled") -> Calibration:
    """Choose the epsilon for ties of the left side that makes a coefficient highest; sides are as in `correlation`.

    The candidates are 0 and all differences of two left scores of a group. O(P log P) for P pairs.

    >>> found = calibrate([[1.0, 1.1, 2.0]], [[3, 3, 5]])
    >>> round(found.epsilon, 6), found.value
    (0.1, 1.0)
    """
    x, y = _checked_points(left, right, coefficient, grouping)
    rows = _rows(x, y, grouping)
    pairs = _pairs_of(rows[0])
    there = ~np.isnan(x)
    all_pairs, groups = int(pairs.sum()), int((pairs > 0).sum())
    common: dict[str, Any] = {
        "coefficient": coefficient, "grouping": grouping, "groups": groups, "undefined": len(pairs) - groups,
        "pairs": all_pairs, "n": int(there.sum()), "missing": int((~there).sum()),
    }  # fmt: skip
    reason = None
    if not groups:
        reason = "no group has two outputs with both scores"
    elif all_pairs > MOST_PAIRS:
        reason = f"{all_pairs:,} pairs are more than are calibrated ({MOST_PAIRS:,}); calibrate within items or systems"
    if reason:
        return Calibration(**common, value=math.nan, epsilon=math.nan, tied=math.nan, reason=reason)
    epsilon = _best_epsilon(*rows, pairs)
    inner = "pooled" if grouping == "means" else grouping
    value = mean_over_groups(group_values(x[None], y[None], coefficient, inner, None, epsilon))
    tied = 1 - _apart(rows[0], epsilon) / all_pairs
    return Calibration(**common, value=float(value[0]), epsilon=epsilon, tied=tied)


@dataclass(frozen=True, repr=False)
class CalibratedEstimate(Result):
    """A calibrated coefficient with its interval and p, the epsilon, and the share of pairs that it ties."""

    estimate: CorrelationEstimate
    epsilon: float
    tied: float


def calibrated_correlation(
    left: Side,
    right: Any,
    coefficient: str = "accuracy",
    *,
    grouping: str = "pooled",
    over: str = "systems",
    draws: Draws = DRAWS,
) -> CalibratedEstimate:
    """Calibrate a coefficient, with a percentile interval of the bootstrap and a p-value.

    The interval holds epsilon at the value found. p is by permutation of the right side within groups, and there
    epsilon is chosen anew in every trial, since chance would be given the best as well.
    """
    draws.check_percentile("correlations")
    check_over(over)
    calibration = calibrate(left, right, coefficient, grouping)
    low = high = p = math.nan
    reason, how = calibration.reason, "permutation"
    if reason is None:
        points = as_points(left, right, coefficient, grouping)
        drawn = drawn_values(left, right, points, coefficient, grouping, over, draws, calibration.epsilon)
        low, high, no_interval = bounds(drawn, draws.confidence)
        p, how, no_p = _p(points, calibration, draws.trials, draws.seed)
        reason = "; ".join(filter(None, (no_interval, no_p))) or None
    signature = coefficient_of(coefficient).signature().joined(
        epsilon=f"{calibration.epsilon:.6g}", calibrated="here", grouping=grouping, missing="left out",
        bootstrap=draws.resamples, over=over, confidence=f"{draws.confidence:g}",
        interval="percentile, epsilon held", test=how, seed=draws.seed,
    )  # fmt: skip
    return CalibratedEstimate(
        CorrelationEstimate(
            coefficient=coefficient, grouping=grouping, value=calibration.value, low=low, high=high, p=p,
            test=how.split(":")[0], n=calibration.n, groups=calibration.groups, undefined=calibration.undefined,
            missing=calibration.missing, signature=signature, reason=reason,
        ),
        calibration.epsilon, calibration.tied,
    )  # fmt: skip


def _checked_points(left: Side, right: Any, coefficient: str, grouping: str) -> tuple[Array, Array]:
    if not coefficient_of(coefficient).calibrated:
        others = " or ".join(name for name in COEFFICIENTS.own() if coefficient_of(name).calibrated)
        raise SpecError(f"{coefficient} has no ties to calibrate; choose {others}")
    return as_points(left, right, coefficient, grouping)


def _rows(x: Array, y: Array, grouping: str) -> tuple[Array, Array]:
    inner = "pooled" if grouping == "means" else grouping
    left, right = known_rows(*(group_rows(side[None], inner)[0] for side in (x, y)))
    return left, right


def _pairs_of(rows: Array) -> Array:
    count = (~np.isnan(rows)).sum(axis=1)
    return np.asarray(count * (count - 1) // 2)


def _best_epsilon(left: Array, right: Array, pairs: Array) -> float:
    """Return the smallest epsilon with the highest mean share of right pairs.

    A pair that becomes a tie is won if people tie it, and lost if it was concordant; others do not matter.
    """
    weights = _weights(pairs)
    won, lost = [], []
    for n in np.flatnonzero(pairs):
        there = ~np.isnan(left[n])
        for distance, gain in _differences(left[n, there], right[n, there]):
            won.append((distance[gain > 0], weights[n]))
            lost.append((distance[gain < 0], weights[n]))
    up, up_sums = _accumulated(won)
    down, down_sums = _accumulated(lost)
    if not len(up):
        return 0.0
    last = np.append(up[1:] != up[:-1], True)
    candidates = up[last]
    gains = up_sums[1:][last] - down_sums[np.searchsorted(down, candidates, "right")]
    best = gains.max()
    # sums of shares that are no whole numbers are equal up to rounding
    slack = 0 if gains.dtype.kind == "i" else 1e-12
    return float(candidates[np.argmax(gains >= best - slack)]) if best > slack else 0.0


def _apart(left: Array, epsilon: float) -> int:
    """Return how many pairs of a row are further apart than epsilon."""
    rows = (row[~np.isnan(row)] for row in left)
    return sum(int((distance > epsilon).sum()) for row in rows if len(row) for distance, _ in _differences(row, row))


def _weights(pairs: Array) -> Array:
    """Return what a pair of each group counts: 1 / pairs of the group, in whole numbers if these are exact."""
    counts = [int(count) for count in pairs if count]
    whole = math.lcm(*set(counts))
    if whole > _MOST_WEIGHT or whole * len(counts) > 1 << 62:
        return np.divide(1.0, pairs, out=np.zeros(len(pairs)), where=pairs > 0)
    return np.asarray(np.where(pairs > 0, whole // np.maximum(pairs, 1), 0), np.int64) // math.gcd(
        *(whole // count for count in counts)
    )


def _differences(x: Array, y: Array) -> Iterator[tuple[Array, Array]]:
    """Yield distances of the left scores of pairs that are no ties yet, and what a tie would gain: 1, 0 or -1."""
    step = max(1, _PAIRS_AT_ONCE // len(x))
    for start in range(0, len(x), step):
        rows = np.arange(start, min(start + step, len(x)))
        later = np.arange(len(x)) > rows[:, None]
        left, right = ((side[rows][:, None] - side)[later] for side in (x, y))
        gain = (right == 0).astype(np.int8) - ((left > 0) == (right > 0)) * (right != 0)
        apart = left != 0
        yield np.abs(left[apart]), gain[apart]


def _accumulated(parts: list[tuple[Array, Any]]) -> tuple[Array, Array]:
    """Return distances in order, and sums of the weights of the first 0, 1, 2 … of them."""
    distances = np.concatenate([distance for distance, _ in parts]) if parts else np.zeros(0)
    weights = [weight for _, weight in parts]
    if len(set(weights)) <= 1:
        return _core.ascending(distances), np.arange(len(distances) + 1) * (weights[0] if weights else 1)
    every = np.repeat(np.array(weights), [len(distance) for distance, _ in parts])
    order = _core.ascending_places(distances)
    return distances[order], np.concatenate([np.zeros(1, every.dtype), np.cumsum(every[order])])


def _p(points: tuple[Array, Array], calibration: Calibration, trials: int, seed: int) -> tuple[float, str, str | None]:
    """Return p, how it was made, and why there is none."""
    if calibration.pairs * trials > _MOST_PAIRS_IN_TRIALS:
        reason = f"no p: {calibration.pairs:,} pairs in {trials:,} trials take too long; make fewer, or smaller groups"
        return math.nan, "none", reason
    left, right = _rows(*points, calibration.grouping)
    pairs = _pairs_of(left)
    left, right, pairs = (by_group[pairs > 0] for by_group in (left, right, pairs))
    chance = _Permuted(left, pairs)
    values = np.concatenate([
        [chance.best(np.take_along_axis(right, order, axis=1)) for order in orders]
        for orders in orders_within(right, trials, seed)
    ])  # fmt: skip
    values = 2 * values - 1 if calibration.coefficient == "kendall-eq" else values
    return two_sided(values, calibration.value, 1), f"permutation:{trials} trials, epsilon chosen in each", None


class _Permuted:
    """The best accuracy of one left side with many right sides: its differences are put in order once."""

    def __init__(self, left: Array, pairs: Array) -> None:
        shares = np.divide(1.0, pairs, out=np.zeros(len(pairs)), where=pairs > 0) / max(1, int((pairs > 0).sum()))
        first, second = (np.concatenate(side) for side in zip(*_places_of_pairs(left), strict=True))
        flat = left.reshape(-1)
        distance = flat[first] - flat[second]
        order = _core.ascending_places(np.abs(distance))
        self._sign = np.sign(distance[order])
        self._first, self._second = first[order], second[order]
        self._share = shares[self._first // left.shape[1]]
        ordered = np.abs(distance[order])
        self._last = np.append(ordered[1:] != ordered[:-1], True)

    def best(self, right: Array) -> float:
        flat = right.reshape(-1)
        sign = np.sign(flat[self._first] - flat[self._second])
        tied = self._share * (sign == 0)
        kept = self._share * ((sign == self._sign) & (sign != 0))
        # ties of the measure as it is are among the first, and gain nothing by a width
        start = kept.sum() + tied[self._sign == 0].sum()
        gains = np.cumsum((tied - kept) * (self._sign != 0))[self._last]
        return float(start + max(0.0, gains.max(initial=0.0)))


def _places_of_pairs(rows: Array) -> Iterator[tuple[Array, Array]]:
    """Yield for each row where, in all rows one after the other, the two points of its pairs are."""
    for n, row in enumerate(rows):
        there = np.flatnonzero(~np.isnan(row)) + n * rows.shape[1]
        first, second = np.triu_indices(len(there), 1)
        yield there[first], there[second]
