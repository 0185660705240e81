"""Units as vectors of terms: lower-case words, counted or weighted by tf·idf."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.texts import HeldTexts
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.summaries.documents import DocumentSet
from steelyard.text.batch import ChunkViews
from steelyard.text.view import View
from steelyard.text.words.lists import stop_origin

Array = NDArray[Any]

#: So many numbers a matrix of units and terms may have.
_MOST_CELLS = 1 << 27


@dataclass(frozen=True)
class Terms:
    """What counts as a term, and how much.

    stop      words left out: none, english, or a file with one a line
    weighted  tf-idf: count × ln(N / n), N units (or documents) of which n have the term; tf: its count
    idf       units: of the set's own units; collection: of all documents
    """

    stop: str = "english"
    weighted: str = "tf-idf"
    idf: str = "units"

    def __post_init__(self) -> None:
        for name, choices in (("weighted", ("tf-idf", "tf")), ("idf", ("units", "collection"))):
            if (value := getattr(self, name)) not in choices:
                raise SpecError(f"{name}={value!r} is not possible" + suggestion(str(value), choices))

    def signature(self) -> dict[str, str]:
        """Return what counts how much."""
        stop = os.path.basename(self.stop)  # noqa: PTH119
        own = self.stop not in ("none", "english")
        return {
            "terms": self.weighted, "idf": self.idf if self.weighted == "tf-idf" else "none",
            "stop": f"{stop}#{stop_origin(self.stop)}" if own else stop,
        }  # fmt: skip

    @property
    def view(self) -> View:
        """How units are cut into terms."""
        return View("no-punct", case="fold", stop=self.stop)


@dataclass(frozen=True)
class Weighed:
    """A set of documents, its units as vectors.

    counts   unit × term: how often
    weights  unit × term
    query    the weights of the query's terms, as far as units have them; None without a query
    """

    documents: DocumentSet
    counts: Array
    weights: Array
    query: Array | None

    @property
    def count(self) -> int:
        """The number of units."""
        return len(self.weights)

    @cached_property
    def squares(self) -> Array:
        """The square of each unit's length."""
        return np.asarray((self.weights**2).sum(axis=1))

    @property
    def relevance(self) -> Array:
        """The cosine of each unit with all units together."""
        return self.cosines(self.weights.sum(axis=0))

    @property
    def answers(self) -> Array:
        """The cosine of each unit with the query, which must be there."""
        assert self.query is not None
        return self.cosines(self.query)

    @property
    def mean_weights(self) -> Array:
        """The mean weight of each unit's words; 0 of a unit that has none."""
        return np.asarray(self.weights.sum(axis=1) / np.maximum(self.counts.sum(axis=1), 1))

    @cached_property
    def topics(self) -> tuple[Array, Array]:
        """Topic × unit, and the strength of each topic: V and Σ of the term × unit matrix U Σ Vᵀ."""
        loadings, strengths, _ = np.linalg.svd(self.weights, full_matrices=False)
        if not strengths.sum():
            # No unit has a term: there is one topic, in which all are alike.
            return np.ones((1, self.count)), np.ones(1)
        return loadings.T, strengths

    def topic_lengths(self, dimensions: int) -> Array:
        """Return the length of each unit in the space of the strongest topics: √Σ v²σ²."""
        topics, strengths = self.topics
        return np.asarray(np.sqrt(((topics[:dimensions] * strengths[:dimensions, None]) ** 2).sum(axis=0)))

    def cosines(self, vectors: Array) -> Array:
        """Return the cosine of each unit with a vector, or with one of its own; 0 where one of them has no terms."""
        products = (self.weights * vectors).sum(axis=1)
        norms = np.sqrt(self.squares * (vectors**2).sum(axis=-1))
        cosines: Array = np.divide(products, norms, out=np.zeros(self.count), where=norms > 0)
        return cosines


def check_dimensions(method: str, dimensions: int) -> None:
    """Raise unless there can be so many topics."""
    if dimensions < 1:
        raise SpecError(f"{method}: dimensions={dimensions} is not possible; expected 1 or more")


def weighed(sets: Sequence[DocumentSet], terms: Terms) -> Iterator[Weighed]:
    """Yield the sets, their units as vectors."""
    texts = [text for some in sets for text in (*some.units, some.query)]
    chunk = HeldTexts.of(texts, "units", ("long",)).chunk(0, len(texts))
    (tokens,) = ChunkViews([chunk], {}).tokens(terms.view).references
    general = _collection_idf(sets, tokens) if terms.idf == "collection" else None
    at = 0
    for some in sets:
        rows = [np.array(tokens.row(at + n), np.int64) for n in range(some.starts[-1] + 1)]
        at += len(rows)
        yield _weighed(some, rows, terms, general)


def _weighed(some: DocumentSet, rows: Sequence[Array], terms: Terms, general: Array | None) -> Weighed:
    units = rows[:-1]
    types, columns = np.unique(np.concatenate(units), return_inverse=True)
    if len(units) * len(types) > _MOST_CELLS:
        raise InputError(
            f"set {some.id!r} has {len(units):,} units with {len(types):,} different words, which is more than can be "
            f"weighed at once; cut its documents into several sets"
        )
    places = np.repeat(np.arange(len(units)), list(map(len, units))) * max(1, len(types)) + columns
    shape = len(units), len(types)
    counts = np.bincount(places, minlength=shape[0] * shape[1]).reshape(shape).astype(float)
    idf = np.ones(shape[1])
    if terms.weighted == "tf-idf":
        idf = np.log(len(units) / (counts > 0).sum(axis=0)) if general is None else general[types]
    asked = rows[-1][np.isin(rows[-1], types)]
    query = np.bincount(np.searchsorted(types, asked), minlength=len(types)) * idf if some.query else None
    return Weighed(some, counts, counts * idf, query)


def _collection_idf(sets: Sequence[DocumentSet], tokens: Any) -> Array:
    """Return ln(N / n) of each term, of all documents of all sets."""
    having = np.zeros(len(tokens.types()), np.int64)
    at, documents = 0, 0
    for some in sets:
        for document in some.documents:
            rows = [tokens.row(at + n) for n in range(len(document))]
            having[np.unique(np.array([term for row in rows for term in row], np.int64))] += 1
            at += len(document)
        at += 1
        documents += len(some.documents)
    return np.log(documents / np.maximum(having, 1))
