"""Approximate randomisation."""

from __future__ import annotations

from typing import ClassVar

from steelyard.draws import Draws
from steelyard.inference.comparison.significance import Sample, SignificanceOutcome, SignificanceTest
from steelyard.results.signature import Signature
from steelyard.statistics.resampling import randomisation


class Randomisation(SignificanceTest):
    """Exchange the two systems' outputs on units chosen at random, and see how often the scores differ as much.

        p = (c + 1) / (T + 1), c of T trials with |score(A') − score(B')| ≥ |score(A) − score(B)|

    It is about the score of the whole test set, and assumes nothing but that, were the systems alike, each unit might
    as well have come from the other one. With few units, all 2^n exchanges are made instead, and p = c / 2^n is exact.
    Differences that are equal but for rounding count, so a system against itself has p = 1.

    Reference: Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; Riezler & Maxwell (2005).

    >>> import steelyard as sy
    >>> scores = sy.score({"A": ["a b", "c d"], "B": ["a b", "x y"]}, ["a b", "c d"], ["wer"])
    >>> sy.compare(scores, test="randomisation").comparisons[0].p
    1.0
    """

    name: ClassVar[str] = "randomisation"
    about: ClassVar[str] = "approximate randomisation: units exchanged between the two systems at random"
    counted: ClassVar[str | None] = "trials"

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair, and whether all exchanges were made."""
        draws, pairs = sample.draws, [(int(a), int(b)) for a, b in sample.pairs]
        exchanged = randomisation(
            sample.statistics, pairs, draws.trials, draws.seed, draws.unit, sample.threads, sample.advance
        )
        choices = Signature.of(trials=exchanged.trials, exact="true" if exchanged.exact else "false")
        return SignificanceOutcome(exchanged.p(), choices, exchanged.trials, exchanged.exact)

    def exchanges(self, draws: Draws, units: int) -> int | None:
        """Return 2^units where that is no more than the trials."""
        return 1 << units if 1 << min(units, 63) <= draws.trials else None
