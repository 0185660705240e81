"""Resampling: weights over segments (or documents) times statistics; nothing is ever scored again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.statistics import Statistics

_PER_CALL = 50


def bootstrap(
    statistics: Statistics, resamples: int, seed: int, unit: str = "segment", threads: int = 1
) -> NDArray[Any]:
    """Return resample × system scores: units drawn with replacement, the same draws for all systems.

    The k-th draw of resample b depends on (seed, b, k) only: not on threads, chunks or the platform.
    """
    rows = statistics.values if unit == "segment" else statistics.group(unit)[1]
    rows = np.ascontiguousarray(rows)
    starts = range(0, resamples, _PER_CALL)

    def part(first: int) -> NDArray[Any]:
        return statistics.measure.score(_core.bootstrap_sums(rows, seed, first, min(_PER_CALL, resamples - first)))

    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate(list(pool.map(part, starts)))


def percentile_interval(scores: NDArray[Any], confidence: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the bounds of the central `confidence` share of resampled scores (axis 0); nan if any is undefined."""
    low, high = np.quantile(scores, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return low, high
