"""Likeness: how well the vectors of outputs match those of their references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError, SegmentError
from steelyard.providers.models.embeddings import Embedder, Embedding

#: pieces    a vector for each word piece
#: sentence  one vector for each text
KINDS = ("pieces", "sentence")


class Sides(NamedTuple):
    """The vectors of outputs and of references: text i has the rows offsets[i] … offsets[i+1]-1."""

    outputs: NDArray[Any]
    output_offsets: NDArray[np.int64]
    references: NDArray[Any]
    reference_offsets: NDArray[np.int64]

    @classmethod
    def of(cls, kind: str, outputs: Iterable[Embedding], references: Iterable[Embedding]) -> Sides:
        """Return embeddings as vectors of a kind."""
        ours, theirs = ([getattr(embedding, kind) for embedding in side] for side in (outputs, references))
        return cls(np.concatenate(ours), _offsets(ours), np.concatenate(theirs), _offsets(theirs))

    def matches(
        self, outputs: NDArray[np.int64], references: NDArray[np.int64], stop: _core.Stop
    ) -> NDArray[np.float64]:
        """Return precision and recall of each pair of an output and a reference, nan if the reference has no vector."""
        return _core.greedy_matches(*self, outputs, references, stop)


def sides(embedder: Embedder, kind: str, outputs: Sequence[str], references: Sequence[str]) -> Sides:
    """Return the vectors of two lists of texts, each text embedded once."""
    embeddings = {}
    for name, texts in (("text", outputs), ("other", references)):
        for n, text in enumerate(texts):
            if text not in embeddings:
                embeddings[text] = _embedded(embedder, text, f"{name} {n}")
    return Sides.of(kind, (embeddings[text] for text in outputs), (embeddings[text] for text in references))


def matches(
    embedder: Embedder,
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    present: NDArray[np.bool_],
    stop: _core.Stop,
) -> dict[str, dict[str, NDArray[np.float64]]]:
    """Return kind → system → segment × reference set × (precision, recall); nan without a reference.

    Both kinds at once and segment by segment, so that a text is embedded once however many systems and measures there
    are, and no more than a segment's vectors need be held.
    """
    by_kind = {kind: np.full((len(systems), *present.shape, 2), np.nan) for kind in KINDS}
    for row in range(len(present)):
        stop.look()
        try:
            sets = np.flatnonzero(present[row])
            theirs = [_embedded(embedder, references[k][row], f"reference {k}") for k in sets.tolist()]
            ours = [_embedded(embedder, texts[row], f"output of {name!r}") for name, texts in systems.items()]
        except InputError as error:
            raise SegmentError(row, str(error)) from None
        pairs = np.divmod(np.arange(len(ours) * len(theirs)), max(len(theirs), 1))
        for kind in KINDS if len(pairs[0]) else ():
            precision_recall = Sides.of(kind, ours, theirs).matches(*pairs, stop)
            by_kind[kind][:, row, sets] = precision_recall.reshape(len(ours), len(theirs), 2)
    return {kind: dict(zip(systems, values, strict=True)) for kind, values in by_kind.items()}


def _embedded(embedder: Embedder, text: str, whose: str) -> Embedding:
    try:
        return embedder.embed(text)
    except InputError as error:
        raise InputError(f"{whose}: {error}") from None


def _offsets(blocks: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum([len(block) for block in blocks]))).astype(np.int64)
