"""Estimates: a number with all that belongs to it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from steelyard.results.result import Result
from steelyard.results.signature import Signature


@dataclass(frozen=True, repr=False)
class Estimate(Result):
    """A number, and how sure it is.

    value      nan where it is undefined; `reason` then says why
    low, high  bounds of its interval, where there is one
    n          on how many units it rests, and what a unit is
    notice     what must be known before it is read
    signature  how it was made
    """

    value: float
    low: float | None = None
    high: float | None = None
    n: int | None = None
    unit: str | None = None
    reason: str | None = None
    notice: str | None = None
    signature: Signature = Signature()

    @property
    def defined(self) -> bool:
        """Tell whether there is a number."""
        return not math.isnan(self.value)
