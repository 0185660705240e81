"""Batches: a run of segments as the measures see it, every view made once and shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.annotation.chunk import AnnotatedChunk, AnnotatedRows
from steelyard.corpus.texts import Chunk
from steelyard.errors import SpecError, suggestion
from steelyard.text import segmenters
from steelyard.text.view import TEXT, View
from steelyard.text.words.keys import Keys

if TYPE_CHECKING:
    from steelyard.providers.models.embeddings import Embedder
    from steelyard.text import likeness

#: How texts are cut into sentences: at their line feeds, by rules of punctuation, or not at all.
SENTENCES = ("lines", "rules", "none")


class Sentences(NamedTuple):
    """Texts cut into sentences: segment i has the rows offsets[i] … offsets[i+1]-1 of the tokens."""

    tokens: _core.Tokens
    offsets: NDArray[np.int64]


class Viewed(NamedTuple):
    """The texts of a chunk as tokens: of each reference set, and of each system."""

    references: list[_core.Tokens]
    systems: dict[str, _core.Tokens]


class Forests(NamedTuple):
    """The trees of a chunk: of each reference set, and of each system."""

    references: list[_core.Trees]
    systems: dict[str, _core.Trees]


class Cut(NamedTuple):
    """The sentences of all texts of a chunk, and where each segment's begin."""

    views: ChunkViews
    references: list[NDArray[np.int64]]
    systems: dict[str, NDArray[np.int64]]


