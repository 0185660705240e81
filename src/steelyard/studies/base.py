"""What a study is: a recipe that makes tables, findings and figures of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.corpus import Corpus
from steelyard.meta.human import Given
from steelyard.meta.tabular import Cell, Table
from steelyard.statistics import Progress

__all__ = ["Bars", "Cell", "Histogram", "Plot", "Points", "Recipe", "Setup", "Study", "Table"]


@dataclass(frozen=True)
class Bars:
    """A plot for the terminal: one value to a line, with its interval where there is one; nan is undefined."""

    title: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Points:
    """A plot for the terminal: y over x; a point with nan is left out and counted."""

    title: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    names: tuple[str, str] = ("x", "y")


@dataclass(frozen=True)
class Histogram:
    """A plot for the terminal: how many values lie where; nan is left out and counted."""

    title: str
    values: tuple[float, ...]


Plot = Bars | Points | Histogram


@dataclass(frozen=True)
class Study:
    """What a study found: tables, findings in words, figures (name → Vega-Lite specification), signatures.

    plots   what a terminal shows of the figures, in plain characters
    """

    name: str
    paper: str
    tables: tuple[Table, ...]
    findings: tuple[str, ...]
    figures: Mapping[str, dict[str, Any]]
    signatures: tuple[str, ...]
    plots: tuple[Plot, ...] = ()

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"study": […], "tables": […], "findings": […], "signatures": […]} as the JSON output has it."""
        return {
            "study": [{"name": self.name, "paper": self.paper}],
            "tables": [table.to_dict() for table in self.tables],
            "findings": list(self.findings),
            "signatures": list(self.signatures),
        }


@dataclass(frozen=True)
class Setup:
    """How a study is run.

    human, dimension   judgements as `human_scores` takes them; without a file, the corpus's own
    pair               two systems, for studies of two
    simulations        how often what is drawn at random is drawn: simulations, samples of systems, sets of measures
    trials             of each test
    progress           called with (steps done, steps in all)
    """

    human: Given | None = None
    dimension: str | None = None
    pair: tuple[str, str] | None = None
    simulations: int = 500
    trials: int = 1000
    seed: int = 12345
    threads: int | None = None
    accept: Sequence[str] = ()
    progress: Progress | None = None


@dataclass(frozen=True)
class Recipe:
    """A study that can be run.

    measures   those of the paper, or the nearest there are
    run        what makes the study of a corpus and measures
    takes      the choices of a Setup that change the study, beside seed, threads, accept and progress
    needs      what the corpus must have beyond outputs and references, in words
    """

    name: str
    summary: str
    paper: str
    measures: tuple[str, ...]
    run: Callable[[Corpus, Sequence[str], Setup], Study]
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
