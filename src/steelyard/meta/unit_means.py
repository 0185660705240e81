"""Shares and means over segments with bootstrap intervals, whose units are segments or a facet's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion
from steelyard.measures.base import ratio
from steelyard.resampling import percentile_interval, resampled
from steelyard.scores import Intervals

Array = NDArray[Any]


def share_of(sums: Array) -> Array:
    """Return the first of two fields over the second, nan where that is 0."""
    return ratio(sums[..., 0], sums[..., 1])


def shares(
    parts: Array, wholes: Array, intervals: Intervals, facets: Mapping[str, tuple[str, ...]]
) -> tuple[Array, Array, Array]:
    """Return for each series (rows of series × segment) sum of parts / sum of wholes, and its interval's bounds."""
    rows = np.stack(np.broadcast_arrays(parts, wholes), axis=-1).astype(float)
    units = np.ascontiguousarray(_grouped(rows, intervals.unit, facets))
    drawn = resampled(units, share_of, intervals.resamples, intervals.seed)
    return share_of(rows.sum(axis=1)), *percentile_interval(drawn, intervals.confidence)


def means(values: Array, intervals: Intervals, facets: Mapping[str, tuple[str, ...]]) -> tuple[Array, Array, Array]:
    """Return for each series (rows of series × segment) the mean of what is not nan, and its interval's bounds."""
    there = ~np.isnan(values)
    return shares(np.where(there, values, 0.0), there, intervals, facets)


def chosen_intervals(asked: Intervals | None, facets: Mapping[str, tuple[str, ...]]) -> Intervals:
    """Return how intervals are made, as asked for or as is usual, or raise if these units cannot be drawn."""
    if asked is not None and not isinstance(asked, Intervals):
        raise SpecError(f"intervals={asked!r} is not possible; expected Intervals(...)")
    made = asked or Intervals()
    _check_unit(made.unit, facets)
    return made


def _check_unit(unit: str, facets: Mapping[str, tuple[str, ...]]) -> None:
    if unit != "segment" and unit not in facets:
        raise SpecError(f"there is no facet {unit!r} to draw" + suggestion(unit, ["segment", *facets]))


def _grouped(rows: Array, unit: str, facets: Mapping[str, tuple[str, ...]]) -> Array:
    if unit == "segment":
        return rows
    number = {name: n for n, name in enumerate(dict.fromkeys(facets[unit]))}
    index = np.array([number[value] for value in facets[unit]])
    sums = np.zeros((len(rows), len(number), rows.shape[2]))
    for series, one in zip(sums, rows, strict=True):
        np.add.at(series, index, one)
    return sums
