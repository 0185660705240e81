"""Any units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

import numpy as np

from steelyard.draws import check_seed
from steelyard.summaries.method import Method
from steelyard.summaries.terms import Weighed


@dataclass(frozen=True, kw_only=True)
class Random(Method):
    """Take units at random; which of a set depends on the seed and the set's id alone."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = "units at random"

    seed: int = 12345

    def __post_init__(self) -> None:
        check_seed(self.seed)

    def order(self, units: Weighed, count: int) -> Sequence[int]:
        """Return all units, shuffled."""
        del count
        name = int.from_bytes(sha256(units.documents.id.encode()).digest()[:8], "big")
        order: list[int] = np.random.default_rng([self.seed, name]).permutation(units.count).tolist()
        return order
