"""Two measures' decisions on pairs, exchanged: a permutation test for calibrated accuracy.

Each measure ties with an epsilon of its own, and decides every pair of outputs rightly or not. The two measures'
decisions on a pair are exchanged at random, as in PairwisePermutationSigDiff of mt-metrics-eval: nothing is calibrated
anew. It takes decisions on pairs for independent, which those that share an output are not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import check_counts, check_seed
from steelyard.inference.correlation.grouping import group_rows, known_rows
from steelyard.results.result import Result
from steelyard.statistics.resampling import TIE

Array = NDArray[Any]


@dataclass(frozen=True, repr=False)
class ExchangedDecisions(Result):
    """Two accuracies on the same pairs, and the two-sided p of their difference.

    one_sided   p of a difference a - b that large
    discordant  pairs that exactly one of the measures decides rightly
    """

    a: float
    b: float
    p: float
    one_sided: float
    pairs: int
    discordant: int
    trials: int
    reason: str | None = None


def exchanged_decisions(
    a: Array, b: Array, right: Array, epsilons: Sequence[float], grouping: str, trials: int = 1000, seed: int = 12345
) -> ExchangedDecisions:
    """Compare two measures' accuracies, system × segment scores, with an epsilon each."""
    check_counts(trials=trials)
    check_seed(seed)
    complete = ~np.isnan(a + b + right)
    rows = known_rows(*(group_rows(np.where(complete, side, np.nan)[None], grouping)[0] for side in (a, b, right)))
    pairs, right_a, right_b, apart = _decided(rows[:2], rows[2], epsilons)
    there = pairs > 0
    if not there.any():
        reason = "no group has two outputs with all scores"
        return ExchangedDecisions(math.nan, math.nan, math.nan, math.nan, 0, 0, trials, reason)
    pairs, right_a, right_b, apart = (counts[there] for counts in (pairs, right_a, right_b, apart))
    accuracy_a, accuracy_b = (float((side / pairs).mean()) for side in (right_a, right_b))
    # a decision that only one measure has right is a coin in every trial; pairs of groups of one size weigh the same
    sizes, of = np.unique(pairs, return_inverse=True)
    coins = np.bincount(of, apart).astype(np.int64)
    weights = 1 / (sizes * len(pairs))
    heads = np.random.Generator(np.random.Philox(seed)).binomial(coins, 0.5, (trials, len(coins)))
    drawn = (2 * heads - coins) @ weights
    difference = accuracy_a - accuracy_b
    slack = TIE * max(abs(difference), 1e-3)
    two_sided, one_sided = (
        (int((side >= least - slack).sum()) + 1) / (trials + 1)
        for side, least in ((np.abs(drawn), abs(difference)), (drawn, difference))
    )
    return ExchangedDecisions(accuracy_a, accuracy_b, two_sided, one_sided, int(pairs.sum()), int(coins.sum()), trials)


def _decided(sides: Sequence[Array], right: Array, epsilons: Sequence[float]) -> Array:
    """Return per group: pairs, those decided rightly by a and by b, and those by one of them alone."""
    counts = np.zeros((4, len(right)), np.int64)
    for step in range(1, right.shape[1]):
        wanted = right[:, step:] - right[:, :-step]
        there = ~np.isnan(wanted)
        by_a, by_b = (
            there & (_order(side[:, step:] - side[:, :-step], epsilon) == np.sign(wanted))
            for side, epsilon in zip(sides, epsilons, strict=True)
        )
        counts += [flags.sum(axis=1) for flags in (there, by_a, by_b, by_a ^ by_b)]
    return counts


def _order(differences: Array, epsilon: float) -> Array:
    return np.asarray(np.where(np.abs(differences) <= epsilon, 0, np.sign(differences)))
