"""How work is run and what is drawn: the only settings that functions and commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError
from steelyard.results.signature import Signature

_MOST_THREADS = 1024
_MOST_RESAMPLES = 1_000_000
_MOST_TRIALS = 10_000_000
#: Called with (steps done, steps in all) as work goes on.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Draws:
    """What is drawn at random, and how often.

    unit        what is drawn or exchanged as a whole: segment, document or any facet
    resamples   of the bootstrap, which gives the intervals
    trials      of tests by randomisation or permutation
    confidence  share of the resamples that an interval covers
    seed        of all draws
    """

    unit: str = "segment"
    resamples: int = 1000
    trials: int = 10_000
    confidence: float = 0.95
    seed: int = 12345

    def __post_init__(self) -> None:
        _check_number("resamples", self.resamples, 2, _MOST_RESAMPLES)
        check_counts(trials=self.trials)
        check_seed(self.seed)
        check_share("confidence", self.confidence)
        if not isinstance(self.unit, str):
            raise SpecError(f"unit={self.unit!r} is not possible; expected 'segment' or a facet")

    def bootstrap_signature(self) -> Signature:
        """Return how percentile intervals are made."""
        return Signature.of(
            bootstrap=self.resamples,
            confidence=f"{self.confidence:g}",
            unit=self.unit,
            seed=self.seed,
            interval="percentile",
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
