"""Effect sizes: how large differences are beside how much they vary from unit to unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws, T
from steelyard.statistics.intervals import Intervals, contributions, moments, units_of
from steelyard.statistics.resampling import TIE, resampled, tie

Array = NDArray[Any]

_NUMBERS_AT_ONCE = 1 << 22


def standardised_differences(
    units: Array, pairs: Array, draws: Draws, factors: Sequence[Array] = (), threads: int = 1
) -> Array:
    """Return pair × (effect, low, high): mean difference over its standard deviation, with its interval.

    units   system × unit scores; a unit that either system has no score for does not count
    pairs   [pair, 2], the systems a and b

    Differences that are all zero have effect 0; any others that do not vary have none (nan).
    """
    at_once = max(1, _NUMBERS_AT_ONCE // (3 * units.shape[1]))
    return np.concatenate(
        [
            _effects(units, pairs[start : start + at_once], draws, factors, threads)
            for start in range(0, len(pairs), at_once)
        ]
    )


def _effects(units: Array, pairs: Array, draws: Draws, factors: Sequence[Array], threads: int) -> Array:
    a, b = units[pairs[:, 0]].T, units[pairs[:, 1]].T
    defined = ~np.isnan(a - b)
    differences = np.where(defined, a - b, 0)
    count = defined.sum(axis=0)
    centre = differences.sum(axis=0) / np.maximum(count, 1)
    # squares of deviations from the mean lose no digits, however small the spread; rounding alone is no spread
    varies = (np.abs(differences - centre) > tie(a, b)).any(axis=0, where=defined)
    differences = np.where(defined & varies, differences - centre, 0)
    # one series with the fields of all pairs, which are summed faster than many series with three fields
    rows = np.stack([differences, differences**2, defined], axis=1).reshape(1, len(differences), -1)

    def effects_of(sums: Array) -> Array:
        return _standardised(sums.reshape(*sums.shape[:-2], 3, len(pairs)), centre)

    effects = np.asarray(effects_of(rows.sum(axis=1)))
    added = contributions(rows, lambda sums: effects_of(np.moveaxis(sums, 0, 1))[None])[0].T
    spread = moments(added, units_of(defined.T, factors), factors)
    drawn = None if draws.kind == T else resampled(rows, effects_of, draws.resamples, draws.seed, factors, threads)
    # in a small sample, a resample may hold one unit only and has no spread
    intervals = Intervals(draws.kind, effects, spread, np.abs(effects), drawn, some_undefined=True)
    return np.column_stack([effects, *intervals.bounds(draws.confidence)])


def _standardised(sums: Array, centre: Array) -> Array:
    """Return mean / standard deviation of the sums [differences, their squares, ones] on the last axis but one.

    The differences are those from the centre.
    """
    total, squares, count = np.moveaxis(sums, -2, 0)
    off = np.divide(total, count, out=np.full_like(total, np.nan), where=count > 1)
    mean, centred = centre + off, squares - total * off
    # a resample may hold units of one difference only: what is left of its squares by rounding is no spread
    varies = centred > 1e-12 * squares
    spread = np.sqrt(np.where(varies, centred, 1) / np.where(count > 1, count - 1, 1))
    return np.where(varies, mean / spread, np.where(np.abs(mean) <= TIE * np.abs(centre), 0 * mean, np.nan))
