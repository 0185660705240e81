"""Data sets of a study: the values of a facet, their mean as the whole, and all segments pooled beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation.correlation import Correlation, correlate, regression
from steelyard.inference.correlation.rank_test import RankTest, rank_test
from steelyard.studies.recipes.judged import ALL, Judged

Array = NDArray[Any]
#: All segments as one data set, beside the mean over data sets.
POOLED = "pooled"
#: What a data set has of a measure.
STATISTICS = ("Spearman ρ", "p of ρ", "LR_t", "n", "d.f.", "Pearson r", "CD")


@dataclass(frozen=True, eq=False)
class DataSets:
    """Scores and human scores of systems on data sets."""

    judged: Judged

    @property
    def names(self) -> tuple[str, ...]:
        """The mean over the values of the facet, these, and all segments pooled; without a facet the whole alone."""
        values = self.judged.parts[1:]
        return (ALL, *values, POOLED) if values else (ALL,)

    def system_scores(self, label: str, name: str = ALL) -> tuple[Array, Array]:
        """Return a measure's scores and the human ones of each system; of both, more is better."""
        values = self.judged.parts[1:]
        if name == POOLED or not values:
            return self.judged.system_scores(label)
        if name != ALL:
            return self.judged.system_scores(label, name)
        sides = zip(*(self.judged.system_scores(label, value) for value in values), strict=True)
        scores, human = (np.mean(side, axis=0) for side in sides)
        return scores, human

    def pearson(self, label: str, name: str = ALL) -> Correlation:
        """Return Pearson's r over systems."""
        return correlate(*self.system_scores(label, name))

    def spearman(self, label: str, name: str = ALL) -> RankTest:
        """Return Spearman's ρ over systems with its p."""
        return rank_test(*self.system_scores(label, name))

    def statistics(self, label: str, name: str) -> tuple[float, float, float, int, int, float, float]:
        """Return ρ, its p, LR_t, n and its degrees of freedom, r and CD over systems."""
        rho, r = self.spearman(label, name), self.pearson(label, name)
        fit = regression(r.value, r.n)
        # With r = ±1 all systems lie on a line, and t has no finite value.
        t = fit.t if math.isfinite(fit.t) else math.nan
        return rho.rho, rho.p, t, r.n, max(fit.degrees, 0), r.value, fit.determination
