"""Partitioned correlation: both scores averaged within random groups of items, then correlated (Dorr et al. 2005)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.arguments import public
from steelyard.corpus.given import listed
from steelyard.draws import check_counts, check_seed
from steelyard.errors import SpecError
from steelyard.inference.correlation.coefficient import Coefficient, GivenCoefficient, coefficient_of
from steelyard.inference.correlation.correlation import two_series
from steelyard.inference.correlation.unit_draws import per_call
from steelyard.results.estimate import Estimate
from steelyard.results.figure import Axis, Figure

Array = NDArray[Any]

_FEWEST_POINTS = 3


@dataclass(frozen=True, repr=False, kw_only=True)
class PartitionedCorrelation(Estimate):
    """The correlation of group means over random partitions of n items into groups of one size.

    points     groups of a partition; `left_out` items, others each time, do not fill a group
    minimum … maximum   the box plot over partitions; the box is first … third quartile
    undefined  partitions in which the coefficient is undefined; they are not in the mean
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "size", "points", "left_out", "mean", "minimum", "first_quartile", "median", "third_quartile",
        "maximum", "partitions", "undefined", "n", "missing", "signature", "reason",
    )  # fmt: skip

    size: int
    points: int
    left_out: int
    minimum: float
    first_quartile: float
    median: float
    third_quartile: float
    maximum: float
    partitions: int
    undefined: int
    n: int
    missing: int

    @property
    def mean(self) -> float:
        """The value: the mean over partitions."""
        return self.value


@public
def partitioned_correlation(
    left: Sequence[float] | Array,
    right: Sequence[float] | Array,
    sizes: Sequence[int] = (1, 2, 4),
    *,
    coefficient: GivenCoefficient = "pearson",
    partitions: int = 10_000,
    seed: int = 12345,
) -> tuple[PartitionedCorrelation, ...]:
    """Correlate means over random groups of items, for groups of each size; items with a nan are left out.

    Averaging softens outliers; with independent items the mean hardly changes, and the spread grows: there are fewer
    points.
    """
    chosen = coefficient_of(coefficient)
    x, y = two_series(left, right)
    check_counts(partitions=partitions)
    check_seed(seed)
    there = ~np.isnan(x + y)
    x, y = x[there], y[there]
    sizes = listed(sizes, "sizes", "a list of whole numbers")
    for size in sizes:
        if not isinstance(size, int) or size < 1 or len(x) // size < _FEWEST_POINTS:
            raise SpecError(
                f"groups of {size} are not possible with {len(x)} items; a correlation of {_FEWEST_POINTS} points or "
                f"more needs sizes from 1 to {len(x) // _FEWEST_POINTS}"
            )
    missing = int((~there).sum())
    return tuple(_of_size(x, y, size, chosen, partitions, seed, missing) for size in sizes)


def _of_size(
    x: Array, y: Array, size: int, coefficient: Coefficient, partitions: int, seed: int, missing: int
) -> PartitionedCorrelation:
    points = len(x) // size
    # groups of one item are the items themselves, in any partition
    count = 1 if size == 1 else partitions
    parts = []
    for first, some in per_call(count, len(x)):
        orders = _core.random_orders(len(x), seed, first, some)[:, : points * size]
        means = [side[orders].reshape(some, points, size).mean(axis=2) for side in (x, y)]
        parts.append(coefficient.checked(coefficient.values(*means), some))
    values = np.concatenate(parts)
    defined = values[~np.isnan(values)]
    undefined = (len(values) - len(defined)) * (partitions // count)
    box = np.quantile(defined, [0, 0.25, 0.5, 0.75, 1]) if len(defined) else np.full(5, np.nan)
    minimum, first_quartile, median, third_quartile, maximum = map(float, box)
    grouped = {"groups of": size, "partitions": partitions, "means": "both sides", "missing": "left out", "seed": seed}
    signature = coefficient.signature().joined(**grouped)
    reason = (
        None
        if len(defined)
        else "the coefficient is undefined in every partition: the scores of one side are all the same"
    )
    mean = float(defined.mean()) if len(defined) else math.nan
    return PartitionedCorrelation(
        size=size, points=points, left_out=len(x) - points * size, value=mean, minimum=minimum,
        first_quartile=first_quartile, median=median, third_quartile=third_quartile, maximum=maximum,
        partitions=partitions, undefined=undefined, n=len(x), missing=missing, signature=signature, reason=reason,
    )  # fmt: skip


def partitions_figure(
    partitions: Sequence[PartitionedCorrelation], title: str = "Correlation over partitions"
) -> Figure:
    """Return a box for each size of groups: first to third quartile with the median, whiskers to the extremes."""
    return Figure(
        "partitions", title, "boxes", tuple(part.to_dict() for part in partitions if not math.isnan(part.mean)),
        Axis("size", "items in a group", ordinal=True), Axis("mean", "correlation"), low="first_quartile",
        high="third_quartile", middle="median", ends=("minimum", "maximum"),
    )  # fmt: skip
