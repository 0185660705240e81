"""The local engine: chunks of a corpus on threads of one machine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.corpus import Corpus
from steelyard.draws import Progress, thread_count
from steelyard.engines.plan import reference_batches, spans, views_of
from steelyard.errors import InputError, SegmentError, SpecError
from steelyard.measures.kinds.base import Fitted, Measure, check_numbers
from steelyard.measures.notation import label_of, measure_of
from steelyard.results.numbers import LARGEST
from steelyard.statistics import Statistics
from steelyard.threads import in_threads


def collect(
    corpus: Corpus,
    measures: Sequence[str | Measure],
    threads: int | None = None,
    accept: Sequence[str] = (),
    progress: Progress | None = None,
) -> tuple[Statistics, ...]:
    """Return the statistics of every measure on a corpus; chunks of segments run on `threads` threads.

    The result does not depend on the number of threads.
    """
    if not measures:
        raise SpecError("no measure is given; for instance: bleu")
    corpus.check_scorable(accept)
    parsed = [measure_of(measure) for measure in measures]
    labels = [label_of(measure) for measure in measures]
    if len(set(labels)) != len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise SpecError(f"measure {twice!r} is asked for twice")
    resources = [measure.resources() for measure in parsed]
    left_out = annotated(corpus, parsed, thread_count(threads), accept, progress)
    ready = [fitted(measure, corpus, left_out.get(measure.annotator, ())) for measure in parsed]
    arrays = _run(corpus, ready, thread_count(threads), progress, left_out)
    references = corpus.reference_counts()
    collected = tuple(
        Statistics(
            label=label,
            measure=measure.unfitted() if isinstance(measure, Fitted) else measure,
            systems=tuple(corpus.systems),
            fields=measure.fields_against(len(corpus.references)),
            values=values,
            references=references,
            kinds=corpus.reference_kinds,
            selection=None if corpus.selection is None else corpus.selection.without_texts(),
            ids=corpus.ids,
            facets=dict(corpus.facets),
            resources=measure_resources,
            context=measure.context if isinstance(measure, Fitted) else "",
            left_out=tuple(sorted(left_out.get(measure.annotator, ()))),
        )
        for label, measure, measure_resources, values in zip(labels, ready, resources, arrays, strict=True)
    )
    for statistics in filter(lambda statistics: statistics.measure.from_outside, collected):
        # refuses what cannot be scored as a whole
        statistics.scores("system")
    return collected


def fitted(measure: Measure, corpus: Corpus, left_out: Collection[int] = ()) -> Measure:
    """Return a measure ready to be used: fitted to the references of all segments but some, if it needs that."""
    if isinstance(measure, Fitted) and measure.needs_context and not measure.context:
        return measure.fit(reference_batches(corpus, left_out))
    return measure


def annotated(
    corpus: Corpus, measures: Iterable[Measure], threads: int, accept: Sequence[str], progress: Progress | None
) -> dict[str, set[int]]:
    """Have all texts annotated that measures need so, and return parser → segments to be left out."""
    parsers: dict[str, str] = {}
    for measure in measures:
        if measure.annotator:
            parsers.setdefault(measure.annotator, measure.name)
    if not parsers:
        return {}
    from steelyard.annotation.corpora import annotate_corpus

    return annotate_corpus(corpus, parsers, threads, accept, progress)


def _run(
    corpus: Corpus,
    measures: Sequence[Measure],
    threads: int,
    progress: Progress | None,
    left_out: Mapping[str, Collection[int]],
) -> list[NDArray[Any]]:
    """Compute all chunks and put their rows in place; never more than a few chunks are in memory."""
    results: list[NDArray[Any] | None] = [None] * len(measures)
    done = 0

    def place(span: tuple[int, int], rows: list[list[NDArray[Any]]]) -> None:
        nonlocal done
        start, stop = span
        for m, per_system in enumerate(rows):
            for s, values in enumerate(per_system):
                array = results[m]
                if array is None:
                    array = results[m] = np.empty((len(corpus.systems), len(corpus), values.shape[1]), values.dtype)
                array[s, start:stop] = values
        done += stop - start
        if progress is not None:
            progress(done, len(corpus))

    chunks = spans(corpus, threads, any(measure.annotator for measure in measures))
    for span, rows in in_threads(chunks, threads, partial(_chunk_rows, corpus, measures)):
        place(span, rows)
    for measure, array in zip(measures, results, strict=True):
        if array is not None and (out := left_out.get(measure.annotator)):
            array[:, list(out)] = 0
    return [array for array in results if array is not None]


def _chunk_rows(
    corpus: Corpus, measures: Sequence[Measure], start: int, stop: int, flag: _core.Stop
) -> list[list[NDArray[Any]]]:
    # What must not be left out was refused before.
    views = views_of(corpus, start, stop, tolerant=True, flag=flag)
    expected = [(stop - start, len(measure.fields_against(len(corpus.references)))) for measure in measures]
    rows = []
    for measure, shape in zip(measures, expected, strict=True):
        try:
            rows.append([measure.statistics(batch) for batch in views.batches()])
        except SegmentError as error:
            name = corpus.segment_name(start + error.row)
            raise InputError(f"{measure.name}, segment {name}: {error.problem}") from error.__cause__
        except InputError as error:
            message = str(error) if str(error).startswith(measure.name) else f"{measure}: {error}"
            raise InputError(message) from error.__cause__
        for values in rows[-1]:
            check_numbers(measure, "statistics", values)
            if values.shape != shape:
                raise SpecError(f"{measure.name}: statistics() gave an array {values.shape}, expected {shape}")
            if measure.from_outside and (problem := _beyond(measure, values)) is not None:
                name = corpus.segment_name(start + problem.row)
                raise InputError(f"{measure.name}, segment {name}: {problem.problem}")
    return rows


def _beyond(measure: Measure, rows: NDArray[Any]) -> SegmentError | None:
    """Return the first segment whose statistics or score are infinite or too large; nan is undefined, not wrong."""
    with np.errstate(all="ignore"):
        scores = np.asarray(measure.at_level("segment").score(rows), float)
    for function, values in (("statistics", np.abs(rows).max(axis=1, initial=0)), ("score", np.abs(scores))):
        if len(places := np.flatnonzero(values > LARGEST)):
            gave = f"{function}() gave {values[places[0]]:g}"
            return SegmentError(int(places[0]), f"{gave}; expected numbers up to {LARGEST:g}, or nan")
    return None
