"""A correlation with its interval and its p-value; the function correlation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.checks import as_numbers, check_draws
from steelyard.inference.correlation import check_coefficient, regression
from steelyard.inference.grouping import checked, correlate_outputs, group_values, mean_over_groups
from steelyard.inference.order_codes import ORDINAL, coded_values, order_codes
from steelyard.inference.plain import plain
from steelyard.inference.unit_draws import drawn_cells, drawn_means, per_call
from steelyard.resampling import TIE
from steelyard.statistics import Statistics

Array = NDArray[Any]
#: Scores: one number per point, system × segment, or the statistics of a measure (for grouping "means").
Side = Sequence[float] | Array | Statistics

#: What the bootstrap draws; "both" draws systems and segments, each on their own, and crosses them.
OVER = ("systems", "segments", "both")
# With more than this share of resamples undefined there is no interval.
_MOST_UNDEFINED = 0.05


@dataclass(frozen=True)
class CorrelationEstimate:
    """A coefficient with its percentile interval low … high and its two-sided p.

    n        outputs (or points) with both scores; `missing` lack one
    groups   groups in which the coefficient is defined; it is not in `undefined` others
    test     how p was made: "t" (n - 2 degrees of freedom), "permutation", or "exact permutation" (all there are)
    """

    coefficient: str
    grouping: str
    value: float
    low: float
    high: float
    p: float
    test: str
    n: int
    groups: int
    undefined: int
    missing: int
    signature: str
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the correlation as JSON has it; what is undefined is null, with its reason."""
        return plain(vars(self))


def correlation(
    left: Side,
    right: Sequence[float] | Array,
    coefficient: str = "pearson",
    *,
    grouping: str = "pooled",
    over: str = "systems",
    resamples: int = 1000,
    confidence: float = 0.95,
    test: str | None = None,
    trials: int = 1000,
    seed: int = 12345,
) -> CorrelationEstimate:
    """Correlate two sides, with a bootstrap interval and a p-value.

    A side is a series (one number per point; `over` then draws points), or a matrix system × segment with nan where
    there is no score. With grouping "means" the left side may be the statistics of a measure, whose score of each
    system need not be a mean. Without `test`, p is by Student's t for Pearson's r of one series or of system means,
    else by permutation of the left scores within groups.
    """
    check_coefficient(coefficient)
    check_estimate(over, resamples, confidence, trials, seed)
    points = as_points(left, right, coefficient, grouping)
    found = correlate_outputs(*points, coefficient, "pooled" if grouping == "means" else grouping)
    drawn = drawn_values(left, right, points, coefficient, grouping, over, resamples, seed)
    low, high, reason = bounds(drawn, confidence)
    inner = "pooled" if grouping == "means" else grouping
    p, how = _p(points, found.value, coefficient, inner, test, trials, seed)
    if math.isnan(p):
        reason = "; ".join(filter(None, (reason, f"no p: Student's t needs at least 3 points, there are {found.n}")))
    signature = "|".join([
        *([left.signature()] if isinstance(left, Statistics) else []), f"coefficient:{coefficient}",
        f"grouping:{grouping}", "missing:left out", f"bootstrap:{resamples}", f"over:{over}",
        f"confidence:{confidence:g}", "interval:percentile", f"test:{how}", f"seed:{seed}",
    ])  # fmt: skip
    return CorrelationEstimate(
        coefficient, grouping, found.value, low, high, p, how.split(":")[0], found.n, found.groups, found.undefined,
        found.missing, signature, found.reason or reason,
    )  # fmt: skip


def check_estimate(over: str, resamples: int, confidence: float, trials: int, seed: int) -> None:
    """Raise unless an interval and a p-value can be made so."""
    if over not in OVER:
        raise SpecError(f"unknown over={over!r}" + suggestion(over, OVER))
    check_draws(seed, resamples=resamples, trials=trials)
    if resamples < 2:
        raise SpecError(f"resamples={resamples} is not possible; an interval needs two or more")
    if not 0 < confidence < 1:
        raise SpecError(f"confidence={confidence} is not possible; expected between 0 and 1")


def as_points(left: Side, right: Any, coefficient: str, grouping: str) -> tuple[Array, Array]:
    """Return both sides as matrices, system × segment; a series, or system means, are matrices of one column."""
    y = as_numbers(right)
    if isinstance(left, Statistics):
        if grouping != "means":
            raise SpecError(f"grouping={grouping!r} needs scores of segments; statistics go with 'means'")
        if y.ndim != 2 or y.shape != left.values.shape[:2]:
            raise InputError(
                f"cannot correlate statistics of {left.values.shape[:2]} outputs (system × segment) with {y.shape}"
            )
        x = np.asarray(left.measure.score(left.sums()), float)[:, None]
        return checked(x, mean_over_groups(y)[:, None], coefficient, grouping)
    x = as_numbers(left)
    if x.ndim == 1 and y.ndim == 1:
        if len(x) != len(y) or not len(x):
            raise InputError(
                f"cannot correlate {len(x):,} numbers with {len(y):,}; expected as many on both sides, at least one"
            )
        return checked(x[:, None], y[:, None], coefficient, grouping)
    x, y = checked(x, y, coefficient, grouping)
    return (mean_over_groups(x)[:, None], mean_over_groups(y)[:, None]) if grouping == "means" else (x, y)


