"""How work is run and what is drawn: the only settings that functions and commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.results.signature import Signature

_MOST_THREADS = 1024
_MOST_RESAMPLES = 1_000_000
_MOST_TRIALS = 10_000_000
#: Kinds of intervals: Student's t with the linearised error, the bootstrap with bias and skewness corrected and its
#: tails expanded, and the percentiles of the bootstrap.
T, BCA, PERCENTILE = "t", "bca", "percentile"
INTERVALS = (T, BCA, PERCENTILE)
#: Called with (steps done, steps in all) as work goes on.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Draws:
    """What is drawn at random, and how often.

    unit        what is drawn or exchanged as a whole: segment, document or any facet
    resamples   of the bootstrap, which gives the intervals
    trials      of tests by randomisation or permutation
    confidence  how often an interval is to hold the true value
    seed        of all draws
    interval    of scores and their differences: t (also where it is None), bca or percentile; all other intervals are
                percentiles of the resamples, and take no other kind
    """

    unit: str = "segment"
    resamples: int = 1000
    trials: int = 10_000
    confidence: float = 0.95
    seed: int = 12345
    interval: str | None = None

    def __post_init__(self) -> None:
        _check_number("resamples", self.resamples, 2, _MOST_RESAMPLES)
        check_counts(trials=self.trials)
        check_seed(self.seed)
        check_share("confidence", self.confidence)
        if not isinstance(self.unit, str):
            raise SpecError(f"unit={self.unit!r} is not possible; expected 'segment' or a facet")
        if self.interval is not None and self.interval not in INTERVALS:
            raise SpecError(f"interval={self.interval!r} is not possible" + suggestion(str(self.interval), INTERVALS))

    @property
    def kind(self) -> str:
        """Kind of the intervals of scores and their differences."""
        return self.interval or T

    def intervals_in_words(self) -> str:
        """Say in words which intervals of scores are made."""
        how = {
            T: "by t",
            BCA: f"by BCa, the corrected bootstrap of {self.resamples:,} resamples",
            PERCENTILE: f"by percentiles of {self.resamples:,} resamples",
        }
        return f"intervals of {100 * self.confidence:.4g}% {how[self.kind]}"

    def interval_signature(self) -> Signature:
        """Return how intervals of scores are made; those by t draw nothing."""
        if self.kind != T:
            return self._signature(self.kind)
        return Signature.of(confidence=f"{self.confidence:g}", unit=self.unit, interval=T)

    def bootstrap_signature(self) -> Signature:
        """Return how percentile intervals are made."""
        return self._signature(PERCENTILE)

    def check_percentile(self, what: str) -> None:
        """Raise if intervals that can only be percentiles are asked for by another kind."""
        if self.interval not in (None, PERCENTILE):
            raise SpecError(f"interval={self.interval} is not possible for {what}; they have percentile intervals")

    def _signature(self, kind: str) -> Signature:
        confidence = f"{self.confidence:g}"
        return Signature.of(
            bootstrap=self.resamples, confidence=confidence, unit=self.unit, seed=self.seed, interval=kind
        )


@dataclass(frozen=True)
class Run:
    """How work is done, which has no effect on any number.

    threads   how many; without it, one for each core
    accept    what is taken that is refused otherwise: bom, crlf, empty, long, unannotated
    progress  called with (steps done, steps in all)
    """

    threads: int | None = None
    accept: Sequence[str] = ()
    progress: Progress | None = None


def check_counts(**counts: int) -> None:
    """Raise unless numbers of draws, given by their names, are possible."""
    for name, count in counts.items():
        _check_number(name, count, 1, _MOST_TRIALS)


def check_seed(seed: Any) -> None:
    """Raise unless a seed is possible."""
    _check_number("seed", seed, 0, 2**64 - 1, "2^64-1")


def check_share(name: str, share: Any) -> None:
    """Raise unless a setting lies between 0 and 1."""
    if not isinstance(share, float) or not 0 < share < 1:
        raise SpecError(f"{name}={share} is not possible; expected between 0 and 1")


def _check_number(name: str, number: Any, least: int, most: int, shown: str = "") -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise SpecError(f"{name}={number} is not possible; expected {least} to {shown or f'{most:,}'}")


def thread_count(threads: int | None) -> int:
    """Return the threads to use: those asked for, or one per core we may run on."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or not 1 <= threads <= _MOST_THREADS:
        raise SpecError(f"threads={threads!r} is not possible; expected 1 to {_MOST_THREADS}")
    return threads
