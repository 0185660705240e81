"""Scores of a test set that an official tool makes of samples it draws in its own way: ROUGE-1.5.5's Average.

Sample i is drawn by the C library's drand48 after srand48(i), from the documents in the order of their names. The score
is the mean of the samples' scores, and its bounds are samples as well. Sums are made in the script's order, so that
numbers are equal to the last digit that it prints.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.draws import Draws
from steelyard.errors import SpecError
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics
from steelyard.threads import on_thread

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class ToolSamples:
    """The scores of the samples, sample × system, each system's in ascending order."""

    scores: Array

    def means(self) -> Array:
        """Return the mean of each system's samples."""
        # one by one in ascending order, as the script adds them
        return np.asarray(np.add.accumulate(self.scores, axis=0)[-1] / len(self.scores))

    def bounds(self, confidence: float) -> tuple[Array, Array]:
        """Return the samples at r(1−c)/2 and r(1+c)/2 − 1, counted from 0, of r in ascending order.

        Between two samples the script takes both bounds at the upper one's share of the way.

        >>> samples = ToolSamples(np.arange(1000.0)[:, None])
        >>> low, high = samples.bounds(0.95)
        >>> low.tolist(), high.tolist()
        ([25.0], [974.0])
        """
        outside = len(self.scores) * ((100 - round(100 * confidence, 9)) / 2) / 100
        upper = len(self.scores) - outside - 1
        share = upper - math.floor(upper)
        low, high = (self._between(math.floor(place), share) for place in (outside, upper))
        return low, high

    def _between(self, place: int, share: float) -> Array:
        below = self.scores[place]
        return np.asarray(below if share == 0 else below + (self.scores[place + 1] - below) * share)

    def signature(self, draws: Draws | None) -> Signature:
        """Return how scores, and intervals if there are any, are made."""
        of_intervals = {"confidence": f"{draws.confidence:g}", "interval": "rouge-1.5.5"} if draws else {}
        return Signature.of(samples=len(self.scores), drawn="drand48", **of_intervals)


def tool_samples(statistics: Statistics) -> ToolSamples:
    """Draw the samples of a measure that has `tool_samples`."""
    measure = statistics.measure
    systems, _, fields = statistics.values.shape
    columns = [rows[order] for rows, order in zip(statistics.values, _orders(statistics), strict=True)]
    rows = np.ascontiguousarray(np.concatenate(columns, axis=1), dtype=float)

    sums = on_thread(lambda flag: _core.drand48_sums(rows, 0, measure.tool_samples, flag))
    scores = measure.sample_score(sums.reshape(-1, systems, fields))
    return ToolSamples(np.sort(np.asarray(scores, float), axis=0))


def check_draws(measure: str, samples: int, draws: Draws) -> None:
    """Raise if intervals are asked for that samples drawn by a tool cannot give."""
    if draws.unit != "segment":
        raise SpecError(
            f"{measure}: unit={draws.unit} is not possible, for ROUGE-1.5.5 draws single segments; "
            f"samples=0 in the measure gives intervals of our own"
        )
    if draws.resamples != samples:
        raise SpecError(
            f"{measure}: its score and interval are of {samples:,} samples, and resamples={draws.resamples} is asked "
            f"for; give samples={draws.resamples} in the measure, or samples=0 for intervals of our own"
        )


def _orders(statistics: Statistics) -> list[list[int]]:
    """Return for each system the segments in the order in which the script sorts them: by "segment.system"."""
    units = statistics.values.shape[1]
    names = statistics.ids or tuple(map(str, range(units)))
    return [sorted(range(units), key=lambda n: f"{names[n]}.{system}") for system in statistics.systems]
