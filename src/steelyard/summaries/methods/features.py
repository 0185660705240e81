"""Units that look like those that people extract."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import ClassVar, Self

import numpy as np

from steelyard.draws import check_seed
from steelyard.errors import InputError, SpecError, worded
from steelyard.summaries.method import Array, Ranked
from steelyard.summaries.mixture import Mixture
from steelyard.summaries.terms import Weighed, check_dimensions


@dataclass(frozen=True, kw_only=True)
class Features(Ranked):
    """Take the units that are more probable under a mixture of Gaussians of units that people extracted than of others.

        score(i) = ln p(f(i) | extracted) − ln p(f(i) | not)

    f has the mean and the highest tf·idf of the unit's words, and whatever a file of features adds, each standardised
    by the mean and deviation of the training units. Left open by the paper: how many components, and how they begin.

    Reference: Murray, Renals, Carletta & Moore (2005), §3.3.
    """

    name: ClassVar[str] = "features"
    about: ClassVar[str] = "units like those that people extract, by their features"

    components: int = 2
    seed: int = 12345
    fit: tuple[Array, Array, Mixture, Mixture] | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.components <= 64:
            raise SpecError(f"{self.name}: components={self.components} is not possible; expected 1 to 64")
        check_seed(self.seed)

    def trained(self, training: Sequence[Weighed]) -> Self:
        """Return the method fitted to units that were extracted, and to those that were not."""
        if not training:
            raise self._untrained()
        table = np.concatenate([self.features(units) for units in training])
        chosen = np.concatenate([_chosen(units) for units in training])
        for what, some in (("extracted", chosen), ("not extracted", ~chosen)):
            if some.sum() < max(2, self.components):
                raise InputError(
                    f"{self}: {int(some.sum())} units of the training documents are {what}; it needs "
                    f"{max(2, self.components)} at least"
                )
        center, spread = table.mean(axis=0), table.std(axis=0)
        spread[spread == 0] = 1.0
        table = (table - center) / spread
        mixtures = [Mixture.fit(table[some], self.components, self.seed) for some in (chosen, ~chosen)]
        method = copy(self)
        object.__setattr__(method, "fit", (center, spread, *mixtures))
        return method

    def _untrained(self) -> InputError:
        return InputError(f"{self} learns from documents with extracts; give some as {worded('--train', 'train=')}")

    def features(self, units: Weighed) -> Array:
        """Return unit × feature."""
        own = [units.mean_weights, _highest(units)]
        return np.stack([*own, *units.documents.features.values()], axis=1)

    def scores(self, units: Weighed) -> Array:
        """Return the logarithm of how many times more probable each unit is as one that is extracted."""
        if self.fit is None:
            raise self._untrained()
        center, spread, extracted, others = self.fit
        table = self.features(units)
        if table.shape[1] != len(center):
            raise InputError(f"{self}: set {units.documents.id!r} has other features than the training documents")
        table = (table - center) / spread
        return extracted.log_density(table) - others.log_density(table)


@dataclass(frozen=True, kw_only=True)
class FeaturesLsa(Features):
    """Features, and the score of `lsa-score` as one more.

    Reference: Murray, Renals, Carletta & Moore (2005), §3.3.
    """

    name: ClassVar[str] = "features-lsa"
    about: ClassVar[str] = "units like those that people extract, by their features and lsa-score"

    dimensions: int = 300

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dimensions(self.name, self.dimensions)

    def features(self, units: Weighed) -> Array:
        """Return unit × feature, the length in the space of topics last."""
        return np.column_stack([super().features(units), units.topic_lengths(self.dimensions)])


def _highest(units: Weighed) -> Array:
    """Return the highest idf-weighted term of each unit; 0 of one that has none."""
    return np.asarray(units.weights.max(axis=1, initial=0.0))


def _chosen(units: Weighed) -> Array:
    chosen = np.zeros(units.count, bool)
    if units.documents.extract is None:
        raise InputError(f"set {units.documents.id!r} of the training documents has no extract; give every set one")
    chosen[list(units.documents.extract)] = True
    return chosen
