"""Resampling: weights over units (segments, documents, any facet) times statistics; nothing is ever scored again.

Every draw depends on (seed, number of the resample, number of the draw) only: not on threads, chunks or the platform.
All systems and all measures of a run see the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.statistics import Statistics
from steelyard.threads import in_threads

Array = NDArray[Any]

_PER_CALL = 50
_TRIALS_PER_CALL = 500
_NUMBERS_AT_ONCE = 1 << 17
#: Two differences of scores count as equal if they differ by no more than this share of the larger score: sums of the
#: same numbers in another order differ in their last digits.
TIE = 1e-9

#: Called with how many more resamples or trials are done.
Advance = Callable[[int], None]


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


def bootstrap(
    statistics: Statistics,
    resamples: int,
    seed: int,
    unit: str = "segment",
    threads: int = 1,
    advance: Advance | None = None,
) -> Array:
    """Return resample × system scores: units drawn with replacement, as many as there are.

    A unit such as "document*assessor" is crossed: each factor is drawn on its own, and a segment weighs as often as
    the values of all its factors were drawn together.
    """
    rows, factors = drawn_rows(statistics, unit), crossed_factors(statistics, unit)
    return resampled(rows, statistics.measure.score, resamples, seed, factors, threads, advance)


def drawn_rows(statistics: Statistics, unit: str) -> Array:
    """Return system × unit × field; for a crossed unit, whose factors are drawn, the rows of segments."""
    return np.ascontiguousarray(statistics.values) if "*" in unit else unit_rows(statistics, unit)


def resampled(
    rows: Array,
    score: Callable[[Array], Array],
    resamples: int,
    seed: int,
    factors: Sequence[Array] = (),
    threads: int = 1,
    advance: Advance | None = None,
) -> Array:
    """Return resample × series scores of rows (series × unit × field), whose units are drawn with replacement.

    With factors, which of its values each row has, these are drawn instead, each on its own.
    """

    def part(first: int, count: int, flag: _core.Stop) -> Array:
        if factors:
            return score(_core.crossed_sums(rows, list(factors), seed, first, count, flag))
        return score(_core.bootstrap_sums(rows, seed, first, count, flag))

    return np.concatenate(list(_parts(part, resamples, _PER_CALL, threads, advance)))


def crossed_factors(statistics: Statistics, unit: str) -> list[Array]:
    """Return, for a crossed unit, which value of each of its factors a segment has; nothing for a single unit."""
    return [_unit_numbers(statistics, factor) for factor in unit.split("*")] if "*" in unit else []


def randomisation(
    statistics: Statistics,
    pairs: Sequence[tuple[int, int]],
    trials: int,
    seed: int,
    unit: str = "segment",
    threads: int = 1,
    advance: Advance | None = None,
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
    whole = np.asarray(score(total), float)
    observed = whole[a] - whole[b]
    least = np.abs(observed) - tie(whole[a], whole[b])
    at_once = max(1, _NUMBERS_AT_ONCE // (_TRIALS_PER_CALL * rows.shape[2]))

    def exceeding(first: int, count: int, flag: _core.Stop) -> Array:
        # field × system × trial: scores of many sums are made fastest with the same fields side by side
        selected = np.ascontiguousarray(_core.selected_sums(rows, seed, first, count, exact, flag).T)
        blocks = (slice(start, start + at_once) for start in range(0, len(chosen), at_once))
        return np.concatenate([counted(selected, block) for block in blocks])

    def counted(selected: Array, block: slice) -> Array:
        left, right = a[block], b[block]
        exchanged = selected[:, left] - selected[:, right]
        sums = total.T[:, left, None] - exchanged, total.T[:, right, None] + exchanged
        first, second = (score(np.moveaxis(side, 0, -1)) for side in sums)
        # an undefined difference can not be shown to be smaller
        return np.asarray((~(np.abs(first - second) < least[block, None])).sum(axis=1))

    counts = sum(_parts(exceeding, trials, _TRIALS_PER_CALL, threads, advance), np.zeros(len(chosen), int))
    return Randomised(chosen, observed, counts, trials, exact)


def tie(a: Array, b: Array) -> Array:
    """Return how far two differences may be apart and still count as equal, given the scores a and b."""
    return np.asarray(TIE * np.maximum(np.abs(a), np.abs(b)))


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


def _parts(
    make: Callable[[int, int, _core.Stop], Array], count: int, size: int, threads: int, advance: Advance | None
) -> Iterator[Array]:
    """Yield make(first, how many, flag) for all of `count` in order, made on threads."""
    spans = ((first, min(size, count - first)) for first in range(0, count, size))
    for (_, some), part in in_threads(spans, threads, make):
        if advance is not None:
            advance(some)
        yield part
