"""Evaluating systems: one call for everything that a report shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Protocol

from steelyard.arguments import public
from steelyard.corpus import Corpus
from steelyard.draws import Draws, Progress, Run
from steelyard.errors import SpecError
from steelyard.evaluation.evaluation import Changes, Evaluation, SegmentScoreMatrix
from steelyard.evaluation.people import COEFFICIENTS, FEWEST_SYSTEMS
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.inference.comparison.rankings import Rankings
from steelyard.inference.comparison.ranks import bootstrap_ranks
from steelyard.inference.comparison.significance import GivenTest
from steelyard.judgements.scores import any_human_scores, beside_measures
from steelyard.judgements.sources import GivenJudgements
from steelyard.judgements.statistics import HumanStatistics
from steelyard.measures.kinds.base import Measure
from steelyard.meta.people.correlation import MeasureCorrelation, correlated, facing
from steelyard.meta.people.levels import Level
from steelyard.meta.sets.corroborate import weigh
from steelyard.scores import Scores, from_statistics
from steelyard.scores.table import ExternalSource, ScoreTable, score_table
from steelyard.scores.word_differences import changes
from steelyard.statistics import Statistics


class Bar(Protocol):
    """What shows progress: called with what is counted, it gives a callback for one piece of work, or none."""

    def __call__(self, *, what: str) -> AbstractContextManager[Progress | None]:
        """Begin a piece of work."""


def no_bar(*, what: str) -> AbstractContextManager[Progress | None]:
    """Show nothing."""
    del what
    return nullcontext()


@public
def evaluate(
    systems: Mapping[str, Sequence[str | None]] | Corpus | Scores | ScoreTable,
    references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
    measures: Sequence[str | Measure] | str | Measure = ("bleu", "chrf", "ter"),
    *,
    external: Iterable[ExternalSource] | ExternalSource = (),
    lower: Iterable[str] | str = (),
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    baseline: str | None = None,
    test: GivenTest = "randomisation",
    correct: str = "holm",
    correct_over: str = "pairs",
    simultaneous: bool = False,
    alpha: float = 0.05,
    most_segments: int | None = None,
    draws: Draws = Draws(),
    run: Run = Run(),
    title: str = "Report",
) -> Evaluation:
    """Find out everything about some systems: scores, which differences are real, ranks, and what people say.

    systems, references, measures   as for `steelyard.score`; or Scores, or a table of scores, which have their measures
    external, lower                 scores from files, and those of them of which less is better
    human, dimensions               human scores, and which of their dimensions; else the judgements of the corpus
    baseline, test, correct, correct_over, simultaneous, alpha  as for `steelyard.compare`
    most_segments                   the first so many are compared word by word, else all
    title                           of the page that `steelyard.report` writes
    """
    table = _table(systems, references, measures, external, lower, human, run)
    people = any_human_scores(table, human, dimensions, run.accept)
    return gather(
        table,
        test=test,
        correct=correct,
        correct_over=correct_over,
        simultaneous=simultaneous,
        alpha=alpha,
        draws=draws,
        baseline=baseline,
        human=people,
        most_segments=most_segments,
        threads=run.threads,
        title=title,
    )


def _table(
    systems: Mapping[str, Sequence[str | None]] | Corpus | Scores | ScoreTable,
    references: Sequence[Any] | Mapping[str, Sequence[str | None]],
    measures: Sequence[str | Measure] | str | Measure,
    external: Iterable[ExternalSource] | ExternalSource,
    lower: Iterable[str] | str,
    human: GivenJudgements | None,
    run: Run,
) -> ScoreTable:
    if isinstance(systems, Corpus | Scores | ScoreTable) and references:
        raise SpecError(f"{type(systems).__name__} holds everything; leave out references")
    if isinstance(systems, ScoreTable):
        return systems
    corpus = Corpus.of(systems, references, accept=run.accept) if isinstance(systems, Mapping) else systems
    chosen = () if isinstance(corpus, Scores) else measures
    return score_table(
        corpus, chosen, external=external, lower=lower, human=human,
        threads=run.threads, accept=run.accept, progress=run.progress,
    )  # fmt: skip


def gather(
    table: ScoreTable,
    *,
    test: GivenTest = "randomisation",
    correct: str = "holm",
    correct_over: str = "pairs",
    simultaneous: bool = False,
    alpha: float = 0.05,
    draws: Draws = Draws(),
    baseline: str | None = None,
    human: Sequence[HumanStatistics] = (),
    most_segments: int | None = None,
    threads: int | None = None,
    bar: Bar = no_bar,
    title: str = "Report",
) -> Evaluation:
    """Compare and rank the systems of a table, and find the words that differ from the references.

    most_segments  the first so many are shown one by one, else all
    """
    scores = table.scores()
    if _units(scores.statistics[0], draws.unit) > 1:
        scores = scores.at("system", draws, threads)
    comparing = partial(
        compare, test=test, baseline=baseline, correct=correct, correct_over=correct_over, simultaneous=simultaneous,
        alpha=alpha, draws=draws,
    )  # fmt: skip
    comparisons: Comparisons | None = None
    ranks: Rankings | None = None
    if len(scores.systems) > 1:
        with bar(what="draws") as draw:
            comparisons = comparing(scores, run=Run(threads, (), draw))
        ranks = bootstrap_ranks(scores, draws=replace(draws, interval=None), run=Run(threads))
    confirmed = None if comparisons is None or len(scores.measures) < 2 else weigh(table, comparisons, human)
    with bar(what="texts") as draw:
        word_changes = () if table.corpus is None else _changes(table, table.corpus, most_segments, draw)
    segments_shown = len(word_changes[0]) if word_changes else 0
    means = tuple(tuple(dimension.means().tolist()) for dimension in human)
    return Evaluation(
        scores,
        draws,
        comparisons,
        ranks,
        confirmed,
        tuple(human),
        means,
        _by_people(table, human, comparing, baseline, threads),
        tuple(_correlations(table, human, draws)),
        {
            (name, c.label): x
            for c in table.columns
            for name, x in zip(table.systems, c.at("system")[:, 0].tolist(), strict=True)
        },
        table.corpus,
        word_changes,
        tuple(_segment_scores(statistics, segments_shown) for statistics in scores.statistics if word_changes),
        _shown_first(scores, comparisons),
        (*table.notices, *table.means_told()),
        title,
    )


def _by_people(
    table: ScoreTable,
    human: Sequence[HumanStatistics],
    comparing: Callable[..., Comparisons],
    baseline: str | None,
    threads: int | None,
) -> Comparisons | None:
    """Compare the systems by what people say of them, as by any measure."""
    judged = [scores for scores in human if not scores.whole and len(scores.systems) > 1]
    if baseline is not None:
        judged = [scores for scores in judged if baseline in scores.systems]
    if not judged:
        return None
    return comparing(from_statistics(beside_measures(judged, table.systems)), run=Run(threads))


def _units(statistics: Statistics, unit: str) -> int:
    """Return how many units there are to draw from; of a crossed one, the values of its richest factor."""
    facets = {"segment": range(statistics.values.shape[1]), **statistics.facets}
    return max(len(set(facets[factor])) for factor in unit.split("*"))


def _correlations(table: ScoreTable, human: Sequence[HumanStatistics], draws: Draws) -> Iterator[MeasureCorrelation]:
    drawn = replace(draws, trials=1000, interval=None)
    for face in (facing(table, dimension) for dimension in human if len(dimension.systems) >= FEWEST_SYSTEMS):
        for column, coefficient in product(face.table.columns, COEFFICIENTS):
            yield correlated(face, column, Level("system"), coefficient, drawn)


def _changes(
    table: ScoreTable, corpus: Corpus, most: int | None, progress: Progress | None
) -> tuple[tuple[Changes, ...], ...]:
    count = min(len(corpus), len(corpus) if most is None else most)
    references = [[text or "" for text, _ in zip(texts, range(count), strict=False)] for texts in corpus.references]
    rows = []
    for n, outputs in enumerate(corpus.systems[name] for name in table.systems):
        row = []
        for segment, output in zip(range(count), outputs, strict=False):
            texts_there = (texts[segment] for texts in references)
            row.append(tuple(changes(output or "", text) if text.strip() else None for text in texts_there))
            if progress is not None:
                progress(n * count + segment + 1, count * len(table.systems))
        rows.append(tuple(row))
    return tuple(rows)


def _segment_scores(statistics: Statistics, count: int) -> SegmentScoreMatrix:
    """Return the scores of the first segments."""
    measure = statistics.measure.at_level("segment")
    values = statistics.taken(range(count)).scores("segment")[2]
    return SegmentScoreMatrix(
        statistics.label,
        values,
        measure.higher_is_better,
        statistics.measure.digits,
        measure.undefined,
        statistics.signature("segment"),
    )


def _shown_first(scores: Scores, compared: Comparisons | None) -> tuple[str, ...]:
    """Return the systems to begin with: the best by the first measure and the baseline, or the next."""
    if compared is None:
        return scores.systems[:1]
    order = [standing.system for standing in compared.of(scores.measures[0])[1]]
    return tuple(sorted(order, key=lambda name: name != compared.baseline)[:2])