class ChunkViews:
    """The references and all systems' outputs of some segments, source and facets if there are any, viewed on demand.

    All texts of a chunk share one vocabulary per view, so that the same id means the same type.
    """

    def __init__(
        self,
        references: Sequence[Chunk],
        systems: Mapping[str, Chunk],
        source: Chunk | None = None,
        annotated: AnnotatedChunk | None = None,
        stop: _core.Stop | None = None,
        facets: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        #: Stops the kernels of the measures that see the texts.
        self.stop = stop or _core.Stop()
        self.facets = facets or {}
        self._references = references
        self._systems = systems
        self._annotated = annotated or AnnotatedChunk(references, systems)
        self.source = None if source is None else ChunkViews([source], {})
        self._made: dict[object, Viewed] = {}
        self._forests: dict[tuple[str, str, bool], Forests] = {}
        self._keys: dict[tuple[View, Keys], _core.Keys] = {}
        self._cut: dict[tuple[str, str], Cut] = {}
        self._present: NDArray[np.bool_] | None = None
        self._embedded: dict[tuple[Embedder, str], likeness.Sides] = {}
        self._matched: dict[Embedder, dict[str, dict[str, NDArray[np.float64]]]] = {}
        self._limited: dict[tuple[int, ...], ChunkViews] = {}

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(self._systems)

    def limited(self, view: View) -> ChunkViews:
        """Return the texts as far as the limits of a view allow; the source stays whole."""
        if not any(view.limits):
            return self
        if view.limits not in self._limited:
            self._limited[view.limits] = self._cut_short(view)
        return self._limited[view.limits]

    def tokens(self, view: View) -> Viewed:
        """Return the texts as tokens, whatever the view's limits."""
        if view not in self._made:
            annotated = view.layer != TEXT
            self._made[view] = (
                self._annotated_rows("none", view.parser).tokens(view) if annotated else self._tokenise(view)
            )
        return self._made[view]

    def forests(self, parser: str, kind: str, fold: bool) -> Forests:
        """Return the trees of the texts, of a kind of `annotation.forests`."""
        key = (parser, kind, fold)
        if key not in self._forests:
            self._forests[key] = Forests(*self._annotated.forests(*key))
        return self._forests[key]

    def characters(self, fold: bool, white_space: bool) -> Viewed:
        """Return the texts as code points, with or without white space."""
        key = (fold, white_space)
        if key not in self._made:
            self._made[key] = self._viewed(
                lambda chunk: _core.code_points(chunk.data, chunk.starts, chunk.ends, fold, white_space)
            )
        return self._made[key]

    def keys(self, view: View, keys: Keys) -> _core.Keys:
        """Return the keys of every type of a view."""
        if (view, keys) not in self._keys:
            viewed = self.tokens(view)
            tokens = viewed.references[0] if viewed.references else next(iter(viewed.systems.values()))
            self._keys[view, keys] = keys.of(tokens.types())
        return self._keys[view, keys]

    def sentences(self, rule: str, parser: str = "") -> Cut:
        """Return the sentences of all outputs and references as a chunk of their own; with a parser, as it has them."""
        key = (rule, parser)
        if key not in self._cut:
            self._cut[key] = self._cut_annotated(rule, parser) if parser else self._cut_text(rule)
        return self._cut[key]

    def _cut_text(self, rule: str) -> Cut:
        references = [_sentences(chunk, rule) for chunk in self._references]
        systems = {name: _sentences(chunk, rule) for name, chunk in self._systems.items()}
        return Cut(
            ChunkViews([chunk for chunk, _ in references], {name: chunk for name, (chunk, _) in systems.items()}),
            [offsets for _, offsets in references],
            {name: offsets for name, (_, offsets) in systems.items()},
        )

    def _cut_annotated(self, rule: str, parser: str) -> Cut:
        references, systems = self._annotated.rows(rule, parser)
        return Cut(
            AnnotatedViews(references, systems),
            [_offsets(rows) for rows in references],
            {name: _offsets(rows) for name, rows in systems.items()},
        )

    def _annotated_rows(self, rule: str, parser: str) -> ChunkViews:
        return self.sentences(rule, parser).views

    def present(self) -> NDArray[np.bool_]:
        """Return segment × reference set: is the text there and not blank?"""
        if self._present is None:
            there = np.ones((len(self._references[0].starts), len(self._references)), bool)
            for k, chunk in enumerate(self._references):
                there[_core.blank(chunk.data, chunk.starts, chunk.ends), k] = False
            self._present = there
        return self._present

    def embedded(self, embedder: Embedder, kind: str) -> likeness.Sides:
        """Return the vectors of all outputs of the only system, and of the only reference set."""
        if (embedder, kind) not in self._embedded:
            from steelyard.text import likeness

            (outputs,), (references,) = self._systems.values(), self._references
            self._embedded[embedder, kind] = likeness.sides(embedder, kind, _strings(outputs), _strings(references))
        return self._embedded[embedder, kind]

    def matches(self, embedder: Embedder, kind: str) -> dict[str, NDArray[np.float64]]:
        """Return system → segment × reference set × (precision, recall) of vectors; nan without a reference."""
        if embedder not in self._matched:
            from steelyard.text import likeness

            references, systems = self.strings()
            self._matched[embedder] = likeness.matches(embedder, systems, references, self.present(), self.stop)
        return self._matched[embedder][kind]

    def strings(self) -> tuple[list[list[str]], dict[str, list[str]]]:
        """Return the texts themselves: each reference set, and the outputs of each system."""
        systems = {name: _strings(chunk) for name, chunk in self._systems.items()}
        return [_strings(chunk) for chunk in self._references], systems

    def batch(self, system: str) -> Batch:
        """Return one system's share of the chunk."""
        return Batch(self, system)

    def batches(self) -> Iterator[Batch]:
        """Yield each system's share, as long as nobody stops that."""
        for system in self._systems:
            self.stop.look()
            yield self.batch(system)

    def _cut_short(self, view: View) -> ChunkViews:
        return ChunkViews(
            [_limited(chunk, view) for chunk in self._references],
            {name: _limited(chunk, view) for name, chunk in self._systems.items()},
        )

    def _viewed(self, make: Callable[[Chunk], _core.Tokens]) -> Viewed:
        return Viewed(
            [make(chunk) for chunk in self._references],
            {name: make(chunk) for name, chunk in self._systems.items()},
        )

    def _tokenise(self, view: View) -> Viewed:
        vocabulary = _core.Vocabulary()
        name, fold = view.tokens, view.fold
        if name in segmenters.NAMES:
            viewed = self._viewed(lambda chunk: _tokenise(_segmented(chunk, name, fold), "none", False, vocabulary))
        else:
            name = "13a" if name == "contractions" else name
            viewed = self._viewed(lambda chunk: _tokenise(chunk, name, fold, vocabulary))
        return self._rewritten(view, vocabulary, viewed)

    def _rewritten(self, view: View, vocabulary: _core.Vocabulary, viewed: Viewed) -> Viewed:
        if not view.rewrites:
            return viewed
        rewriting = view.rewriting(vocabulary)
        return Viewed(
            [rewriting.apply(tokens) for tokens in viewed.references],
            {system: rewriting.apply(tokens) for system, tokens in viewed.systems.items()},
        )


class AnnotatedViews(ChunkViews):
    """Rows of annotated texts: the texts themselves, their lines, sentences or treelets."""

    def __init__(self, references: Sequence[AnnotatedRows], systems: Mapping[str, AnnotatedRows]) -> None:
        super().__init__([], {})
        self._rows = references, systems

    def _tokenise(self, view: View) -> Viewed:
        vocabulary = _core.Vocabulary()
        references, systems = self._rows
        return self._rewritten(
            view,
            vocabulary,
            Viewed(
                [_core.interned(rows.units(view.layer, view.fold), vocabulary) for rows in references],
                {name: _core.interned(rows.units(view.layer, view.fold), vocabulary) for name, rows in systems.items()},
            ),
        )

    def tokens(self, view: View) -> Viewed:
        """Return the rows as tokens."""
        if view not in self._made:
            self._made[view] = self._tokenise(view)
        return self._made[view]


class Batch:
    """One system's outputs for a run of segments, with their references."""

    def __init__(self, views: ChunkViews, system: str) -> None:
        self._views = views
        self._system = system

    @property
    def stop(self) -> _core.Stop:
        """The flag that stops kernels, which measures hand on to them."""
        return self._views.stop

    def hypotheses(self, view: View) -> _core.Tokens:
        """Return the outputs as tokens."""
        return self._views.limited(view).tokens(view).systems[self._system]

    def references(self, view: View) -> list[_core.Tokens]:
        """Return each reference set as tokens; `present` says which segments have it."""
        return self._views.limited(view).tokens(view).references

    def present(self) -> NDArray[np.bool_]:
        """Return segment × reference set: is there such a reference?"""
        return self._views.present()

    def texts(self) -> list[tuple[str, list[str]]]:
        """Return each segment's output with its references, those that are there, as they were written."""
        references, systems = self._views.strings()
        rows = zip(*references, strict=True) if references else [()] * len(systems[self._system])
        return [
            (output, [text for text, there in zip(row, present, strict=True) if there])
            for output, row, present in zip(systems[self._system], rows, self.present().tolist(), strict=True)
        ]

    def facet(self, name: str) -> Sequence[str]:
        """Return the value of a facet for each segment."""
        if name not in self._views.facets:
            raise SpecError(f"there is no facet {name!r}" + suggestion(name, self._views.facets))
        return self._views.facets[name]

    def source(self, view: View) -> _core.Tokens | None:
        """Return the source texts as tokens with a vocabulary of their own, or None where the corpus has none."""
        return None if self._views.source is None else self._views.source.tokens(view).references[0]

    def keys(self, view: View, keys: Keys, rule: str | None = None) -> _core.Keys:
        """Return the keys of every type of a view; with a rule, of the view of the sentences it gives."""
        views = self._views.limited(view)
        return (views if rule is None else views.sentences(rule, view.annotator).views).keys(view, keys)

    def hypothesis_sentences(self, view: View, rule: str) -> Sentences:
        """Return the outputs as sentences by a rule of `SENTENCES`."""
        cut = self._views.limited(view).sentences(rule, view.annotator)
        return Sentences(cut.views.tokens(view).systems[self._system], cut.systems[self._system])

    def reference_sentences(self, view: View, rule: str) -> list[Sentences]:
        """Return each reference set as sentences; a segment that lacks a reference has none."""
        cut = self._views.limited(view).sentences(rule, view.annotator)
        return list(map(Sentences, cut.views.tokens(view).references, cut.references))

    def hypothesis_forests(self, parser: str, kind: str, fold: bool) -> _core.Trees:
        """Return the trees of the outputs, of a kind of `annotation.forests`."""
        return self._views.forests(parser, kind, fold).systems[self._system]

    def reference_forests(self, parser: str, kind: str, fold: bool) -> list[_core.Trees]:
        """Return the trees of each reference set; a segment that lacks a reference has none."""
        return self._views.forests(parser, kind, fold).references

    def matches(self, embedder: Embedder, kind: str) -> NDArray[np.float64]:
        """Return segment × reference set × (precision, recall) of the vectors of a kind, as in `likeness.KINDS`."""
        return self._views.matches(embedder, kind)[self._system]

    def hypothesis_characters(self, fold: bool, white_space: bool) -> _core.Tokens:
        """Return the outputs as code points."""
        return self._views.characters(fold, white_space).systems[self._system]

    def reference_characters(self, fold: bool, white_space: bool) -> list[_core.Tokens]:
        """Return each reference set as code points."""
        return self._views.characters(fold, white_space).references


def _offsets(rows: AnnotatedRows) -> NDArray[np.int64]:
    return np.array(rows.offsets, np.int64)


def _tokenise(chunk: Chunk, name: str, fold: bool, vocabulary: _core.Vocabulary) -> _core.Tokens:
    return _core.tokenise(chunk.data, chunk.starts, chunk.ends, name, fold, vocabulary)


def _limited(chunk: Chunk, view: View) -> Chunk:
    return Chunk(chunk.data, chunk.starts, _core.limited(chunk.data, chunk.starts, chunk.ends, *view.limits))


def _sentences(chunk: Chunk, rule: str) -> tuple[Chunk, NDArray[np.int64]]:
    starts, ends, offsets = _core.sentences(chunk.data, chunk.starts, chunk.ends, rule)
    return Chunk(chunk.data, starts, ends), offsets


def _strings(chunk: Chunk) -> list[str]:
    return [chunk.data[a:b].decode("utf-8") for a, b in zip(chunk.starts.tolist(), chunk.ends.tolist(), strict=True)]


def _segmented(chunk: Chunk, name: str, fold: bool) -> Chunk:
    """Return the chunk with its words separated by spaces."""
    cut = segmenters.segmenter(name)
    spaced = [" ".join(cut(text.lower() if fold else text)) for text in _strings(chunk)]
    data, offsets, _ = _core.encode(tuple(spaced))
    return Chunk(data, offsets[:-1], offsets[1:])


def lengths(references: Sequence[_core.Tokens]) -> NDArray[np.int32]:
    """Return segment × reference set: tokens of the reference."""
    return np.stack([tokens.lengths() for tokens in references], axis=1)
