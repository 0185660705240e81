"""sacreBLEU's paired tests and intervals (2.6.0), number for number, from our statistics.

They are here to reproduce published numbers, not to be recommended. Both count differences that are larger than the
observed one but not those that equal it, so a system against itself gets the smallest p there is. The bootstrap takes
absolute differences before it subtracts their mean, so what it counts is no deviation from the null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.resampling import Advance
from steelyard.statistics import Statistics

Array = NDArray[Any]

# A multiple of 64: numpy cuts random bits off whole words, and starts with a new word in each call.
_PER_BLOCK = 64


def bootstrap_p(
    statistics: Statistics, pairs: Array, resamples: int, seed: int, advance: Advance | None = None
) -> Array:
    """Return p per pair of its paired bootstrap (`--paired-bs`)."""
    scores = _bootstrapped(statistics, resamples, seed, advance)
    differences = np.abs(scores[:, pairs[:, 0]] - scores[:, pairs[:, 1]])
    return _p(differences - differences.mean(axis=0), _observed(statistics, pairs))


def randomisation_p(
    statistics: Statistics, pairs: Array, trials: int, seed: int, advance: Advance | None = None
) -> Array:
    """Return p per pair of its paired approximate randomisation (`--paired-ar`)."""
    random = np.random.default_rng(seed)
    values, score = statistics.values.astype(float), statistics.measure.score
    a, b = pairs.T

    def differences(count: int) -> Array:
        kept = random.integers(2, size=(count, values.shape[1]), dtype=bool).astype(float)
        held = kept @ values
        rest = values.sum(axis=1, keepdims=True) - held
        return np.asarray(np.abs(score(held[b] + rest[a]) - score(rest[b] + held[a])).T)

    return _p(_in_blocks(differences, trials, advance), _observed(statistics, pairs))


def intervals(statistics: Statistics, resamples: int = 1000, seed: int = 12345) -> list[tuple[float, float]]:
    """Return what it prints as μ ± half a width for each system: the mean of the resamples, and 95 % of them."""
    scores = np.sort(_bootstrapped(statistics, resamples, seed, None), axis=0)
    cut = resamples // 40
    half = (scores[resamples - cut - 1] - scores[cut]) / 2
    return list(zip(scores.mean(axis=0).tolist(), half.tolist(), strict=True))


def _bootstrapped(statistics: Statistics, resamples: int, seed: int, advance: Advance | None) -> Array:
    random = np.random.default_rng(seed)
    values = statistics.values.astype(float)
    units = values.shape[1]

    def scores(count: int) -> Array:
        drawn = random.choice(units, size=(count, units)) + units * np.arange(count)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=count * units).reshape(count, units)
        return statistics.measure.score(weights.astype(float) @ values).T

    return _in_blocks(scores, resamples, advance)


def _in_blocks(make: Callable[[int], Array], count: int, advance: Advance | None) -> Array:
    def blocks() -> Iterator[Array]:
        for start in range(0, count, _PER_BLOCK):
            size = min(_PER_BLOCK, count - start)
            yield make(size)
            if advance is not None:
                advance(size)

    return np.concatenate(list(blocks()))


def _observed(statistics: Statistics, pairs: Array) -> Array:
    whole = np.asarray(statistics.measure.score(statistics.sums()), float)
    return np.asarray(np.abs(whole[pairs[:, 0]] - whole[pairs[:, 1]]))


def _p(differences: Array, observed: Array) -> Array:
    p = ((differences > observed).sum(axis=0) + 1) / (len(differences) + 1)
    return np.where(np.isnan(observed) | np.isnan(differences).any(axis=0), np.nan, p)
