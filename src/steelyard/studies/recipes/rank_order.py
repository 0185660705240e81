"""Ranks of systems by a measure on each data set, over their ranks by people on all data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation.series import ranks
from steelyard.results.figure import Axis, Figure
from steelyard.results.numbers import shown
from steelyard.results.table import Cell, Table
from steelyard.studies.recipes.data_sets import POOLED, DataSets
from steelyard.studies.recipes.judged import ALL

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class RankOrder:
    """Ranks by a measure, whose notation is `label` and which is called `measure`; `number` is that of the figure."""

    data: DataSets
    label: str
    measure: str
    number: int

    @cached_property
    def _people(self) -> Array:
        """The rank of each system by its human mean over all data; nan where it has none."""
        return _ranked(self.data.system_scores(self.label)[1])

    def _by_measure(self) -> dict[str, Array]:
        return {name: _ranked(self.data.system_scores(self.label, name)[0]) for name in self.data.names}

    def table(self) -> Table:
        """Return system, rank by people, and the rank by the measure on each data set; best by people first."""
        columns = self._by_measure()
        systems = self.data.judged.human.systems
        rows: list[tuple[Cell, ...]] = [
            (systems[n], float(self._people[n]), *(float(column[n]) for column in columns.values()))
            for n in np.argsort(self._people, kind="stable")
        ]
        title = f"Figure {self.number}: rank by people over all data, and by {self.measure} on each data set"
        return Table("ranks", title, ("system", "people", *columns), tuple(rows))

    def figure(self) -> Figure:
        """Return a line for each data set over one order of systems, which are named on that of all data."""
        rows = tuple(
            {"system": name, "data": part, "people": float(theirs), "measure": float(own),
             "name": name if part == ALL else ""}
            for part, column in self._by_measure().items()
            if part != POOLED
            for name, theirs, own in zip(self.data.judged.human.systems, self._people, column, strict=True)
        )  # fmt: skip
        rhos = (f"{name} {shown(self.data.spearman(self.label, name).rho, '.3f')}" for name in self.data.names)
        return Figure(
            f"figure-{self.number}",
            f"Figure {self.number}: ranks of systems by {self.measure}, without stop words, and by people", "lines",
            rows, Axis("people", "rank by people over all data"), Axis("measure", f"rank by {self.measure}"),
            colour="data", diagonal=True, beside="ranks", name_field="name",
            description=f"Ranks of {len(self._people)} systems by {self.measure}, without stop words, a line for each "
            "data set, over their ranks by people over all data; on the diagonal both are the same. "
            f"Spearman's ρ with people on the same data: {'; '.join(rhos)}.",
        )  # fmt: skip


def _ranked(scores: Array) -> Array:
    """Return ranks, 1 for the highest, of the scores that there are."""
    places = np.full(len(scores), np.nan)
    there = ~np.isnan(scores)
    places[there] = ranks(-scores[there])
    return places
