"""The values that scores of segments are means of, one by one, as judgements of outputs are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class SingleValues:
    """Values of outputs, of which one output may have several: of each its system, its segment and itself.

    systems, segments   the places of each value's system and segment
    """

    systems: Array
    segments: Array
    values: Array

    def of(self, system: int) -> Array:
        """Return the values of a system."""
        return np.asarray(self.values[self.systems == system])

    def among(self, systems: Sequence[int]) -> SingleValues:
        """Return the values of some systems, numbered anew in this order; -1 is one that has none."""
        return self._parts([np.flatnonzero(self.systems == system) for system in systems], "systems")

    def taken(self, segments: Sequence[int] | Array) -> SingleValues:
        """Return the values of some segments, numbered anew in this order; one that is there twice counts twice."""
        order = np.argsort(self.segments, kind="stable")
        places = np.asarray(segments)
        ends = np.searchsorted(self.segments[order], np.stack([places, places + 1]))
        return self._parts([order[start:end] for start, end in ends.T], "segments")

    def _parts(self, parts: Sequence[Array], numbered: str) -> SingleValues:
        """Return parts one after the other, what is numbered being the number of the part."""
        chosen = np.concatenate([np.zeros(0, int), *parts])
        number = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        places = {"systems": self.systems[chosen], "segments": self.segments[chosen], numbered: number}
        return SingleValues(**places, values=self.values[chosen])
