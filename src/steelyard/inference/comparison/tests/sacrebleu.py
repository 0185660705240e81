"""sacreBLEU's paired tests and intervals (2.6.0), number for number, from our statistics.

They are here to reproduce published numbers, not to be recommended. Both count differences that are larger than the
observed one but not those that equal it, so a system against itself gets the smallest p there is. The bootstrap takes
absolute differences before it subtracts their mean, so what it counts is no deviation from the null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws
from steelyard.inference.comparison.significance import SEGMENT, Sample, SignificanceOutcome, SignificanceTest
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import Advance

Array = NDArray[Any]

# A multiple of 64: numpy cuts random bits off whole words, and starts with a new word in each call.
_PER_BLOCK = 64


class SacrebleuRandomisation(SignificanceTest):
    """Exchange segments as `sacrebleu --paired-ar` does.

        p = (c + 1) / (T + 1), c of T trials with |score(A') − score(B')| > |score(A) − score(B)|

    It assumes what randomisation does; that only larger differences are counted makes p too small where many tie.

    Reference: Post (2018), A call for clarity in reporting BLEU scores; sacreBLEU 2.6.0.

    >>> import steelyard as sy
    >>> scores = sy.score({"A": ["a b", "c d"], "B": ["a b", "c d"]}, ["a b", "c d"], ["bleu"])
    >>> round(sy.compare(scores, test="sacrebleu-randomisation").comparisons[0].p, 6)
    0.0001
    """

    name: ClassVar[str] = "sacrebleu-randomisation"
    about: ClassVar[str] = "sacreBLEU's paired randomisation, which counts only larger differences"
    units: ClassVar[str] = SEGMENT
    counted: ClassVar[str | None] = "trials"
    reproduces: ClassVar[str] = "sacreBLEU"

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair."""
        draws = sample.draws
        p = randomisation_p(sample.statistics, sample.pairs, draws.trials, draws.seed, sample.advance)
        return SignificanceOutcome(p, Signature.of(trials=draws.trials, counted="larger"), draws.trials)


class SacrebleuBootstrap(SignificanceTest):
    """Draw segments as `sacrebleu --paired-bs` does.

        p = (c + 1) / (R + 1), c of R resamples with |d*| − mean(|d*|) > |score(A) − score(B)|

    Reference: Post (2018), A call for clarity in reporting BLEU scores; sacreBLEU 2.6.0.

    >>> import steelyard as sy
    >>> scores = sy.score({"A": ["a b", "c d"], "B": ["a b", "c d"]}, ["a b", "c d"], ["bleu"])
    >>> round(sy.compare(scores, test="sacrebleu-bootstrap").comparisons[0].p, 6)
    0.000999
    """

    name: ClassVar[str] = "sacrebleu-bootstrap"
    about: ClassVar[str] = "sacreBLEU's paired bootstrap, which shifts absolute differences"
    warning: ClassVar[str] = (
        "sacrebleu-bootstrap rejects too often: of systems that are alike 10 to 12 % at level .05; it is for "
        "repeating published numbers"
    )
    units: ClassVar[str] = SEGMENT
    counted: ClassVar[str | None] = "resamples"
    reproduces: ClassVar[str] = "sacreBLEU"

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair."""
        draws = sample.draws
        p = bootstrap_p(sample.statistics, sample.pairs, draws.resamples, draws.seed, sample.advance)
        return SignificanceOutcome(p, Signature.of(counted="larger"))

    def steps(self, draws: Draws) -> int:
        """Return the resamples, which are others than those of the intervals."""
        return draws.resamples


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
        staying = kept @ values
        rest = values.sum(axis=1, keepdims=True) - staying
        return np.asarray(np.abs(score(staying[b] + rest[a]) - score(rest[b] + staying[a])).T)

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
