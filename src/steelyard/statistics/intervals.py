"""Intervals of estimates that are functions of sums over units: by t, by the bootstrap, or by its bare percentiles.

What each unit adds to an estimate is made of sums alone: its weight is raised and lowered by nearly itself, the others
being brought back to the same total, and the estimate is made again. That is the infinitesimal jackknife (Jaeckel 1972)
but for terms in 1/n², and no unit goes wholly, so what is defined for the whole is defined here. Of these contributions
only the sums of squares and of cubes are needed: they add up over parts of a test set, whose sums are known first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import BCA, Draws, T
from steelyard.statistics import Statistics
from steelyard.statistics.distributions import normal_below, normal_quantile, t_quantile
from steelyard.statistics.resampling import TIE, bootstrap, crossed_factors, drawn_rows

Array = NDArray[Any]

_NUMBERS_AT_ONCE = 1 << 20
FEWEST_UNITS = 2


def contributions(rows: Array, score: Callable[[Array], Array], parts: Array | None = None) -> Array:
    """Return series × unit: what a unit adds to the score of each series, to first order; they sum to nearly 0.

    rows    series × unit × field; the score takes sums, of which the last axis goes
    parts   series × unit: whether the unit has a part in the score; without it, all have

    Of a mean they are (value − mean) / n.
    """
    series, units, fields = rows.shape
    total = rows.sum(axis=1, keepdims=True, dtype=float)
    inside = np.ones((series, units), bool) if parts is None else parts
    mean = total / np.maximum(inside.sum(axis=1), 1)[:, None, None]
    at_once = max(1, _NUMBERS_AT_ONCE // (series * fields))
    added = []
    for start in range(0, units, at_once):
        block = slice(start, start + at_once)
        off = np.where(inside[:, block, None], rows[:, block] - mean, 0)
        added.append((np.asarray(score(total + off), float) - np.asarray(score(total - off), float)) / 2)
    return np.concatenate(added, axis=1) if added else np.zeros((series, 0))


@dataclass(frozen=True, eq=False)
class Moments:
    """How estimates vary with their units, one number of each for every estimate.

    error   standard error
    skew    sum of the cubes of contributions over that of their squares to the power of 1.5
    units   how many it rests on; of crossed units, values of the factor that has the fewest
    """

    error: Array
    skew: Array
    units: Array


def moments(added: Array, units: Array, factors: Sequence[Array] = ()) -> Moments:
    """Return the moments of estimates from what units add to them (estimate × unit), and how many units each rests on.

    factors   of crossed units, which of its values each row has; each is drawn by itself, as in the bootstrap, so
              squares are those of the sums over the values of each factor, and of each combination of factors
    """
    # numpy adds in an order that depends on the layout
    added = np.ascontiguousarray(added)
    squares, cubes = _crossed_sums(added, factors) if factors else ((added**2).sum(axis=1), (added**3).sum(axis=1))
    few = units < FEWEST_UNITS
    counted = np.where(few, FEWEST_UNITS, units)
    error = np.sqrt(squares * counted / (counted - 1))
    skew = np.divide(cubes, squares**1.5, out=np.zeros_like(cubes), where=squares > 0)
    return Moments(np.where(few, math.nan, error), skew, units)


def units_of(parts: Array, factors: Sequence[Array] = ()) -> Array:
    """Return how many units each estimate rests on; parts: estimate × row, whether the row has a part in it."""
    if not factors:
        return np.asarray(parts.sum(axis=1))
    return np.array([_fewest([len(np.unique(factor[inside])) for factor in factors]) for inside in parts])


def _fewest(counts: Sequence[int]) -> int:
    """Return the fewest values of a factor; one that has a single value is not drawn from."""
    return min((count for count in counts if count > 1), default=1)


def _crossed_sums(added: Array, factors: Sequence[Array]) -> tuple[Array, Array]:
    squares, cubes = np.zeros(len(added)), np.zeros(len(added))
    for size in range(1, len(factors) + 1):
        for chosen in itertools.combinations(factors, size):
            cell = np.unique(np.stack(chosen), axis=1, return_inverse=True)[1].ravel()
            sums = np.stack([np.bincount(cell, row) for row in added])
            squares += (sums**2).sum(axis=1)
            cubes += (sums**3).sum(axis=1) if size == 1 else 0
    return squares, cubes


@dataclass(frozen=True, eq=False)
class Intervals:
    """What intervals of some estimates are made of; every field has one number for each estimate.

    scale      how large the numbers are that an estimate is made of: below its share `TIE`, spread is rounding
    certain    whether an estimate is the same for another reason than how units fall out: low and high are its value
    resampled  resample × estimate, for kinds that need them; with some_undefined, those without a value are left out
    least, most  bounds of the estimates, at which intervals end
    """

    kind: str
    values: Array
    moments: Moments
    scale: Array
    resampled: Array | None = None
    least: float = -math.inf
    most: float = math.inf
    some_undefined: bool = False
    certain: Array | None = None

    @property
    def flat(self) -> Array:
        """Whether an estimate is the same whatever units are drawn, so that nothing is known of how far it may vary."""
        spread = self.moments.error if self.kind == T else np.ptp(np.asarray(self.resampled), axis=0)
        return np.asarray(spread <= TIE * self.scale)

    def bounds(self, confidence: float) -> tuple[Array, Array]:
        """Return low and high of every estimate, nan where there is no interval."""
        few = self.moments.units < FEWEST_UNITS
        if self.kind == T:
            low, high = self._by_t(confidence)
        else:
            low, high = self._of_resamples(confidence)
        certain = ~few & (np.zeros(len(few), bool) if self.certain is None else self.certain)
        nowhere = (few | self.flat | np.isnan(low) | np.isnan(high)) & ~certain | np.isnan(self.values)
        low, high = np.where(certain, self.values, low), np.where(certain, self.values, high)
        low, high = np.maximum(low, self.least), np.minimum(high, self.most)
        return np.where(nowhere, math.nan, low), np.where(nowhere, math.nan, high)

    def reason(self, k: int, undefined: str) -> str:
        """Say why an estimate has no interval; undefined is why a resample has no score."""
        if self.moments.units[k] < FEWEST_UNITS:
            return "no interval: there are fewer than two units"
        if self.flat[k]:
            return "no interval: whatever units are drawn it is the same, which does not tell how far it may vary"
        if self.kind == BCA and not np.isnan(np.asarray(self.resampled)[:, k]).any():
            return "no interval: all resamples lie on one side of it; choose interval t"
        return f"no interval: in some resample {undefined}"

    def _by_t(self, confidence: float) -> tuple[Array, Array]:
        half = self._quantiles(confidence) * self.moments.error
        return self.values - half, self.values + half

    def _quantiles(self, confidence: float) -> Array:
        """Return t for each estimate, of one degree of freedom less than it has units."""
        degrees = np.maximum(self.moments.units - 1, 1)
        return np.array([t_quantile(confidence, count) for count in degrees.tolist()])

    def _of_resamples(self, confidence: float) -> tuple[Array, Array]:
        tails = self._quantiles(confidence) if self.kind == BCA else np.zeros(len(self.values))
        bounds = np.full((len(self.values), 2), math.nan)
        for k, drawn in enumerate(np.asarray(self.resampled).T):
            kept = drawn[~np.isnan(drawn)] if self.some_undefined else drawn
            if not len(kept) or np.isnan(kept).any():
                continue
            outside = (1 - confidence) / 2
            shares = self._shares(k, kept, tails[k]) if self.kind == BCA else (outside, 1 - outside)
            if shares is not None:
                bounds[k] = np.quantile(kept, shares)
        low, high = bounds.T
        return low, high

    def _shares(self, k: int, drawn: Array, t: float) -> tuple[float, float] | None:
        """Return the shares of the resamples below which BCa's bounds lie, with Hesterberg's expanded tails (2015).

        z0 = Φ⁻¹(share below the estimate), a = skew / 6, share = Φ(z0 + (z0 ± z) / (1 − a(z0 ± z))),
        z = t(1 − α/2, n − 1) · √(n / (n − 1))
        """
        off = drawn - self.values[k]
        equal = np.abs(off) <= TIE * self.scale[k]
        below = float(((off < 0) & ~equal).mean() + equal.mean() / 2)
        if not 0 < below < 1:
            return None
        bias, units = normal_quantile(below), max(int(self.moments.units[k]), FEWEST_UNITS)
        tail = t * math.sqrt(units / (units - 1))
        low, high = (_corrected(bias, z, self.moments.skew[k] / 6) for z in (bias - tail, bias + tail))
        return low, high


def _corrected(bias: float, z: float, acceleration: float) -> float:
    left = 1 - acceleration * z
    # beyond this the correction has no bound, and what is left is the outermost resample
    return normal_below(bias + z / left) if left > 0 else float(z > 0)


def joined(parts: Sequence[Moments]) -> Moments:
    """Return the moments of the estimates of several parts."""
    columns = zip(*((part.error, part.skew, part.units) for part in parts), strict=True)
    return Moments(*map(np.concatenate, columns))


def score_intervals(statistics: Statistics, draws: Draws, threads: int = 1, drawn: Array | None = None) -> Intervals:
    """Return what intervals of the systems' scores are made of; drawn is resample × system, if these are at hand."""
    measure, rows = statistics.measure, drawn_rows(statistics, draws.unit)
    factors = crossed_factors(statistics, draws.unit)
    values = np.asarray(measure.score(statistics.sums()), float)
    parts = measure.has_part(rows)
    spread = moments(contributions(rows, measure.score, parts), units_of(parts, factors), factors)
    if drawn is None and draws.kind != T and rows.shape[1]:
        drawn = bootstrap(statistics, draws.resamples, draws.seed, draws.unit, threads)
    return Intervals(draws.kind, values, spread, np.abs(values), drawn, *measure.bounds)
