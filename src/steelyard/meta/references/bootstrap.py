"""Shares and means over segments with bootstrap intervals, whose units are segments or a facet's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws
from steelyard.errors import SpecError, suggestion
from steelyard.measures.kinds.base import ratio
from steelyard.statistics.resampling import percentile_interval, resampled

Array = NDArray[Any]


def share_of(sums: Array) -> Array:
    """Return the first of two fields over the second, nan where that is 0."""
    return ratio(sums[..., 0], sums[..., 1])


def shares(
    parts: Array, wholes: Array, draws: Draws, facets: Mapping[str, tuple[str, ...]]
) -> tuple[Array, Array, Array]:
    """Return for each series (rows of series × segment) sum of parts / sum of wholes, and its interval's bounds."""
    rows = np.stack(np.broadcast_arrays(parts, wholes), axis=-1).astype(float)
    units = np.ascontiguousarray(_grouped(rows, draws.unit, facets))
    drawn = resampled(units, share_of, draws.resamples, draws.seed)
    return share_of(rows.sum(axis=1)), *percentile_interval(drawn, draws.confidence)


def means(values: Array, draws: Draws, facets: Mapping[str, tuple[str, ...]]) -> tuple[Array, Array, Array]:
    """Return for each series (rows of series × segment) the mean of what is not nan, and its interval's bounds."""
    there = ~np.isnan(values)
    return shares(np.where(there, values, 0.0), there, draws, facets)


def check_unit(draws: Draws, facets: Mapping[str, tuple[str, ...]]) -> None:
    """Raise unless these are draws, of units that there are and for percentile intervals."""
    if not isinstance(draws, Draws):
        raise SpecError(f"draws={draws!r} is not possible; expected Draws(...)")
    draws.check_percentile("shares of references")
    if draws.unit != "segment" and draws.unit not in facets:
        raise SpecError(f"there is no facet {draws.unit!r} to draw" + suggestion(draws.unit, ["segment", *facets]))


def _grouped(rows: Array, unit: str, facets: Mapping[str, tuple[str, ...]]) -> Array:
    if unit == "segment":
        return rows
    number = {name: n for n, name in enumerate(dict.fromkeys(facets[unit]))}
    index = np.array([number[value] for value in facets[unit]])
    sums = np.zeros((len(rows), len(number), rows.shape[2]))
    for group_sums, series in zip(sums, rows, strict=True):
        np.add.at(group_sums, index, series)
    return sums
