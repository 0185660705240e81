"""Everything that one report shows, gathered: scores, comparisons, ranks, human scores, and the words that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.inference.comparisons import Comparisons, Settings
from steelyard.inference.paired import compare
from steelyard.inference.ranks import RankDistribution, bootstrap_ranks
from steelyard.meta.correlation import Draws, MeasureCorrelation, correlated, facing
from steelyard.meta.corroboration import weigh
from steelyard.meta.human import HumanScores
from steelyard.meta.levels import Level
from steelyard.meta.table import ScoreTable
from steelyard.meta.verdicts import Corroboration
from steelyard.report.word_differences import Change, changes
from steelyard.scores import Intervals, Scores
from steelyard.statistics import Progress, Statistics

#: Of systems' scores with human means, where there are at least so many systems.
COEFFICIENTS = ("pearson", "kendall")
FEWEST_SYSTEMS = 3
#: Of one segment of one system: the changes from each reference; None where there is no such reference, or it is long.
Changes = tuple[list[Change] | None, ...]


class Bar(Protocol):
    """What shows progress: called with what is counted, it gives a callback for one piece of work, or none."""

    def __call__(self, *, what: str) -> AbstractContextManager[Progress | None]:
        """Begin a piece of work."""


def no_bar(*, what: str) -> AbstractContextManager[Progress | None]:
    """Show nothing."""
    del what
    return nullcontext()


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a report is made from.

    scores       of the whole test set, with intervals if there are units to draw
    comparisons  of all systems, or with a baseline, and `ranks` over bootstrap samples; none if there is one system
    confirmed    which improvements all measures confirm; none if there is one measure
    human        one for each dimension of the judgements, and in `means` what each system has on average
    correlations of every measure with every dimension, over systems, and in `correlated` the scores they are of:
                 (system, measure) → score, given or made of segments
    corpus       the texts, if they are there
    changes      system × segment, for the segments that are shown one by one
    notices      what was left out
    """

    scores: Scores
    settings: Settings
    comparisons: Comparisons | None = None
    ranks: tuple[RankDistribution, ...] = ()
    confirmed: Corroboration | None = None
    human: tuple[HumanScores, ...] = ()
    means: tuple[tuple[float, ...], ...] = ()
    correlations: tuple[MeasureCorrelation, ...] = ()
    correlated: Mapping[tuple[str, str], float] = field(default_factory=dict, repr=False)
    corpus: Corpus | None = None
    changes: tuple[tuple[Changes, ...], ...] = field(default=(), repr=False)
    notices: tuple[str, ...] = ()

    @property
    def segments(self) -> int:
        """Segments of the test set."""
        return int(self.scores.statistics[0].values.shape[1])

    def content(self) -> str:
        """Say what is evaluated, in one line."""
        low, high = self.scores.statistics[0].references
        references = f"{low}" if low == high else f"{low} to {high}"
        counts = counted(self.segments, "segment"), counted(len(self.scores.systems), "system")
        measures = counted(len(self.scores.measures), "measure")
        told = f", references per segment: {references}" if high else ""
        return f"{', '.join(counts)}, {measures}{told}"


def gather(
    given: ScoreTable,
    settings: Settings,
    *,
    baseline: str | None = None,
    human: Sequence[HumanScores] = (),
    most_segments: int | None = None,
    threads: int | None = None,
    bar: Bar = no_bar,
) -> Evaluation:
    """Compare and rank the systems of a table, and find the words that differ from the references.

    most_segments  the first so many are shown one by one, else all
    """
    scores = given.scores()
    draws = Intervals(settings.resamples, settings.confidence, settings.seed, settings.unit)
    if _units(scores.statistics[0], settings.unit) > 1:
        scores = scores.at("system", draws, threads)
    comparisons: Comparisons | None = None
    ranks: tuple[RankDistribution, ...] = ()
    if len(scores.systems) > 1:
        with bar(what="draws") as draw:
            comparisons = compare(scores, baseline=baseline, threads=threads, progress=draw, **vars(settings))
        ranks = bootstrap_ranks(scores, **vars(draws), threads=threads)
    confirmed = None if comparisons is None or len(scores.measures) < 2 else weigh(given, comparisons, human)
    with bar(what="texts") as draw:
        found = () if given.corpus is None else _changes(given, given.corpus, most_segments, draw)
    means = tuple(tuple(one.at("system", given)[:, 0].tolist()) for one in human)
    return Evaluation(
        scores,
        settings,
        comparisons,
        ranks,
        confirmed,
        tuple(human),
        means,
        tuple(_correlations(given, human, settings)),
        {
            (name, c.label): x
            for c in given.columns
            for name, x in zip(given.systems, c.at("system")[:, 0].tolist(), strict=True)
        },
        given.corpus,
        found,
        (*given.notices, *given.means_told()),
    )


def _units(statistics: Statistics, unit: str) -> int:
    """Return how many units there are to draw from; of a crossed one, the values of its richest factor."""
    facets = {"segment": range(statistics.values.shape[1]), **statistics.facets}
    return max(len(set(facets[factor])) for factor in unit.split("*"))


def _correlations(given: ScoreTable, human: Sequence[HumanScores], settings: Settings) -> Iterator[MeasureCorrelation]:
    draws = Draws(resamples=settings.resamples, confidence=settings.confidence, seed=settings.seed)
    for face in (facing(given, one) for one in human if len(one.systems) >= FEWEST_SYSTEMS):
        for column, coefficient in product(face.table.columns, COEFFICIENTS):
            yield correlated(face, column, Level("system"), coefficient, draws)


def _changes(
    given: ScoreTable, corpus: Corpus, most: int | None, progress: Progress | None
) -> tuple[tuple[Changes, ...], ...]:
    count = min(len(corpus), len(corpus) if most is None else most)
    references = [[one or "" for one, _ in zip(texts, range(count), strict=False)] for texts in corpus.references]
    made = []
    for n, outputs in enumerate(corpus.systems[name] for name in given.systems):
        row = []
        for segment, output in zip(range(count), outputs, strict=False):
            held = (texts[segment] for texts in references)
            row.append(tuple(changes(output or "", text) if text.strip() else None for text in held))
            if progress is not None:
                progress(n * count + segment + 1, count * len(given.systems))
        made.append(tuple(row))
    return tuple(made)
