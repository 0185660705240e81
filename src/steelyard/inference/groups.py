"""Systems that cannot be told apart: letters and ranges of ranks from pairwise decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def rank_ranges(better: Array) -> Array:
    """Return for each system its best and worst possible rank; better[i, j] says that i is shown to be better than j.

    >>> rank_ranges(np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], bool)).tolist()
    [[1, 2], [1, 3], [2, 3]]
    """
    beaten_by, beats = better.sum(axis=0), better.sum(axis=1)
    return np.stack([1 + beaten_by, len(better) - beats], axis=1)


def letters(different: Array) -> tuple[str, ...]:
    """Return letters such that two systems share one exactly if they are not shown to differ.

    Systems are given from best to worst; different[i, j] is symmetric. By the insert-and-absorb algorithm of Piepho
    (2004): each difference splits the groups that hold both systems, and a group within another is dropped.

    >>> letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], bool))
    ('a', 'ab', 'b')
    """
    groups = [frozenset(range(len(different)))]
    for i, j in zip(*np.nonzero(np.triu(different, 1)), strict=True):
        groups = [part for group in groups for part in ((group - {i}, group - {j}) if {i, j} <= group else (group,))]
        groups = [g for n, g in enumerate(groups) if not any(g < h or (g == h and m < n) for m, h in enumerate(groups))]
    groups.sort(key=sorted)
    return tuple("".join(_letter(n) for n, group in enumerate(groups) if i in group) for i in range(len(different)))


def _letter(number: int) -> str:
    """Return a … z, then a1 … z1, a2 …"""
    round_, place = divmod(number, 26)
    return chr(ord("a") + place) + (str(round_) if round_ else "")
