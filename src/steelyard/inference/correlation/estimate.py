"""A correlation with its interval and its p-value; the function correlation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.arguments import public
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.checks import as_numbers
from steelyard.inference.correlation.coefficient import GivenCoefficient, coefficient_of
from steelyard.inference.correlation.correlation import regression
from steelyard.inference.correlation.grouping import checked, correlate_outputs, group_values, mean_over_groups
from steelyard.inference.correlation.order_codes import coded_values, has_codes, order_codes
from steelyard.inference.correlation.unit_draws import drawn_cells, drawn_means, per_call
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import TIE

Array = NDArray[Any]
#: Scores: one number per point, system × segment, or the statistics of a measure (for grouping "means").
Side = Sequence[float] | Array | Statistics

#: What the bootstrap draws; "both" draws systems and segments, each on their own, and crosses them.
OVER = ("systems", "segments", "both")
#: Permutations of all pairs take longer than exchanges, so there are fewer than elsewhere.
DRAWS = Draws(trials=1000)
# With more than this share of resamples undefined there is no interval.
_MOST_UNDEFINED = 0.05


@dataclass(frozen=True, repr=False, kw_only=True)
class CorrelationEstimate(IntervalEstimate):
    """A coefficient with its percentile interval low … high and its two-sided p.

    n        outputs (or points) with both scores; `missing` lack one
    groups   groups in which the coefficient is defined; it is not in `undefined` others
    test     how p was made: "t" (n - 2 degrees of freedom), "permutation", or "exact permutation" (all there are)
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "coefficient", "grouping", "value", "low", "high", "p", "test", "n", "groups", "undefined", "missing",
        "signature", "reason",
    )  # fmt: skip

    coefficient: str
    grouping: str
    p: float
    test: str
    n: int
    groups: int
    undefined: int
    missing: int


@public
def correlation(
    left: Side,
    right: Sequence[float] | Array,
    coefficient: GivenCoefficient = "pearson",
    *,
    grouping: str = "pooled",
    over: str = "systems",
    test: str | None = None,
    draws: Draws = DRAWS,
) -> CorrelationEstimate:
    """Correlate two sides, with a percentile interval of the bootstrap and a p-value.

    A side is a series (one number per point; `over` then draws points), or a matrix system × segment with nan where
    there is no score. With grouping "means" the left side may be the statistics of a measure, whose score of each
    system need not be a mean. Without `test`, p is by Student's t for Pearson's r of one series or of system means,
    else by permutation of the left scores within groups.
    """
    draws.check_percentile("correlations")
    chosen = coefficient_of(coefficient)
    check_over(over)
    points = as_points(left, right, coefficient, grouping)
    inner = "pooled" if grouping == "means" else grouping
    grouped = correlate_outputs(*points, coefficient, inner)
    low, high, reason = bounds(drawn_values(left, right, points, coefficient, grouping, over, draws), draws.confidence)
    p, how = _p(points, grouped.value, coefficient, inner, test, draws)
    if math.isnan(p):
        reason = "; ".join(filter(None, (reason, f"no p: Student's t needs at least 3 points, there are {grouped.n}")))
    signature = Signature.of(
        left.signature() if isinstance(left, Statistics) else "", chosen.signature(), grouping=grouping,
        missing="left out", bootstrap=draws.resamples, over=over, confidence=f"{draws.confidence:g}",
        interval="percentile", test=how, seed=draws.seed,
    )  # fmt: skip
    return CorrelationEstimate(
        coefficient=chosen.name, grouping=grouping, value=grouped.value, low=low, high=high, p=p,
        test=how.split(":")[0], n=grouped.n, groups=grouped.groups, undefined=grouped.undefined,
        missing=grouped.missing, signature=signature, reason=grouped.reason or reason,
    )  # fmt: skip


def check_over(over: str) -> None:
    """Raise unless such units can be drawn."""
    if over not in OVER:
        raise SpecError(f"unknown over={over!r}" + suggestion(over, OVER))


def as_points(left: Side, right: Any, coefficient: GivenCoefficient, grouping: str) -> tuple[Array, Array]:
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
    left: Side, right: Any, points: tuple[Array, Array], coefficient: GivenCoefficient, grouping: str, over: str,
    draws: Draws, epsilon: float = 0.0,
) -> Array:  # fmt: skip
    """Return the coefficient of every resample; coefficients of pairs may have ties of a width, epsilon."""
    if grouping == "means" and over != "systems":
        means = drawn_means(left, np.asarray(right, float), over, draws.resamples, draws.seed)
        return mean_over_groups(group_values(*means[:2], coefficient, "pooled", means[2], epsilon))
    if points[0].shape[1] == 1 and over != "systems":
        raise SpecError(f"over={over!r} is not possible for one series; its points are drawn: over='systems'")
    inner = "pooled" if grouping == "means" else grouping
    coded = has_codes(coefficient) and not epsilon
    # what is drawn into a group comes from one group, so that its codes can be compared
    sides = [order_codes(side, inner) if coded else side for side in points]
    parts = []
    for first, count in per_call(draws.resamples, points[0].size):
        cells = drawn_cells(points[0].shape, over, draws.seed, first, count)
        x, y = (side.reshape(-1)[cells] for side in sides)
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
    points: tuple[Array, Array],
    value: float,
    coefficient: GivenCoefficient,
    grouping: str,
    test: str | None,
    draws: Draws,
) -> tuple[float, str]:
    """Return p and how it was made."""
    by_t = coefficient_of(coefficient).student and grouping == "pooled"
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
        if n < 12 and math.factorial(n) <= draws.trials:
            every = np.array(list(itertools.permutations(range(n))))
            values = _permuted(rows, [every[:, None, :]], coefficient)
            return two_sided(values, value, 0), f"exact permutation:{len(every)}"
    values = _permuted(rows, orders_within(rows[0], draws.trials, draws.seed), coefficient)
    return two_sided(values, value, 1), f"permutation:{draws.trials} trials"


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


def _permuted(rows: Sequence[Array], orders: Any, coefficient: GivenCoefficient) -> Array:
    coded = has_codes(coefficient)
    left, right = (order_codes(side, "system") if coded else side for side in rows)
    values = coded_values if coded else group_values
    parts = []
    for order in orders:
        x = np.take_along_axis(np.broadcast_to(left, order.shape), order, axis=2)
        parts.append(mean_over_groups(values(x, np.broadcast_to(right, order.shape), coefficient, "system")))
    return np.concatenate(parts)


def two_sided(values: Array, value: float, observed: int) -> float:
    """Return twice the smaller tail; `observed` adds the observed order to those drawn."""
    tie = TIE * max(1.0, abs(value))
    tails = [int((~(side < -tie)).sum()) for side in (values - value, value - values)]
    return float(min(1.0, 2 * (min(tails) + observed) / (len(values) + observed)))
