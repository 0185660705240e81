"""Statistics: what every segment adds to a measure, for every system; all scores are made from it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus import Corpus
from steelyard.corpus.texts import Chunk
from steelyard.errors import InputError, NotAdditive, SegmentError, SpecError, suggestion
from steelyard.measures.base import Fitted, Measure
from steelyard.measures.notation import parse
from steelyard.text import Batch, ChunkViews
from steelyard.text.annotation.chunk import AnnotatedChunk, Given
from steelyard.version import VERSION

_LARGEST_CHUNK = 4096
#: Texts of a chunk that is annotated, for annotations are large.
_MOST_ANNOTATED = 4096
_MOST_BYTES = 1 << 25
_MOST_THREADS = 1024

#: Called with (segments done, segments in all) as work goes on.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class Statistics:
    """One measure's statistics for all systems.

    label     the measure as the user wrote it
    values    system × segment × field
    ids       segment names, or None for numbers from 0
    facets    name → one value per segment
    references  lowest and highest number of references of a segment
    resources  option → digest or version of what it names outside the measure, as it was when the texts were read
    context   digest of what a fitted measure was fitted to, else ""
    left_out  numbers of the segments that could not be annotated, whose rows are zeros
    whole     how many segments there were before such segments went; 0 if none did
    """

    label: str
    measure: Measure
    systems: tuple[str, ...]
    fields: tuple[str, ...]
    values: NDArray[Any]
    references: tuple[int, int]
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    resources: Mapping[str, str] = field(default_factory=dict)
    context: str = ""
    version: str = VERSION
    left_out: tuple[int, ...] = ()
    whole: int = 0

    def sums(self) -> NDArray[Any]:
        """Return system × field, summed over all segments."""
        return np.asarray(self.values.sum(axis=1, dtype=_sum_type(self.values)))

    def units(self, facet: str) -> tuple[tuple[str, ...], NDArray[np.int64]]:
        """Return the values of a facet in order of appearance, and for each segment which of them it has."""
        if facet not in self.facets:
            raise SpecError(
                f"there is no facet {facet!r} to group by" + suggestion(facet, ["segment", "system", *self.facets])
            )
        names = tuple(dict.fromkeys(self.facets[facet]))
        place = {name: n for n, name in enumerate(names)}
        return names, np.array([place[value] for value in self.facets[facet]], np.int64)

    def group(self, facet: str) -> tuple[tuple[str, ...], NDArray[Any]]:
        """Return the values of a facet in order of appearance, and system × group × field sums."""
        names, index = self.units(facet)
        sums: NDArray[Any] = np.zeros((len(self.systems), len(names), len(self.fields)), _sum_type(self.values))
        for system, rows in enumerate(self.values):
            np.add.at(sums[system], index, rows)
        return names, sums

    def at(self, level: str) -> tuple[Sequence[str | int | None], NDArray[Any]]:
        """Return the groups of a level (segments, a facet's values, or none) and system × group × field sums."""
        if level == "system":
            return [None], self.sums()[:, None, :]
        if level == "segment":
            return self.ids or range(self.values.shape[1]), self.values
        return self.group(level)

    def scores(self, level: str) -> tuple[Sequence[str | int | None], NDArray[Any], NDArray[np.float64]]:
        """Return the groups of a level, system × group × field sums, and system × group scores.

        A group all of whose segments were left out is undefined.
        """
        groups, sums = self.at(level)
        values = np.asarray(self.measure.at_level(level).score(sums), float)
        if self.left_out:
            values = np.where(self.counted(level) > 0, values, np.nan)
        return groups, sums, values

    def counted(self, level: str) -> NDArray[np.int64]:
        """Return how many segments of each group of a level were not left out."""
        inside = np.ones(self.values.shape[1], np.int64)
        inside[list(self.left_out)] = 0
        if level == "segment":
            return inside
        if level == "system":
            return np.array([inside.sum()])
        names, index = self.units(level)
        return np.bincount(index, inside, len(names)).astype(np.int64)

    def signature(self, level: str = "system") -> str:
        """Return every choice behind the numbers in one line."""
        made = signature_of(self.measure, self.references, self.resources, self.context, level, self.version)
        segments = self.values.shape[1]
        annotated, whole = segments - len(self.left_out), self.whole or segments
        return made if annotated == whole else f"{made}|annotated:{annotated}/{whole}"

    def kept(self) -> Statistics:
        """Return the statistics of the segments that were not left out, from which samples are drawn."""
        if not self.left_out:
            return self
        return replace(self.taken(np.flatnonzero(self.counted("segment"))), whole=self.values.shape[1])

    def taken(self, segments: Sequence[int] | NDArray[np.int64]) -> Statistics:
        """Return the statistics of some segments."""
        out = set(self.left_out)
        return replace(
            self,
            values=self.values[:, segments],
            ids=None if self.ids is None else tuple(self.ids[n] for n in segments),
            facets={name: tuple(values[n] for n in segments) for name, values in self.facets.items()},
            left_out=tuple(place for place, n in enumerate(segments) if int(n) in out),
        )

    def merge(self, other: Statistics) -> Statistics:
        """Return the statistics of both sets of segments, as of the shards of one test set."""
        if self.context != other.context:
            raise NotAdditive(
                f"{self.label}: the two parts were fitted to different references ({self.context}, {other.context}); "
                f"fit the measure to the whole test set first"
            )
        for what, ours, theirs in (
            ("measure", self.measure, other.measure),
            ("systems", self.systems, other.systems),
            ("resources", dict(self.resources), dict(other.resources)),
            ("version", self.version, other.version),
            ("facets", sorted(self.facets), sorted(other.facets)),
            ("use of segment ids", self.ids is not None, other.ids is not None),
        ):
            if ours != theirs:
                raise InputError(
                    f"{self.label}: the two parts differ in {what} ({ours}, {theirs}) and cannot be merged"
                )
        if self.ids and other.ids and (both := set(self.ids) & set(other.ids)):
            raise InputError(f"{self.label}: segment {min(both)!r} is in both parts; each segment must be in one")
        lows, highs = zip(self.references, other.references, strict=True)
        return replace(
            self,
            values=np.concatenate((self.values, other.values), axis=1),
            references=(min(lows), max(highs)),
            ids=None if self.ids is None or other.ids is None else self.ids + other.ids,
            facets={name: column + other.facets[name] for name, column in self.facets.items()},
            left_out=(*self.left_out, *(self.values.shape[1] + n for n in other.left_out)),
        )


def unannotated(statistics: Sequence[Statistics]) -> Iterator[str]:
    """Say which measures have no score of some segments, which could not be annotated."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for one in statistics:
        if one.left_out:
            groups.setdefault(one.left_out, []).append(one.label)
    for left_out, labels in groups.items():
        share = f"{len(left_out):,} of {statistics[0].values.shape[1]:,} segments"
        yield f"{share} could not be annotated and have no score: {', '.join(labels)}"


def scores_and_sums(measure: Measure, rows: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return the score of each row of statistics, and the sum of those that have one, for the measure's notice."""
    scores = np.asarray(measure.score(rows), float)
    return scores, np.asarray(rows)[~np.isnan(scores)].sum(axis=0)


def signature_of(
    measure: Measure,
    references: tuple[int, int],
    resources: Mapping[str, str],
    context: str,
    level: str,
    version: str = VERSION,
) -> str:
    """Return every choice behind a measure's numbers in one line; see `Statistics` for what is given."""
    low, high = references
    parts = [measure.name + (f"@{measure.preset}" if measure.preset else "")]
    for name, value in measure.at_level(level).signature().items():
        # Of a file or folder only its name: the digest tells what it holds, wherever it lies.
        parts.append(f"{name}:{Path(value).name}#{resources[name]}" if name in resources else f"{name}:{value}")
    if high:
        parts.append(f"references:{high if low == high else f'{low}-{high}'}")
    if context:
        parts.append(f"context:{context}")
    return "|".join([*parts, f"level:{level}", f"steelyard:{version}"])


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
    for m in measures:
        if not isinstance(m, str | Measure):
            raise SpecError(f"{m!r} is no measure; give its notation, for instance 'bleu', or a Measure")
    labels = [m if isinstance(m, str) else str(m) for m in measures]
    if len(set(labels)) != len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise SpecError(f"measure {twice!r} is asked for twice")
    parsed = [parse(m) if isinstance(m, str) else m for m in measures]
    resources = [m.resources() for m in parsed]
    left_out = annotated(corpus, parsed, thread_count(threads), accept, progress)
    ready = [fitted(m, corpus, left_out.get(m.annotator, ())) for m in parsed]
    arrays = _run(corpus, ready, thread_count(threads), progress, left_out)
    references = corpus.reference_counts()
    return tuple(
        Statistics(
            label=label,
            measure=measure.unfitted() if isinstance(measure, Fitted) else measure,
            systems=tuple(corpus.systems),
            fields=measure.fields_against(len(corpus.references)),
            values=values,
            references=references,
            ids=corpus.ids,
            facets=dict(corpus.facets),
            resources=outside,
            context=measure.context if isinstance(measure, Fitted) else "",
            left_out=tuple(sorted(left_out.get(measure.annotator, ()))),
        )
        for label, measure, outside, values in zip(labels, ready, resources, arrays, strict=True)
    )


def fitted(measure: Measure, corpus: Corpus, left_out: Collection[int] = ()) -> Measure:
    """Return a measure ready to be used: fitted to the references of all segments but some, if it needs that."""
    if isinstance(measure, Fitted) and not measure.context:
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
    from steelyard.text.annotation.corpora import annotate_corpus

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

    spans = _spans(corpus, threads, any(measure.annotator for measure in measures))
    if threads == 1:
        for span in spans:
            place(span, _chunk_rows(corpus, measures, *span))
    else:
        for span, rows in in_threads(spans, threads, lambda a, b: _chunk_rows(corpus, measures, a, b)):
            place(span, rows)
    for measure, array in zip(measures, results, strict=True):
        if array is not None and (out := left_out.get(measure.annotator)):
            array[:, list(out)] = 0
    return [array for array in results if array is not None]


def in_threads(
    spans: Iterable[tuple[int, int]], threads: int, work: Callable[[int, int], Any]
) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield spans with their results in order, so that of several errors the first segment's is raised."""
    waiting: deque[tuple[tuple[int, int], Future[Any]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for span in spans:
                waiting.append((span, pool.submit(work, *span)))
                if len(waiting) >= 2 * threads:
                    done, future = waiting.popleft()
                    yield done, future.result()
            while waiting:
                done, future = waiting.popleft()
                yield done, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _chunk_rows(corpus: Corpus, measures: Sequence[Measure], start: int, stop: int) -> list[list[NDArray[Any]]]:
    # What must not be left out was refused before.
    views = views_of(corpus, start, stop, tolerant=True)
    expected = [(stop - start, len(measure.fields_against(len(corpus.references)))) for measure in measures]
    rows = []
    for measure, shape in zip(measures, expected, strict=True):
        try:
            rows.append([measure.statistics(views.batch(system)) for system in corpus.systems])
        except SegmentError as error:
            name = corpus.segment_name(start + error.row)
            raise InputError(f"{measure.name}, segment {name}: {error.problem}") from None
        except InputError as error:
            raise InputError(str(error) if str(error).startswith(measure.name) else f"{measure}: {error}") from None
        for values in rows[-1]:
            if values.shape != shape:
                raise SpecError(f"{measure.name}: statistics() gave an array {values.shape}, expected {shape}")
    return rows


def views_of(corpus: Corpus, start: int, stop: int, tolerant: bool = False) -> ChunkViews:
    """Return the views of the segments start … stop-1; `tolerant` takes what cannot be annotated for empty."""
    references = [texts.chunk(start, stop) for texts in corpus.references]
    systems = {name: texts.chunk(start, stop) for name, texts in corpus.systems.items()}
    annotated = AnnotatedChunk(references, systems, _given(corpus, start, stop), tolerant)
    return ChunkViews(references, systems, _source(corpus, start, stop), annotated)


def _given(corpus: Corpus, start: int, stop: int) -> Given:
    """Return the annotations that came with the texts."""
    return (
        [texts.annotations(start, stop) for texts in corpus.references],
        {name: texts.annotations(start, stop) for name, texts in corpus.systems.items()},
    )


def _source(corpus: Corpus, start: int, stop: int) -> Chunk | None:
    return None if corpus.source is None else corpus.source.chunk(start, stop)


def reference_batches(corpus: Corpus, left_out: Collection[int] = ()) -> Iterator[Batch]:
    """Yield the references and the source of all segments that are not left out, chunk by chunk, without outputs."""
    for start, stop in _between(_spans(corpus, 1), sorted(left_out)):
        references = [texts.chunk(start, stop) for texts in corpus.references]
        annotated = AnnotatedChunk(references, {}, _given(corpus, start, stop), tolerant=True)
        yield ChunkViews(references, {}, _source(corpus, start, stop), annotated).batch("")


def _between(spans: Iterable[tuple[int, int]], left_out: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut spans at segments, which are in none of them any more."""
    for start, stop in spans:
        ends = [start - 1, *(n for n in left_out if start <= n < stop), stop]
        yield from ((a + 1, b) for a, b in pairwise(ends) if a + 1 < b)


def _spans(corpus: Corpus, threads: int, annotated: bool = False) -> Iterator[tuple[int, int]]:
    """Cut the segments into chunks of bounded number and size."""
    count = len(corpus)
    size = min(_LARGEST_CHUNK, max(64, -(-count // (4 * threads)))) if threads > 1 else _LARGEST_CHUNK
    if annotated:
        size = min(size, max(1, _MOST_ANNOTATED // (len(corpus.systems) + len(corpus.references))))
    before = corpus.bytes_before()
    start = 0
    while start < count:
        fitting = int(np.searchsorted(before, before[start] + _MOST_BYTES, side="right")) - 1
        stop = min(start + size, count, max(fitting, start + 1))
        yield start, stop
        start = stop


def thread_count(threads: int | None) -> int:
    """Return the threads to use: those asked for, or one per core we may run on."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(threads, int) or not 1 <= threads <= _MOST_THREADS:
        raise SpecError(f"threads={threads!r} is not possible; expected 1 to {_MOST_THREADS}")
    return threads


def _sum_type(values: NDArray[Any]) -> type:
    return np.int64 if np.issubdtype(values.dtype, np.integer) else np.float64
