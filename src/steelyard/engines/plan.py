"""The plan of a run: which segments go together as a chunk, and what is seen of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from steelyard import _core
from steelyard.annotation.chunk import AnnotatedChunk
from steelyard.corpus import Corpus
from steelyard.corpus.texts import Chunk
from steelyard.text import Batch, ChunkViews

if TYPE_CHECKING:
    from steelyard.annotation.chunk import Given

_LARGEST_CHUNK = 4096
#: Segments that are not worth a thread of their own.
_FEWEST = 64
#: Texts of a chunk that is annotated, for annotations are large.
_MOST_ANNOTATED = 4096
_MOST_BYTES = 1 << 25


def views_of(
    corpus: Corpus, start: int, stop: int, tolerant: bool = False, flag: _core.Stop | None = None
) -> ChunkViews:
    """Return the views of the segments start … stop-1; `tolerant` takes what cannot be annotated for empty.

    The flag stops the measures that see them.
    """
    references = [texts.chunk(start, stop) for texts in corpus.references]
    systems = {name: texts.chunk(start, stop) for name, texts in corpus.systems.items()}
    annotated = AnnotatedChunk(references, systems, _annotations(corpus, start, stop), tolerant)
    facets = {name: values[start:stop] for name, values in corpus.facets.items()}
    return ChunkViews(references, systems, _source(corpus, start, stop), annotated, flag, facets)


def _annotations(corpus: Corpus, start: int, stop: int) -> Given:
    """Return the annotations that came with the texts."""
    return (
        [texts.annotations(start, stop) for texts in corpus.references],
        {name: texts.annotations(start, stop) for name, texts in corpus.systems.items()},
    )


def _source(corpus: Corpus, start: int, stop: int) -> Chunk | None:
    return None if corpus.source is None else corpus.source.chunk(start, stop)


def reference_batches(corpus: Corpus, left_out: Collection[int] = ()) -> Iterator[Batch]:
    """Yield the references and the source of all segments that are not left out, chunk by chunk, without outputs."""
    for start, stop in _between(spans(corpus, 1), sorted(left_out)):
        references = [texts.chunk(start, stop) for texts in corpus.references]
        annotated = AnnotatedChunk(references, {}, _annotations(corpus, start, stop), tolerant=True)
        yield ChunkViews(references, {}, _source(corpus, start, stop), annotated).batch("")


def _between(spans: Iterable[tuple[int, int]], left_out: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut spans at segments, which are in none of them any more."""
    for start, stop in spans:
        ends = [start - 1, *(n for n in left_out if start <= n < stop), stop]
        yield from ((a + 1, b) for a, b in pairwise(ends) if a + 1 < b)


def spans(corpus: Corpus, threads: int, annotated: bool = False) -> Iterator[tuple[int, int]]:
    """Cut the segments into chunks of bounded number and size."""
    count = len(corpus)
    size = min(_LARGEST_CHUNK, max(_FEWEST, -(-count // (4 * threads)))) if threads > 1 else _LARGEST_CHUNK
    if annotated:
        size = min(size, max(1, _MOST_ANNOTATED // (len(corpus.systems) + len(corpus.references))))
    before = corpus.bytes_before()
    start = 0
    while start < count:
        fitting = int(np.searchsorted(before, before[start] + _MOST_BYTES, side="right")) - 1
        stop = min(start + size, count, max(fitting, start + 1))
        yield start, stop
        start = stop
