"""Estimates: a number with all that belongs to it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.result import Result
from steelyard.results.signature import Signature


@dataclass(frozen=True, repr=False, kw_only=True)
class Estimate(Result):
    """A number, and how sure it is: the base of all results that are one number.

    value      nan where it is undefined; `reason` then says why
    low, high  bounds of its interval, where there is one
    n          on how many units it rests, and what a unit is
    notice     what must be known before it is read
    signature  how it was made
    KEYS       what its dictionary has, in order; there the number may have a name of its own
    """

    KEYS: ClassVar[tuple[str, ...]] = ("value", "low", "high", "n", "unit", "reason", "notice", "signature")

    value: float
    low: float | None = None
    high: float | None = None
    n: int | None = None
    unit: str | None = None
    reason: str | None = None
    notice: str | None = None
    signature: Signature = Signature()

    def _keys(self) -> tuple[str, ...]:
        """Return the names of what there is to say, in order."""
        return self.KEYS


@dataclass(frozen=True, repr=False, kw_only=True)
class IntervalEstimate(Estimate):
    """An estimate that comes with an interval; its bounds are nan where that is undefined."""

    low: float = math.nan
    high: float = math.nan
