"""Resampling: weights over units (segments, documents, any facet) times statistics; nothing is ever scored again.

Every draw depends on (seed, number of the resample, number of the draw) only: not on threads, chunks or the platform.
All systems and all measures of a run see the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.statistics import Statistics

Array = NDArray[Any]

_PER_CALL = 50
_TRIALS_PER_CALL = 500
#: Two differences of scores count as equal if they differ by no more than this share of the larger.
TIE = 1e-9


@dataclass(frozen=True, eq=False)
class Randomised:
    """How often a random exchange of two systems' units gave at least the observed difference.

    pairs      [pair, 2]: the systems a and b
    observed   score of a minus score of b, per pair
    exceeding  trials with a difference at least as large, either way, per pair
    trials     how many there were; if exact, all there are, the observed one among them
    """

    pairs: Array
    observed: Array
    exceeding: Array
    trials: int
    exact: bool

    def p(self) -> Array:
        """Return (c + 1) / (R + 1) per pair, or c / R over all exchanges; nan where a difference is undefined."""
        share = self.exceeding / self.trials if self.exact else (self.exceeding + 1) / (self.trials + 1)
        return np.where(np.isnan(self.observed), np.nan, share)


def unit_rows(statistics: Statistics, unit: str) -> Array:
    """Return system × unit × field: the statistics of each unit that is drawn as a whole."""
    rows = statistics.values if unit == "segment" else statistics.group(unit)[1]
    return np.ascontiguousarray(rows)


def bootstrap(statistics: Statistics, resamples: int, seed: int, unit: str = "segment", threads: int = 1) -> Array:
    """Return resample × system scores: units drawn with replacement, as many as there are.

    A unit such as "document*assessor" is crossed: each factor is drawn on its own, and a segment weighs as often as
    the values of all its factors were drawn together.
    """
    factors = unit.split("*")
    if len(factors) > 1:
        rows = np.ascontiguousarray(statistics.values)
        index = [_unit_numbers(statistics, factor) for factor in factors]

        def sums(first: int, count: int) -> Array:
            return _core.crossed_sums(rows, index, seed, first, count)
    else:
        rows = unit_rows(statistics, unit)

        def sums(first: int, count: int) -> Array:
            return _core.bootstrap_sums(rows, seed, first, count)

    parts = _parts(lambda first, count: statistics.measure.score(sums(first, count)), resamples, _PER_CALL, threads)
    return np.concatenate(list(parts))


def randomisation(
    statistics: Statistics,
    pairs: Sequence[tuple[int, int]],
    trials: int,
    seed: int,
    unit: str = "segment",
    threads: int = 1,
) -> Randomised:
    """Exchange the two systems of each pair on random halves of the units, and count differences that large.

    Where all 2^units exchanges are no more than the trials asked for, each is made once.
    """
    if "*" in unit:
        raise SpecError(f"unit={unit} is not possible here; randomisation exchanges units of one kind")
    rows = unit_rows(statistics, unit)
    exact = rows.shape[1] < 63 and 1 << rows.shape[1] <= trials
    trials = 1 << rows.shape[1] if exact else trials
    total = rows.sum(axis=1, dtype=float)
    chosen = np.array(pairs, dtype=int).reshape(-1, 2)
    a, b = chosen.T
    score = statistics.measure.score
    observed = np.asarray(score(total[a]) - score(total[b]))

    def exceeding(first: int, count: int) -> Array:
        selected = _core.selected_sums(rows, seed, first, count, exact)
        exchanged = selected[:, a] - selected[:, b]
        difference = np.abs(score(total[a] - exchanged) - score(total[b] + exchanged))
        # an undefined difference can not be shown to be smaller
        return np.asarray(~(difference < np.abs(observed) * (1 - TIE))).sum(axis=0)

    counts = sum(_parts(exceeding, trials, _TRIALS_PER_CALL, threads), np.zeros(len(chosen), int))
    return Randomised(chosen, observed, counts, trials, exact)


def jackknife(statistics: Statistics, unit: str = "segment") -> Array:
    """Return unit × system scores, each without one unit."""
    rows = unit_rows(statistics, unit)
    left = rows.sum(axis=1, keepdims=True, dtype=float) - rows
    return np.asarray(statistics.measure.score(left)).T


def draw_weights(units: int, seed: int, resample: int) -> Array:
    """Return how often each unit is drawn in a resample, for what is no function of sums."""
    return _core.draw_weights(units, seed, resample)


def percentile_interval(scores: Array, confidence: float) -> tuple[Array, Array]:
    """Return the bounds of the central `confidence` share of resampled scores (axis 0); nan if any is undefined."""
    low, high = np.quantile(scores, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return low, high


def _unit_numbers(statistics: Statistics, factor: str) -> Array:
    return np.arange(statistics.values.shape[1]) if factor == "segment" else statistics.units(factor)[1]


def _parts(make: Callable[[int, int], Array], count: int, size: int, threads: int) -> Iterator[Array]:
    """Yield make(first, how many) for all of `count` in order, made on threads."""
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(lambda first: make(first, min(size, count - first)), range(0, count, size))
