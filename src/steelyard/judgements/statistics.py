"""What people say on one dimension, as statistics: whatever is compared with people reads it off these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import HUMAN
from steelyard.errors import InputError, SpecError
from steelyard.judgements.measure import RATIO, Human, judged_share
from steelyard.measures.kinds.base import mean_rows, ratio
from steelyard.results.brief import Brief
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics


@dataclass(frozen=True, eq=False, repr=False)
class HumanStatistics(Brief):
    """What people say on one dimension: statistics of the systems that they judged, and what is to be known of them.

    statistics  those of a measure called by the dimension: an output's value is the mean or median of its judgements
    notices     what was left out
    uneven      says if systems would differ by who judged them alone, as where strict assessors judged only some
    """

    statistics: Statistics
    notices: tuple[str, ...] = ()
    uneven: str | None = None

    def _summary(self) -> str:
        return f"{self.dimension}, systems {', '.join(self.systems)}"

    @property
    def _human(self) -> Human:
        measure = self.statistics.measure
        if not isinstance(measure, Human):
            raise SpecError(f"{self.statistics.label} is no measure of people")
        return measure

    @property
    def dimension(self) -> str:
        """What people were asked."""
        return self._human.dimension

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that have judgements."""
        return self.statistics.systems

    @property
    def whole(self) -> bool:
        """Whether each system has one value as a whole."""
        return self._human.judged is None

    @property
    def normalised(self) -> bool:
        """Whether each assessor's judgements were brought to mean 0 and deviation 1 first."""
        return self._human.scales is not None

    @property
    def values(self) -> NDArray[np.float64]:
        """System × segment (or × 1 where each system has one value): each output's value, or nan; more is better.

        Rates of errors are negative numbers here.
        """
        rows = self.statistics.values
        values = ratio(rows[..., 0], rows[..., 1])
        return values if self._human.higher_is_better else 0.0 - values

    def at(self, level: str) -> NDArray[np.float64]:
        """Return system × group: the mean of the judged outputs of each group; nan where none is judged."""
        if self.whole and level != "system":
            raise InputError(f"the human scores are one for each system, which is not level {level}; use level system")
        if self.whole or level == "segment":
            return self.values
        # Sums as products of matrices, as they have always been: correlations keep their last digits.
        values, weights = self.values, np.ascontiguousarray(self.statistics.values[..., 1])
        groups = self.statistics.units(level)[1] if level != "system" else np.zeros(values.shape[1], np.int64)
        member = np.equal.outer(groups, np.arange(groups.max() + 1)).astype(float)
        return ratio((np.where(np.isnan(values), 0.0, values) * weights) @ member, weights @ member)

    def means(self) -> NDArray[np.float64]:
        """Return the mean of each system on the scale of the judgements: of a rate, lower is better."""
        means = self.at("system")[:, 0]
        return means if self._human.higher_is_better else 0.0 - means

    def of(self, systems: Sequence[str]) -> NDArray[np.float64]:
        """Return system × segment for these systems in this order; nan where one has no judgements."""
        values, row = self.values, {name: n for n, name in enumerate(self.systems)}
        none = np.full(values.shape[1], np.nan)
        return np.stack([values[row[name]] if name in row else none for name in systems])

    def among(self, systems: Sequence[str]) -> Statistics:
        """Return the statistics of these systems in this order; one that nobody judged has no score."""
        rows, row = self.statistics.values, {name: n for n, name in enumerate(self.systems)}
        none = mean_rows(np.full(rows.shape[1], np.nan))
        values = np.stack([rows[row[name]] if name in row else none for name in systems])
        singles = self.statistics.singles
        if singles is not None:
            singles = singles.among([row.get(name, -1) for name in systems])
        return replace(self.statistics, systems=tuple(systems), values=values, singles=singles)

    def on(self, segments: NDArray[np.int64]) -> HumanStatistics:
        """Return what people say of some segments, which have no facets then."""
        some = replace(self.statistics.taken(segments), facets={})
        measure = replace(self._human, judged=judged_share(some.values))
        return replace(self, statistics=replace(some, measure=measure))

    def choices(self) -> dict[str, str | None]:
        """Return what people's scores rest on, as the signature of every number that they have a part in says it."""
        return {choice.name: getattr(self._human, choice.name) for choice in self._human.options()}

    def signature(self, level: str) -> Signature:
        """Return how the values of a level came about."""
        plain = self.whole or level == "segment" or self._human.judgements.endswith(RATIO)
        means = {} if plain else {level: "mean"}
        return Signature.of(HUMAN, **self.choices(), **means)