def drawn_values(
    left: Side, right: Any, points: tuple[Array, Array], coefficient: str, grouping: str, over: str, resamples: int,
    seed: int, epsilon: float = 0.0,
) -> Array:  # fmt: skip
    """Return the coefficient of every resample; coefficients of pairs may have ties of a width, epsilon."""
    if grouping == "means" and over != "systems":
        means = drawn_means(left, np.asarray(right, float), over, resamples, seed)
        return mean_over_groups(group_values(*means[:2], coefficient, "pooled", means[2], epsilon))
    if points[0].shape[1] == 1 and over != "systems":
        raise SpecError(f"over={over!r} is not possible for one series; its points are drawn: over='systems'")
    inner = "pooled" if grouping == "means" else grouping
    coded = coefficient in ORDINAL and not epsilon
    # what is drawn into a group comes from one group, so that its codes can be compared
    held = [order_codes(side, inner) if coded else side for side in points]
    parts = []
    for first, count in per_call(resamples, points[0].size):
        cells = drawn_cells(points[0].shape, over, seed, first, count)
        x, y = (side.reshape(-1)[cells] for side in held)
        values = (
            coded_values(x, y, coefficient, inner, cells)
            if coded
            else group_values(x, y, coefficient, inner, cells, epsilon)
        )
        parts.append(mean_over_groups(values))
    return np.concatenate(parts)


def bounds(drawn: Array, confidence: float) -> tuple[float, float, str | None]:
    """Return the percentile interval of what is defined, or a reason why there is none."""
    defined = drawn[~np.isnan(drawn)]
    lost = len(drawn) - len(defined)
    if lost > _MOST_UNDEFINED * len(drawn):
        return math.nan, math.nan, f"no interval: the coefficient is undefined in {lost:,} of {len(drawn):,} resamples"
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high), None


def _p(
    points: tuple[Array, Array], value: float, coefficient: str, grouping: str, test: str | None, trials: int, seed: int
) -> tuple[float, str]:
    """Return p and how it was made."""
    by_t = coefficient == "pearson" and grouping == "pooled"
    if test not in (None, "t", "permutation") or (test == "t" and not by_t):
        raise SpecError(f"test={test!r} is not possible; expected 'permutation', or 't' for Pearson's r of one series")
    n = int((~np.isnan(points[0])).sum())
    if by_t and test != "permutation":
        return regression(value, n).p, f"t:{n - 2} degrees of freedom"
    if math.isnan(value):
        return math.nan, "permutation"
    rows = [np.ascontiguousarray(p.reshape(1, -1) if grouping == "pooled" else p) for p in points]
    rows = [r.T.copy() for r in rows] if grouping == "item" else rows
    if grouping == "pooled":
        there = ~np.isnan(rows[0][0])
        rows = [r[:, there] for r in rows]
        if n < 12 and math.factorial(n) <= trials:
            every = np.array(list(itertools.permutations(range(n))))
            values = _permuted(rows, [every[:, None, :]], coefficient)
            return two_sided(values, value, 0), f"exact permutation:{len(every)}"
    values = _permuted(rows, orders_within(rows[0], trials, seed), coefficient)
    return two_sided(values, value, 1), f"permutation:{trials} trials"


def orders_within(rows: Array, trials: int, seed: int) -> Iterator[Array]:
    """Yield trial × row × point: where each point's left score comes from; a missing one keeps its place."""
    groups, size = rows.shape
    missing = np.isnan(rows)
    place = np.argsort(np.argsort(missing, axis=1, kind="stable"), axis=1)
    for first, count in per_call(trials, rows.size):
        orders = _core.random_orders(size, seed, first * groups, count * groups).reshape(count, groups, size)
        if missing.any():
            late = np.take_along_axis(np.broadcast_to(missing, orders.shape), orders, axis=2)
            orders = np.take_along_axis(orders, np.argsort(late, axis=2, kind="stable"), axis=2)
            orders = np.take_along_axis(orders, np.broadcast_to(place, orders.shape), axis=2)
        yield orders


def _permuted(rows: Sequence[Array], orders: Any, coefficient: str) -> Array:
    coded = coefficient in ORDINAL
    left, right = (order_codes(side, "system") if coded else side for side in rows)
    values = coded_values if coded else group_values
    parts = []
    for order in orders:
        x = np.take_along_axis(np.broadcast_to(left, order.shape), order, axis=2)
        parts.append(mean_over_groups(values(x, np.broadcast_to(right, order.shape), coefficient, "system")))
    return np.concatenate(parts)


def two_sided(values: Array, value: float, one: int) -> float:
    """Return twice the smaller tail; `one` adds the observed order to those drawn."""
    tie = TIE * max(1.0, abs(value))
    tails = [int((~(side < -tie)).sum()) for side in (values - value, value - values)]
    return float(min(1.0, 2 * (min(tails) + one) / (len(values) + one)))
