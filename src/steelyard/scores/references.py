"""References scored against each other: what people reach under a measure, beside what systems reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steelyard.arguments import public
from steelyard.corpus import Corpus, check_accept
from steelyard.corpus.corpus import check_corpus
from steelyard.draws import Draws
from steelyard.engines.local import collect
from steelyard.errors import InputError, SpecError
from steelyard.scores.scores import Scorer, Scores, from_statistics, measures_by_label
from steelyard.statistics import Statistics


@public
def score_references(
    corpus: Corpus,
    measures: Sequence[Scorer] | Scorer,
    *,
    level: str = "system",
    intervals: Draws | bool = False,
    threads: int | None = None,
    accept: Sequence[str] = (),
) -> Scores:
    """Score each reference set of a corpus against all others, under the names "reference 1", "reference 2" …

    A measure that leaves out references in turn (`jackknife=true`) scores systems against one reference fewer than
    there are; so does this, and both can stand in one table. Every segment must have all references.

    level, intervals, threads, accept   as for `score`
    """
    check_corpus("score_references", corpus)
    if len(corpus.references) < 2:
        raise InputError(f"references are scored against each other, and there are {len(corpus.references)}; give two")
    for n, reference in enumerate(corpus.references, 1):
        if len(blank := reference.blank()):
            raise InputError(
                f"reference {n} has no text for segment {corpus.segment_name(int(blank[0]))}; references are scored "
                f"against each other where every segment has all of them"
            )
    chosen = measures_by_label(measures)
    runs = []
    for n, reference in enumerate(corpus.references):
        others = tuple(texts for k, texts in enumerate(corpus.references) if k != n)
        alone = replace(corpus, systems={f"reference {n + 1}": reference}, references=others, judgements=())
        runs.append(collect(alone, [m.among_references() for m in chosen.values()], threads, check_accept(accept)))
    joined = [_joined(label, parts) for label, *parts in zip(chosen, *runs, strict=True)]
    statistics = [replace(part, kinds=corpus.reference_kinds) for part in joined]
    scores = from_statistics(statistics, level, intervals, threads)
    return replace(scores, notices=(*corpus.notices, *scores.notices))


def _joined(label: str, parts: Sequence[Statistics]) -> Statistics:
    """Return the statistics of one measure for all references."""
    if len({part.context for part in parts}) > 1:
        raise SpecError(
            f"{label} is fitted to the references, which are others for each of them here; choose a measure that is not"
        )
    return replace(
        parts[0],
        label=label,
        systems=tuple(name for part in parts for name in part.systems),
        values=np.concatenate([part.values for part in parts]),
        left_out=tuple(sorted({segment for part in parts for segment in part.left_out})),
    )
