"""Scores of measures beside what people say of the same outputs, for the studies of correlation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.draws import Progress
from steelyard.errors import InputError, worded
from steelyard.inference.correlation.correlation import Correlation, correlate
from steelyard.inference.correlation.grouping import GroupedCorrelation, correlate_outputs
from steelyard.judgements.measure import NORMALISED, Human, judged_share
from steelyard.judgements.scores import all_human_scores
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import mean_rows
from steelyard.results.table import Cell, Table
from steelyard.scores.table import ScoreTable
from steelyard.statistics import Statistics, scores_and_sums
from steelyard.studies.recipes.recipe import Choices

Array = NDArray[Any]
#: How the whole test set is called beside the values of a facet.
ALL = "all"
#: Why a correlation is undefined.
FLAT = "the scores of one side are all the same, or fewer than two points have both scores"
_SIDES = ("the scores", "the human scores")


@dataclass(frozen=True, eq=False)
class Judged:
    """A table of scores and human scores of the same systems, of the whole test set and of each of its parts.

    facet   whose values are the parts, if there is one
    """

    table: ScoreTable
    human: HumanStatistics
    facet: str | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The whole, and the values of the facet."""
        return (ALL, *(() if self.facet is None else dict.fromkeys(self.table.facet(self.facet))))

    @cached_property
    def _rows(self) -> list[int]:
        return [self.table.systems.index(name) for name in self.human.systems]

    def _segments(self, part: str) -> Array:
        if part == ALL or self.facet is None:
            return np.ones(len(self.table), bool)
        return np.array([value == part for value in self.table.facet(self.facet)])

    def on(self, part: str) -> Judged:
        """Return the scores and human scores of the segments of a part."""
        there = self._segments(part)
        columns = tuple(
            replace(column, statistics=None if column.statistics is None else _on(column.statistics, there))
            for column in self.table.columns
        )
        table = replace(
            self.table, segments=int(there.sum()), columns=columns, ids=_kept(self.table.ids, there), facets={},
            judgements=(), corpus=None,
        )  # fmt: skip
        return Judged(table, self.human.on(np.flatnonzero(there)))

    def segment_scores(self, label: str, part: str = ALL) -> tuple[Array, Array]:
        """Return a measure's scores and the human ones, system × segment of a part; of both, more is better."""
        there = self._segments(part)
        return self.table.of([label]).oriented("segment")[0][self._rows][:, there], self.human.values[:, there]

    def system_scores(self, label: str, part: str = ALL) -> tuple[Array, Array]:
        """Return a measure's scores and the mean human ones of each system on a part; of both, more is better."""
        level, place = ("system", 0) if part == ALL else (str(self.facet), self.parts.index(part) - 1)
        scores = self.table.of([label]).oriented(level)[0][self._rows]
        return scores[:, place], self.human.at(level)[:, place]

    def systems(self, label: str, part: str = ALL, coefficient: str = "pearson") -> Correlation:
        """Return how a measure goes with people over systems."""
        return correlate(*self.system_scores(label, part), coefficient, _SIDES)

    def segments(self, label: str, part: str = ALL, grouping: str = "system") -> GroupedCorrelation:
        """Return how a measure goes with people over segments: Pearson within each system, or of all outputs pooled."""
        return correlate_outputs(*self.segment_scores(label, part), "pearson", grouping)


def _on(statistics: Statistics, there: Array) -> Statistics:
    return replace(statistics.taken(np.flatnonzero(there)), facets={})


def _kept(names: tuple[str, ...] | None, there: Array) -> tuple[str, ...] | None:
    return None if names is None else tuple(itertools.compress(names, there))


def judgements(
    corpus: Corpus, choices: Choices, accept: Sequence[str] = (), normalised: bool = False
) -> tuple[HumanStatistics, ...]:
    """Return human scores of outputs: of the dimension asked for, or of all there are."""
    chosen = () if choices.dimension is None else (choices.dimension,)
    humans = all_human_scores(corpus, choices.human, chosen, accept, normalised)
    for human in humans:
        if human.whole:
            raise InputError("the study needs human scores of outputs, and these are one for each system as a whole")
        if len(human.systems) < 2:
            raise InputError(
                f"two or more systems with human scores ({human.dimension}) are needed; there is one: "
                f"{human.systems[0]}"
            )
    return humans


