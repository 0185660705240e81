"""Bootstrap draws of systems, segments or both from a matrix of outputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.measures.kinds.base import ratio
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import bootstrap, resampled

Array = NDArray[Any]

_NUMBERS_PER_CALL = 1 << 21
# Systems are drawn by a stream of their own, so that crossed draws are independent.
_SYSTEMS = 0x5EED_0F_5757E35


def per_call(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield (first, how many) such that no part has too many numbers, each of the `count` having `size`.

    Between the parts, work on a thread sees that it is to stop.
    """
    step = max(1, _NUMBERS_PER_CALL // max(size, 1))
    for first in range(0, count, step):
        _core.look()
        yield first, min(step, count - first)


def drawn_systems(systems: int, seed: int, first: int, count: int) -> Array:
    """Return resample × system: systems drawn with replacement, as many as there are."""
    return _core.drawn_units(systems, seed ^ _SYSTEMS, first, count)


def drawn_segments(segments: int, seed: int, first: int, count: int) -> Array:
    """Return resample × segment: segments drawn with replacement, as many as there are."""
    return _core.drawn_units(segments, seed, first, count)


def drawn_cells(shape: tuple[int, ...], over: str, seed: int, first: int, count: int) -> Array:
    """Return resample × system × segment: the numbers of the drawn outputs in a matrix of that shape."""
    systems, segments = shape
    rows = np.broadcast_to(np.arange(systems), (count, systems))
    columns = np.broadcast_to(np.arange(segments), (count, segments))
    if over in ("systems", "both"):
        rows = drawn_systems(systems, seed, first, count)
    if over in ("segments", "both"):
        columns = drawn_segments(segments, seed, first, count)
    return np.asarray(rows[:, :, None] * segments + columns[:, None, :])


def drawn_means(left: Any, right: Array, over: str, resamples: int, seed: int) -> tuple[Array, Array, Array]:
    """Return resample × system × 1, twice: both sides' system scores over the same drawn segments; and their names."""
    x = bootstrap(left, resamples, seed) if isinstance(left, Statistics) else _means(left, right, resamples, seed)
    y = _means(right, left, resamples, seed)
    systems = np.broadcast_to(np.arange(x.shape[1]), x.shape)
    if over == "both":
        systems = drawn_systems(x.shape[1], seed, 0, resamples)
        x, y = np.take_along_axis(x, systems, axis=1), np.take_along_axis(y, systems, axis=1)
    return x[:, :, None], y[:, :, None], systems[:, :, None]


def _means(scores: Any, other: Any, resamples: int, seed: int) -> Array:
    """Return resample × system means of the drawn segments that have both scores."""
    values = np.asarray(scores, float)
    there = ~np.isnan(values) if isinstance(other, Statistics) else ~np.isnan(values + np.asarray(other, float))
    rows = np.stack([np.where(there, values, 0.0), there.astype(float)], axis=-1)
    return resampled(np.ascontiguousarray(rows), lambda sums: ratio(sums[..., 0], sums[..., 1]), resamples, seed)
