"""Soft pairwise accuracy: does a measure order two systems as surely as people do? (Thompson et al. 2024)

For every pair of systems there is a one-sided p by the measure and one by people: how easily chance would make the
first as much better than the second. SPA = 1 - mean |p by the measure - p by people|.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.draws import Draws, check_counts, check_seed
from steelyard.errors import InputError
from steelyard.inference.correlation.estimate import DRAWS, bounds, two_sided
from steelyard.inference.correlation.unit_draws import drawn_systems, per_call
from steelyard.results.estimate import IntervalEstimate
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import tie, unit_rows

Array = NDArray[Any]

_FEWEST = 2
_MTME_PERMUTATIONS, _MTME_SEED = 1000, 4


@dataclass(frozen=True, repr=False, kw_only=True)
class SoftAccuracy(IntervalEstimate):
    """SPA over all pairs of n systems, with its interval over systems and its two-sided p.

    undefined   pairs of systems without a p on some side; they are not in the mean
    """

    KEYS: ClassVar[tuple[str, ...]] = ("value", "low", "high", "p", "test", "n", "pairs", "undefined", "reason")

    p: float
    test: str
    n: int
    pairs: int
    undefined: int


def one_sided_p(statistics: Statistics, trials: int = 1000, seed: int = 12345, higher: bool = True) -> Array:
    """Return system × system: p of the row's system being better than the column's by chance.

    The outputs of the two are exchanged on random halves of the segments, and the measure's own score of the test set
    is made of each; all sides see the same halves. Ties count half, so that p(b, a) = 1 - p(a, b). If all exchanges are
    no more than the trials, each is made once.
    """
    check_counts(trials=trials)
    check_seed(seed)
    rows = unit_rows(statistics, "segment")
    exact = rows.shape[1] < 63 and 1 << rows.shape[1] <= trials
    trials = 1 << rows.shape[1] if exact else trials
    score, total = statistics.measure.score, rows.sum(axis=1, dtype=float)
    whole = np.asarray(score(total), float)
    a, b = np.triu_indices(len(rows), 1)
    observed, near = whole[a] - whole[b], tie(whole[a], whole[b])
    counts = np.zeros(len(a))
    for first, count in per_call(trials, len(a) * rows.shape[2]):
        chosen = _core.selected_sums(rows, seed, first, count, exact)
        exchanged = chosen[:, a] - chosen[:, b]
        apart = np.asarray(score(total[a] - exchanged) - score(total[b] + exchanged), float) - observed
        # nan stays nan: no p where some exchange leaves the score undefined
        halves = np.where(np.abs(apart) <= near, 0.5, apart > 0)
        counts += np.where(np.isnan(apart), np.nan, halves).sum(axis=0)
    shares = counts / trials if exact else (counts + 0.5) / (trials + 1)
    p = np.full((len(rows), len(rows)), 0.5)
    p[a, b], p[b, a] = shares, 1 - shares
    return p if higher else 1 - p


def mtme_p(scores: Array) -> Array:
    """Return system × system p as mt-metrics-eval has them, of system × segment scores, of which more is better.

    Sums of segment scores in single precision, 1,000 exchanges from its own seed, and ties count in full.
    """
    scores = np.asarray(scores, float)
    if scores.ndim != 2:
        raise InputError(f"scores of shape {scores.shape}; expected a matrix, system × segment")
    if np.isnan(scores).any():
        return np.full((len(scores), len(scores)), np.nan)
    draws = np.random.default_rng(_MTME_SEED).random((_MTME_PERMUTATIONS, scores.shape[1]), dtype=np.float32)
    signs = 2 * np.rint(draws) - np.float32(1)
    single = scores.astype(np.float32)
    sums, exchanged = single.sum(axis=1), signs @ single.T
    counts = [
        [(exchanged[:, a] - exchanged[:, b] >= sums[a] - sums[b]).sum() for b in range(len(sums))]
        for a in range(len(sums))
    ]
    return np.array(counts) / _MTME_PERMUTATIONS


def soft_accuracy(
    measure: Array,
    human: Array,
    *,
    draws: Draws = DRAWS,
) -> SoftAccuracy:
    """Compare two matrices of one-sided p, system × system.

    The interval draws systems; p is by permutation of the measure's systems.

    >>> same = np.array([[0.5, 0.1, 0.0], [0.9, 0.5, 0.2], [1.0, 0.8, 0.5]])
    >>> soft_accuracy(same, same).value
    1.0
    """
    draws.check_percentile("soft accuracy")
    n = len(measure)
    if measure.shape != (n, n) or human.shape != (n, n):
        raise InputError(f"p-values of shapes {measure.shape} and {human.shape}; expected system × system, twice")
    above = np.triu_indices(n, 1)
    errors = np.abs(measure - human)[above]
    undefined = int(np.isnan(errors).sum())
    if n < _FEWEST or undefined == len(errors):
        reason = f"there are fewer than {_FEWEST} systems" if n < _FEWEST else "no pair of systems has both p-values"
        return SoftAccuracy(
            value=math.nan,
            low=math.nan,
            high=math.nan,
            p=math.nan,
            test="none",
            n=n,
            pairs=len(errors),
            undefined=undefined,
            reason=reason,
        )
    value = float(1 - np.nanmean(errors))
    low, high, no_interval = bounds(_drawn(measure, human, draws.resamples, draws.seed), draws.confidence)
    p, test = _p(measure, human, value, draws.trials, draws.seed)
    return SoftAccuracy(
        value=value, low=low, high=high, p=p, test=test, n=n, pairs=len(errors), undefined=undefined, reason=no_interval
    )


def _drawn(measure: Array, human: Array, resamples: int, seed: int) -> Array:
    """Return the value of every resample of systems; pairs of a system and its own copy do not count."""
    above = np.triu_indices(len(measure), 1)
    errors = np.abs(measure - human)
    # either order of a pair may be drawn, but the pair is told in that of the systems
    errors = np.where(np.tri(len(measure), k=-1, dtype=bool), errors.T, errors)
    np.fill_diagonal(errors, np.nan)
    drawn = drawn_systems(len(measure), seed, 0, resamples)
    return _one_minus_mean(errors[drawn[:, above[0]], drawn[:, above[1]]])


def _p(measure: Array, human: Array, value: float, trials: int, seed: int) -> tuple[float, str]:
    n = len(measure)
    above = np.triu_indices(n, 1)
    exact = n < 12 and math.factorial(n) <= trials
    blocks = [
        _one_minus_mean(np.abs(measure[order[:, above[0]], order[:, above[1]]] - human[above]))
        for order in _orders(n, trials, seed, exact)
    ]
    values = np.concatenate(blocks)
    how = f"exact permutation:{len(values)}" if exact else f"permutation:{trials} trials"
    return two_sided(values, value, 0 if exact else 1), how


def _orders(n: int, trials: int, seed: int, exact: bool) -> Iterator[Array]:
    if exact:
        yield np.array(list(itertools.permutations(range(n))))
        return
    for first, count in per_call(trials, n * n):
        yield _core.random_orders(n, seed, first, count)


def _one_minus_mean(errors: Array) -> Array:
    """Return 1 less the mean of what is defined in each row; nan where nothing is."""
    defined = ~np.isnan(errors)
    counts, sums = defined.sum(axis=1), np.where(defined, errors, 0).sum(axis=1)
    return np.asarray(1 - np.divide(sums, counts, out=np.full(len(errors), np.nan), where=counts > 0))
