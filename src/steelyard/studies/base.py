"""What a study is: a recipe that makes tables, findings and figures of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.corpus.sample import INVENTED, is_sample
from steelyard.errors import MissingResource
from steelyard.measures.notation import parse
from steelyard.meta.human import Given
from steelyard.meta.tabular import Cell, Table
from steelyard.statistics import Progress
from steelyard.text.annotation.chunk import GIVEN

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

    plots    what a terminal shows of the figures, in plain characters
    terms    abbreviation → what it stands for
    beside   figure → the table it stands with, where that has another name than the figure
    data     what was studied
    """

    name: str
    paper: str
    tables: tuple[Table, ...]
    findings: tuple[str, ...]
    figures: Mapping[str, dict[str, Any]]
    signatures: tuple[str, ...]
    plots: tuple[Plot, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    data: str = ""

    def figures_of(self, table: str) -> tuple[str, ...]:
        """Return the names of the figures that stand with a table."""
        return tuple(name for name in self.figures if self.beside.get(name, name) == table)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return {"study", "tables", "findings", "terms", "signatures"}, each a list, as the JSON output has it."""
        return {
            "study": [{"name": self.name, "paper": self.paper, "data": self.data}],
            "tables": [table.to_dict() for table in self.tables],
            "findings": list(self.findings),
            "terms": [{"term": term, "meaning": meaning} for term, meaning in self.terms.items()],
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
    needs      what there must be beyond outputs and references, in words
    """

    name: str
    summary: str
    paper: str
    measures: tuple[str, ...]
    run: Callable[[Corpus, Sequence[str], Setup], Study]
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def study(self, corpus: Corpus, measures: Sequence[str], setup: Setup, origin: str = "") -> Study:
        """Run it, and say what was studied; `origin` names where the corpus is from."""
        if tuple(measures) == self.measures:
            measures = _of_given_trees(corpus, measures)
        try:
            made = self.run(corpus, measures, setup)
        except MissingResource as missing:
            if tuple(measures) != self.measures:
                raise
            raise MissingResource(f"{missing}; or name measures that do without it (-m)") from None
        return replace(made, data=described(corpus, setup if "human" in self.takes else None, origin))


def _of_given_trees(corpus: Corpus, measures: Sequence[str]) -> Sequence[str]:
    """Return a paper's measures, which take the trees that texts come with, if they do."""
    if not all(texts.has_trees for texts in (*corpus.references, *corpus.systems.values())):
        return measures
    parsed = ((label, parse(label)) for label in measures)
    return [str(replace(one, parser=GIVEN)) if one.annotator else label for label, one in parsed]  # type: ignore[call-arg]


def described(corpus: Corpus, setup: Setup | None = None, origin: str = "") -> str:
    """Return in one line what is studied: where it is from, how much there is, and who judged it if that matters."""
    low, high = corpus.reference_counts()
    references = counted(high, "reference") if low == high else f"{low} to {high} references"
    counts = [counted(len(corpus.systems), "system"), counted(len(corpus), "segment"), references]
    whole = INVENTED if is_sample(corpus) else origin
    return (f"{whole}: " if whole else "") + ", ".join([*counts, *([] if setup is None else _judged(corpus, setup))])


def _judged(corpus: Corpus, setup: Setup) -> list[str]:
    """Return which human scores there are; those of a file are its own affair."""
    if setup.human is not None:
        where = "given" if isinstance(setup.human, Mapping) else f"from {setup.human}"
        return [f"human scores {where}" + (f" ({setup.dimension})" if setup.dimension else "")]
    names = [setup.dimension] if setup.dimension else sorted({one.dimension for one in corpus.judgements})
    return [f"human scores ({', '.join(names)})"] if names else ["no human scores"]