def normalised_or_why(
    corpus: Corpus, choices: Choices, accept: Sequence[str] = ()
) -> tuple[tuple[HumanStatistics, ...], str]:
    """Return human scores normalised by assessor; or none, and why there are none."""
    try:
        return judgements(corpus, choices, accept, normalised=True), ""
    except InputError as error:
        return (), str(error)


def combined(dimensions: Sequence[HumanStatistics]) -> HumanStatistics:
    """Return the mean over dimensions of the outputs that are judged on all of them."""
    if len(dimensions) == 1:
        return dimensions[0]
    systems = tuple(name for name in dimensions[0].systems if all(name in human.systems for human in dimensions))
    if not systems:
        names = ", ".join(human.dimension for human in dimensions)
        option = worded("--dimension", "dimension=…")
        raise InputError(f"no system is judged on all of {names}; name one of them ({option})")
    rows = mean_rows(np.mean([human.of(systems) for human in dimensions], axis=0))
    name = f"mean of {' + '.join(human.dimension for human in dimensions)}"
    measure = Human(dimension=name, judged=judged_share(rows), **_shared(dimensions))
    notices = tuple(dict.fromkeys(notice for human in dimensions for notice in human.notices))
    statistics = replace(dimensions[0].statistics, label=name, measure=measure, systems=systems, values=rows)
    return HumanStatistics(statistics, notices)


def _shared(dimensions: Sequence[HumanStatistics]) -> dict[str, Any]:
    """Return what the judgements of all dimensions rest on."""
    choices = [human.choices() for human in dimensions]
    designs = {(choice["assessors"], choice["design"]) for choice in choices}
    assessors, design = designs.pop() if len(designs) == 1 else (None, "by dimension")
    bases = dict.fromkeys((choice["scales"] or "").removeprefix(NORMALISED) for choice in choices)
    scales = f"{NORMALISED}{' and '.join(bases)}" if dimensions[0].normalised else None
    aggregate = (choices[0]["judgements"] or "").partition(",")[0]
    return {"judgements": aggregate, "assessors": assessors, "design": design, "scales": scales}


def scoring(progress: Progress | None, more: int) -> Progress | None:
    """Return what tells the progress of scoring, of which `more` further steps of a hundredth of it follow."""
    if progress is None:
        return None
    return lambda done, of: progress(100 * done // of, 100 + more)


def undefined_note(table: str, values: Sequence[float], why: Sequence[str | None] = ()) -> list[str]:
    """Return a sentence on a table's undefined cells, if there are any."""
    lost = sum(map(math.isnan, values))
    reasons = "; ".join(dict.fromkeys(reason for reason in why if reason))
    return [f"{table}: {lost} of {len(values)} cells undefined" + (f": {reasons}" if reasons else "")] if lost else []


def undefined_cells(table: Table, why: str = FLAT) -> list[str]:
    """Return a sentence on the undefined cells of a table, if there are any."""
    cells = [cell for row in table.rows for cell in row if isinstance(cell, float)]
    return undefined_note(table.title.split(":")[0], cells, [why])


def notices(judged: Judged) -> list[str]:
    """Return what must be said of the scores and of the human scores."""
    sentences = [*judged.table.notices, *judged.human.notices]
    for column in judged.table.columns:
        if column.statistics is not None:
            _, sums = scores_and_sums(column.statistics.measure, column.statistics.sums())
            if (notice := column.statistics.measure.notice(sums)) is not None:
                sentences.append(f"{column.label}: {notice}")
    return list(dict.fromkeys(sentences))


def all_notices(table: ScoreTable, humans: Sequence[HumanStatistics]) -> tuple[str, ...]:
    """Return what must be said of the scores and of the human scores of several dimensions, each once."""
    return tuple(dict.fromkeys(notice for human in humans for notice in notices(Judged(table, human))))


def row_of(name: str, values: Iterable[float]) -> tuple[Cell, ...]:
    """Return a row of a table: a name and numbers."""
    return (name, *values)


def in_words(p: float) -> str:
    """Return a p-value for a sentence."""
    return "p undefined" if math.isnan(p) else "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)
