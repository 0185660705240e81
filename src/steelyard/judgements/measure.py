"""Judgements as statistics: people are scored, compared and ranked like any measure.

An output's value is the mean (or median) of its judgements, whoever made them, and a system's score the mean of the
values of its outputs, as in a meta-evaluation. An output that nobody judged has no part in the mean. Statistics are of
outputs, (value, judged, not judged), which add up whatever the value is of; judgements within an output do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import DIMENSION, HUMAN, Judgement
from steelyard.errors import InputError, SpecError, worded
from steelyard.judgements.scores import DimensionScores, all_human_scores
from steelyard.judgements.sources import GivenJudgements, Outputs
from steelyard.measures.kinds.base import Mean, option
from steelyard.results.numbers import counted
from steelyard.statistics import Statistics
from steelyard.text import Batch


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
    assessors: str = option("", "how many there are")
    design: str = option("", "whether assessors are crossed with outputs or outputs nested in assessors")
    scales: str | None = option(None, "over which judgements each assessor was brought to mean 0 and deviation 1")
    judged: str = option("", "outputs with a judgement, of all")

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
class HumanStatistics:
    """Statistics of each dimension, all of the same systems, and what is to be known of them."""

    statistics: tuple[Statistics, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Outputs of which nothing is known but who made them, and how many segments there are."""

    systems: tuple[str, ...]
    segments: int
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()

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


def human_statistics(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    accept: Sequence[str] = (),
) -> HumanStatistics:
    """Return the statistics of the dimensions named, or of all there are, for all systems; some may not be judged.

    human   judgements as `sy.meta` takes them; without them, those that the corpus carries
    """
    return statistics_of(all_human_scores(outputs, human, dimensions, accept), outputs)


def statistics_of(dimensions: Sequence[DimensionScores], outputs: Outputs) -> HumanStatistics:
    """Return the statistics of scores of people, for all systems; one that nobody judged has no score."""
    names = ", ".join(scores.dimension for scores in dimensions)
    if any(scores.whole for scores in dimensions):
        raise InputError(
            f"the human scores ({names}) are one for each system, and beside measures people need scores of segments: "
            f"give {worded('a column seg (or id)', 'a list for each system, or a column seg (or id) in a file')}, or "
            f"hold measures against scores of systems with {worded('`steelyard meta`', 'sy.meta')}"
        )
    notices = dict.fromkeys(notice for scores in dimensions for notice in (*scores.notices, *_cautions(scores)))
    return HumanStatistics(tuple(_statistics(scores, outputs) for scores in dimensions), tuple(notices))


def _statistics(scores: DimensionScores, outputs: Outputs) -> Statistics:
    systems = tuple(outputs.systems)
    values = scores.of(systems)
    missing = np.isnan(values)
    measure = (HumanRate if scores.is_rate else Human)(**scores.choices())
    weights = np.where(missing, 0.0, 1.0 if scores.weights is None else _rows(scores.weights, scores, systems))
    rates = np.where(missing, 0.0, -values if scores.is_rate else values)
    rows = np.stack([rates * weights, weights, missing], axis=-1)
    ids = None if outputs.ids is None else tuple(outputs.ids)
    facets = {name: tuple(column) for name, column in outputs.facets.items()}
    return Statistics(dimension_name(scores.dimension), measure, systems, measure.fields, rows, (0, 0), ids, facets)


def _rows(weights: NDArray[np.float64], scores: DimensionScores, systems: tuple[str, ...]) -> NDArray[np.float64]:
    """Return the weights of these systems in this order."""
    return replace(scores, values=weights).of(systems)


def _cautions(scores: DimensionScores) -> Iterator[str]:
    """Say how many outputs nobody judged, and whether it matters who judged the others."""
    if uneven := scores.uneven_assessors():
        yield f"{uneven}; differences between systems may be differences between their assessors"
    values = scores.values
    if missing := int(np.isnan(values).sum()):
        label = dimension_name(scores.dimension)
        yield f"{label} has no score for {missing:,} of {counted(values.size, 'output')}, for nobody judged them"


def dimension_name(dimension: str) -> str:
    """Return what a dimension is called wherever people stand beside measures: by its name, or "human"."""
    return HUMAN if dimension == DIMENSION else dimension


def people_on(dimension: str) -> str:
    """Return who said something on a dimension: people (adequacy), or people."""
    return "people" if dimension == DIMENSION else f"people ({dimension})"
