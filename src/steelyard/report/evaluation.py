"""Everything that one report shows, gathered: scores, comparisons, ranks, human scores, and the words that differ."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.corpus.formats.human import read_judgements
from steelyard.inference.comparisons import Comparisons, Settings
from steelyard.inference.paired import compare
from steelyard.inference.ranks import RankDistribution, bootstrap_ranks
from steelyard.meta.human import HumanScores, human_scores
from steelyard.report.word_differences import Change, changes
from steelyard.scores import Intervals, Scores
from steelyard.statistics import Progress

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

    scores       of the whole test set, with intervals
    comparisons  of all systems, or with a baseline, and `ranks` over bootstrap samples; none if there is one system
    human        one for each dimension of the judgements, and in `means` what each system has on average
    corpus       the texts, if they are there
    changes      system × segment, for the segments that are shown one by one
    """

    scores: Scores
    settings: Settings
    comparisons: Comparisons | None = None
    ranks: tuple[RankDistribution, ...] = ()
    human: tuple[HumanScores, ...] = ()
    means: tuple[tuple[float, ...], ...] = ()
    corpus: Corpus | None = None
    changes: tuple[tuple[Changes, ...], ...] = field(default=(), repr=False)

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
        return f"{', '.join(counts)}, {measures}, references per segment: {references}"


def gather(
    scores: Scores,
    settings: Settings,
    corpus: Corpus | None = None,
    *,
    baseline: str | None = None,
    human: Sequence[HumanScores] = (),
    most_segments: int | None = None,
    threads: int | None = None,
    bar: Bar = no_bar,
) -> Evaluation:
    """Compare and rank the systems of some scores, and find the words that differ from the references.

    corpus         the texts that were scored
    most_segments  the first so many are shown one by one, else all
    """
    draws = settings.resamples, settings.confidence, settings.seed, settings.unit
    scores = scores.at("system", Intervals(*draws), threads)
    comparisons, ranks = None, ()
    if len(scores.systems) > 1:
        with bar(what="draws") as draw:
            comparisons = compare(scores, baseline=baseline, threads=threads, progress=draw, **vars(settings))
        resamples, confidence, seed, unit = draws
        ranks = bootstrap_ranks(
            scores, resamples=resamples, confidence=confidence, seed=seed, unit=unit, threads=threads
        )
    with bar(what="texts") as draw:
        found = () if corpus is None else _changes(corpus, most_segments, draw)
    means = () if corpus is None else tuple(tuple(one.at("system", corpus)[:, 0].tolist()) for one in human)
    return Evaluation(scores, settings, comparisons, ranks, tuple(human)[: len(means)], means, corpus, found)


def every_dimension(
    corpus: Corpus, given: str | None = None, dimension: str | None = None, accept: Sequence[str] = ()
) -> tuple[HumanScores, ...]:
    """Return the human scores of every dimension, or of one: from a file, or those of the corpus; none if it has none."""
    if given is None and not corpus.judgements and dimension is None:
        return ()
    if dimension is not None:
        return (human_scores(corpus, given, dimension, accept),)
    judgements = corpus.judgements
    if given is not None:
        judgements = tuple(read_judgements(Path(given), len(corpus), corpus.ids, accept))
    known = dict.fromkeys(judgement.dimension for judgement in judgements)
    return tuple(human_scores(corpus, given, name, accept) for name in known or [None])


def _changes(corpus: Corpus, most: int | None, progress: Progress | None) -> tuple[tuple[Changes, ...], ...]:
    count = min(len(corpus), len(corpus) if most is None else most)
    references = [[one or "" for one, _ in zip(texts, range(count), strict=False)] for texts in corpus.references]
    made = []
    for n, outputs in enumerate(corpus.systems.values()):
        row = []
        for segment, output in zip(range(count), outputs, strict=False):
            held = (texts[segment] for texts in references)
            row.append(tuple(changes(output or "", text) if text.strip() else None for text in held))
            if progress is not None:
                progress(n * count + segment + 1, count * len(corpus.systems))
        made.append(tuple(row))
    return tuple(made)
