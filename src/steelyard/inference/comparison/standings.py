"""Systems that cannot be told apart: letters and ranges of ranks from pairwise decisions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.results.estimate import IntervalEstimate

Array = NDArray[Any]


@dataclass(frozen=True, repr=False, kw_only=True)
class Standing(IntervalEstimate):
    """A place from best to worst: of a system under a measure, or of a measure by its correlation with people.

    system        whose place it is; "" where it is the measure's, which then has dimension and kind of judgements,
                  level and coefficient
    value         with its interval low … high, if it is a system's
    letters       those that share a letter are not told apart; None if systems are compared with a baseline only, if
                  there is no value, or if there are too many groups
    best_rank …   among those with a value, as far as the pairwise decisions leave it open; None likewise
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "system", "measure", "human", "judgements", "level", "coefficient", "value", "low", "high", "letters",
        "best_rank", "worst_rank",
    )  # fmt: skip

    system: str = ""
    measure: str
    human: str = ""
    judgements: str = ""
    level: str = ""
    coefficient: str = ""
    letters: str | None = None
    best_rank: int | None = None
    worst_rank: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as the JSON output has it, without what is not of its kind."""
        others = ("human", "judgements", "level", "coefficient") if self.system else ("system", "low", "high")
        return {name: value for name, value in super().to_dict().items() if name not in others}

    @property
    def ranks(self) -> str:
        """The ranks that are possible, as a reader has them; nothing where there are none."""
        if self.best_rank is None or self.worst_rank is None:
            return ""
        return f"{self.best_rank}" if self.best_rank == self.worst_rank else f"{self.best_rank}–{self.worst_rank}"


def ranked(standings: Sequence[Standing], decisions: Iterable[tuple[str, str, str | None]]) -> list[Standing]:
    """Return standings, from best to worst and those without a value last, with their letters and ranks.

    A decision names two systems (or measures), and the better of them, if one is shown to be.
    """
    defined = [standing for standing in standings if not math.isnan(standing.value)]
    place = {standing.system or standing.measure: n for n, standing in enumerate(defined)}
    better = np.zeros((len(defined), len(defined)), bool)
    for first, second, best in decisions:
        if best is not None:
            better[place[best], place[second if best == first else first]] = True
    shared, ranges = letters(better | better.T) or [None] * len(defined), rank_ranges(better).tolist()
    with_ranks = [
        replace(standing, letters=group, best_rank=best, worst_rank=worst)
        for standing, group, (best, worst) in zip(defined, shared, ranges, strict=True)
    ]
    return [*with_ranks, *standings[len(defined) :]]


def rank_ranges(better: Array) -> Array:
    """Return for each system its best and worst possible rank; better[i, j] says that i is shown to be better than j.

    >>> rank_ranges(np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], bool)).tolist()
    [[1, 2], [1, 3], [2, 3]]
    """
    beaten_by, beats = better.sum(axis=0), better.sum(axis=1)
    return np.stack([1 + beaten_by, len(better) - beats], axis=1)


#: More groups than these are no help to a reader, and random decisions would have exponentially many.
MOST_GROUPS = 1_000


def letters(different: Array) -> tuple[str, ...] | None:
    """Return letters such that two systems share one exactly if they are not shown to differ; None if too many.

    Systems are given from best to worst; different[i, j] is symmetric. After Piepho's insert and absorb (2004), for all
    differences of a system at once: they split a group that holds the system into one without it and one without those
    it differs from, and a group within another is dropped. Groups are bit masks.

    >>> letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], bool))
    ('a', 'ab', 'b')
    """
    size = len(different)
    groups = [(1 << size) - 1]
    for i in range(size):
        system = 1 << i
        differing = sum(1 << int(j) for j in np.flatnonzero(different[i]))
        split = [group for group in groups if group & system and group & differing]
        kept = [group for group in groups if not (group & system and group & differing)]
        # a part without i can lie within kept groups only, and one with i within those that hold i
        without = [part for part in {group & ~system for group in split} if not any(part & ~g == 0 for g in kept)]
        holding = [group for group in kept if group & system]
        for part in sorted({group & ~differing for group in split}, key=int.bit_count, reverse=True):
            if not any(part & ~g == 0 for g in holding):
                holding.append(part)
        groups = [*(group for group in kept if not group & system), *without, *holding]
        if len(groups) > MOST_GROUPS:
            return None
    members = sorted([n for n in range(size) if group >> n & 1] for group in groups)
    named: list[list[str]] = [[] for _ in range(size)]
    for number, group in enumerate(members):
        for n in group:
            named[n].append(_letter(number))
    return tuple(map("".join, named))


def _letter(number: int) -> str:
    """Return a … z, then a1 … z1, a2 …"""
    round_, place = divmod(number, 26)
    return chr(ord("a") + place) + (str(round_) if round_ else "")
