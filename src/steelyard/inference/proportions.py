"""Intervals of shares."""

from __future__ import annotations

import math
from statistics import NormalDist


def wilson(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval of a share (1927).

    >>> [round(bound, 4) for bound in wilson(5, 100)]
    [0.0215, 0.1118]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, shrink = hits / trials, 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / shrink
    # the bounds of none and of all are 0 and 1, which rounding would miss
    return (middle - half if hits else 0.0), (middle + half if hits < trials else 1.0)
