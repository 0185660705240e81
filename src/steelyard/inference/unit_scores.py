"""Classical tests of two systems' scores on the same units: z, t, Wilcoxon, sign, and Tukey's and Scheffé's for many.

They are about the mean (or the signs) of segment scores, not about the score of the whole test set. Scores of a unit
that differ by rounding only are to be made equal before: to these tests any difference is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation import ranks
from steelyard.inference.distributions import f_upper, normal_two_sided, studentised_range_upper, t_two_sided
from steelyard.resampling import tie

Array = NDArray[Any]


def without_rounding(scores: Array) -> Array:
    """Return system × unit scores in which those of a unit no further apart than the tie tolerance are equal."""
    order = np.argsort(scores, axis=0, kind="stable")
    ordered = np.take_along_axis(scores, order, axis=0)
    starts = np.ones(scores.shape, bool)
    starts[1:] = ~(ordered[1:] - ordered[:-1] <= tie(ordered[1:], ordered[:-1]))
    first = np.maximum.accumulate(np.where(starts, np.arange(len(scores))[:, None], 0), axis=0)
    made = np.empty_like(scores)
    np.put_along_axis(made, order, np.take_along_axis(ordered, first, axis=0), axis=0)
    return made


def mean_difference(a: Array, b: Array) -> float:
    """Return what z, t, Tukey's and Scheffé's tests are about."""
    return float((a - b).mean())


def signed_ranks(a: Array, b: Array) -> float:
    """Return what Wilcoxon's test is about: the ranks of a's wins less those of its losses."""
    differences = a - b
    differences = differences[differences != 0]
    return float((np.sign(differences) * ranks(np.abs(differences))).sum()) if len(differences) else 0.0


def wins_less_losses(a: Array, b: Array) -> float:
    """Return what the sign test is about."""
    return float(np.sign(a - b).sum())


def z_test(a: Array, b: Array) -> float:
    """Return the two-sided p of the mean difference of pairs by the normal distribution."""
    return normal_two_sided(_t(a - b))


def t_test(a: Array, b: Array) -> float:
    """Return the two-sided p of the mean difference of pairs by Student's t."""
    return t_two_sided(_t(a - b), len(a) - 1)


def unpaired_t_test(a: Array, b: Array) -> float:
    """Return the two-sided p of Welch's t-test, which takes the two sets of scores for independent."""
    variances = [float(np.var(x, ddof=1)) / len(x) for x in (a, b)]
    total = sum(variances)
    if total == 0:
        return 1.0 if a.mean() == b.mean() else 0.0
    degrees = total**2 / sum(v**2 / (len(x) - 1) for v, x in zip(variances, (a, b), strict=True))
    return t_two_sided(float(a.mean() - b.mean()) / math.sqrt(total), degrees)


def _t(differences: Array) -> float:
    spread = np.std(differences, ddof=1) / math.sqrt(len(differences))
    mean = differences.mean()
    if spread == 0:
        return 0.0 if mean == 0 else math.inf
    return float(mean / spread)


def sign_test(a: Array, b: Array) -> float:
    """Return the exact two-sided p of the signs of the differences; ties are left out, and if all are ties it is 1."""
    differences = a - b
    count, wins = int(np.count_nonzero(differences)), int(np.count_nonzero(differences > 0))
    fewer = min(wins, count - wins)
    logs = [_log_choose(count, k) - count * math.log(2) for k in range(fewer + 1)]
    return min(1.0, 2 * math.fsum(map(math.exp, logs))) if count else 1.0


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


_EXACT_WILCOXON = 50


def wilcoxon_test(a: Array, b: Array) -> float:
    """Return the two-sided p of Wilcoxon's signed ranks; zero differences are left out.

    Exact for up to 50 differences without ties, else by the normal distribution with the variance corrected for ties,
    without a continuity correction.
    """
    differences = a - b
    differences = differences[differences != 0]
    count = len(differences)
    if count == 0:
        return 1.0
    places = ranks(np.abs(differences))
    positive = float(places[differences > 0].sum())
    ties = np.unique(places, return_counts=True)[1].astype(float)
    if count <= _EXACT_WILCOXON and len(ties) == count:
        return _exact_wilcoxon(count, min(positive, count * (count + 1) / 2 - positive))
    variance = count * (count + 1) * (2 * count + 1) / 24 - ((ties**3 - ties).sum()) / 48
    return normal_two_sided((positive - count * (count + 1) / 4) / math.sqrt(variance))


def _exact_wilcoxon(count: int, smaller: float) -> float:
    """Return twice the share of sign patterns whose positive ranks sum to no more than the smaller sum."""
    ways = np.zeros(count * (count + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, count + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    return float(min(1.0, 2 * ways[: int(smaller) + 1].sum() / 2.0**count))


def tukey(scores: Array, pairs: Array) -> Array:
    """Return p per pair of Tukey's honestly significant difference over system × unit scores (one-way layout).

    It already allows for all pairs of these systems.
    """
    return _post_hoc(scores, pairs, lambda t2, k, n: studentised_range_upper(math.sqrt(2 * t2), k, n - k))


def scheffe(scores: Array, pairs: Array) -> Array:
    """Return p per pair of Scheffé's test over system × unit scores, which allows for all contrasts of the means."""
    return _post_hoc(scores, pairs, lambda t2, k, n: f_upper(t2 / (k - 1), k - 1, n - k))


def _post_hoc(scores: Array, pairs: Array, tail: Callable[[float, int, int], float]) -> Array:
    """Return tail(t², groups, observations) for each pair of means, with the variance pooled over all groups."""
    groups, size = scores.shape
    means = scores.mean(axis=1)
    within = float(((scores - means[:, None]) ** 2).sum() / (groups * (size - 1)))
    out = []
    for a, b in pairs:
        square = (means[a] - means[b]) ** 2
        if within == 0:
            out.append(1.0 if square == 0 else 0.0)
        else:
            out.append(tail(float(square / (within * 2 / size)), groups, groups * size))
    return np.array(out)
