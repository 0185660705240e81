"""A comparison: two systems under one measure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.estimate import IntervalEstimate


@dataclass(frozen=True, repr=False, kw_only=True)
class Comparison(IntervalEstimate):
    """Two systems under one measure.

    difference   score of a minus score of b, on the whole test set, with its interval low … high; where one
                 of them has no score for some segments, all numbers are of those that both have, and notice says so
    p            chance of such a difference, either way, if the systems were alike; p_corrected allows for all pairs
    better       the system that is shown to be better, or None where the two are not told apart
    wins         share of the bootstrap resamples in which a is better (Koehn), ties counted half
    effect       mean difference of the units' scores over its standard deviation, with its interval
    n            units that both systems have a score for; segments, if the unit is crossed
    reason       why a number is undefined, or neither system is better although p is small
    favoured     the system that p speaks for, small or not: the score of the whole test set favours it and, for a test
                 of unit scores, what that tests too; None where these two differ, or favour neither
    notice       which segments were compared, where that is not all that either system has
    trials       how many were made, where p is counted over them, and whether they are all there are (exact)
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "a", "b", "measure", "difference", "p", "p_corrected", "better", "low", "high", "wins", "effect",
        "effect_low", "effect_high", "n", "signature", "reason", "favoured", "notice", "trials", "exact",
    )  # fmt: skip

    a: str
    b: str
    measure: str
    p: float
    p_corrected: float
    better: str | None
    wins: float
    effect: float
    effect_low: float
    effect_high: float
    n: int
    favoured: str | None = None
    trials: int | None = None
    exact: bool | None = None

    @property
    def difference(self) -> float:
        """The value: that of a minus that of b."""
        return self.value

    @property
    def undefined(self) -> bool:
        """Whether some number is undefined."""
        return any(isinstance(value, float) and math.isnan(value) for value in vars(self).values())

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON output has it, without trials where the test makes none."""
        without = () if self.trials is not None else ("trials", "exact")
        return {name: value for name, value in super().to_dict().items() if name not in without}
