"""Judgements as statistics: people are scored, compared and ranked like any measure.

An output's value is the mean (or median) of its judgements, whoever made them, and a system's score the mean of the
values of its outputs, as in a meta-evaluation. An output that nobody judged has no part in the mean. Statistics are of
outputs, (value, judged, not judged), which add up whatever the value is of; judgements within an output do not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.corpus.judgement import DIMENSION, HUMAN, Judgement
from steelyard.corpus.selection import Selection
from steelyard.errors import SpecError, worded
from steelyard.measures.kinds.base import Mean, option
from steelyard.statistics import Statistics
from steelyard.text import Batch

#: What scales say where each assessor was brought to mean 0 and deviation 1, before over which judgements.
NORMALISED = "normalised over "
#: What judgements say where the score of several outputs is the ratio of their sums.
RATIO = "ratio-of-sums"


@dataclass(frozen=True, kw_only=True)
class Human(Mean):
    """What people say on one dimension; the score of several segments is the mean of their outputs' values."""

    name: ClassVar[str] = HUMAN
    family: ClassVar[str] = HUMAN
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, math.inf)
    undefined: ClassVar[str] = "nobody judged it"
    needs: ClassVar[tuple[str, ...]] = ("scores",)

    dimension: str = option("", "what people were asked")
    weights: str | None = option(None, "penalties of MQM annotations")
    judgements: str = option("mean", "how the judgements of one output become its value")
    assessors: str | None = option(None, "how many there are")
    design: str = option("", "whether assessors are crossed with outputs or outputs nested in assessors")
    scales: str | None = option(None, "over which judgements each assessor was brought to mean 0 and deviation 1")
    judged: str | None = option(
        None, "outputs with a judgement, of all; none where each system has one value as a whole"
    )

    @property
    def digits(self) -> int:
        """Decimals; the scale of the judgements is not known."""
        return 2

    def values(self, batch: Batch) -> NDArray[Any]:
        """Raise: texts cannot be scored by it."""
        raise SpecError("people score no texts here; their scores come from a file" + worded(" (--human)", ""))


@dataclass(frozen=True, kw_only=True)
class HumanRate(Human):
    """How often outputs are wrong to people; lower is better.

    Where outputs have weights, as words, the score of several is the sum of what is wrong over the sum of weights.
    """

    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Outputs of which nothing is known but who made them, and how many segments there are."""

    systems: tuple[str, ...]
    segments: int
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()
    selection: Selection | None = None

    def __len__(self) -> int:
        return self.segments

    def facet(self, name: str) -> tuple[str, ...]:
        """Return a facet's values, one per segment."""
        return self.facets[name]


@dataclass(frozen=True, eq=False)
class ScoredOutputs:
    """The outputs that statistics are of, where their texts are not at hand."""

    statistics: Statistics
    judgements: tuple[Judgement, ...] = ()

    def __len__(self) -> int:
        return int(self.statistics.values.shape[1])

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return self.statistics.systems

    @property
    def ids(self) -> tuple[str, ...] | None:
        """Segment names."""
        return self.statistics.ids

    @property
    def facets(self) -> Mapping[str, tuple[str, ...]]:
        """Facet → one value per segment."""
        return self.statistics.facets

    def facet(self, name: str) -> tuple[str, ...]:
        """Return a facet's values, one per segment."""
        return self.facets[name]

    @property
    def selection(self) -> Selection | None:
        """What the segments are of a larger test set."""
        return self.statistics.selection


def dimension_name(dimension: str) -> str:
    """Return what a dimension is called wherever people stand beside measures: by its name, or "human"."""
    return HUMAN if dimension == DIMENSION else dimension


def people_on(dimension: str) -> str:
    """Return who said something on a dimension: people (adequacy), or people."""
    return "people" if dimension == DIMENSION else f"people ({dimension})"


def judged_share(rows: NDArray[Any]) -> str:
    """Return how many of the outputs have a judgement."""
    return f"{int((rows[..., 1] > 0).sum())}/{rows[..., 1].size}"
