"""A score: one value of one system under one measure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.results.estimate import Estimate


@dataclass(frozen=True, repr=False, kw_only=True)
class Score(Estimate):
    """One value of one system under one measure.

    group is the segment's id (or number from 0) at level segment, the facet's value at other levels, None for the
    whole test set;
    low and high bound the interval, if there is one; reason says why a value is undefined (nan), notice what else there
    is to know about it.
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "system", "measure", "level", "group", "value", "signature", "low", "high", "reason", "notice",
    )  # fmt: skip

    system: str
    measure: str
    level: str
    group: str | int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the score as the JSON output has it; an undefined value is null, with its reason."""
        out: dict[str, Any] = {"system": self.system, "measure": self.measure, "level": self.level}
        if self.group is not None:
            out["segment" if self.level == "segment" else "group"] = self.group
        out["value"] = None if math.isnan(self.value) else self.value
        if self.low is not None and self.high is not None:
            out |= {
                "low": None if math.isnan(self.low) else self.low,
                "high": None if math.isnan(self.high) else self.high,
            }
        if self.reason is not None:
            out["reason"] = self.reason
        if self.notice is not None:
            out["notice"] = self.notice
        out["signature"] = self.signature
        return out
