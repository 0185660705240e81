"""Pairs of texts: views of a chunk in which any output may stand against any reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.text.batch import ChunkViews, Cut, Forests, Viewed
from steelyard.text.view import View
from steelyard.text.words.keys import Keys

if TYPE_CHECKING:
    from steelyard.providers.models.embeddings import Embedder


class PairViews(ChunkViews):
    """Pairs drawn from a chunk with one system and one reference set, whose numbers of texts may differ.

    Pair n is the output outputs[n] against the reference references[n]; the chunk is viewed once for all pairs.
    """

    def __init__(
        self,
        whole: ChunkViews,
        outputs: NDArray[np.int64],
        references: NDArray[np.int64],
        stop: _core.Stop | None = None,
    ) -> None:
        super().__init__([], {}, stop=stop)
        self._whole = whole
        self._rows = outputs, references
        self.source = None if whole.source is None else PairViews(whole.source, outputs, outputs)

    def tokens(self, view: View) -> Viewed:
        """Return the pairs' texts as tokens."""
        if view not in self._made:
            self._made[view] = self._taken(self._whole.tokens(view))
        return self._made[view]

    def characters(self, fold: bool, white_space: bool) -> Viewed:
        """Return the pairs' texts as code points."""
        key = (fold, white_space)
        if key not in self._made:
            self._made[key] = self._taken(self._whole.characters(fold, white_space))
        return self._made[key]

    def keys(self, view: View, keys: Keys) -> _core.Keys:
        """Return the keys of every type of a view, which are those of the chunk."""
        return self._whole.keys(view, keys)

    def forests(self, parser: str, kind: str, fold: bool) -> Forests:
        """Return the trees of the pairs' texts."""
        key = (parser, kind, fold)
        if key not in self._forests:
            whole = self._whole.forests(parser, kind, fold)
            outputs, references = self._rows
            self._forests[key] = Forests(
                [trees.take(references) for trees in whole.references],
                {system: trees.take(outputs) for system, trees in whole.systems.items()},
            )
        return self._forests[key]

    def sentences(self, rule: str, parser: str = "") -> Cut:
        """Return the sentences of the pairs' texts."""
        key = (rule, parser)
        if key not in self._cut:
            cut = self._whole.sentences(rule, parser)
            ((system, offsets),) = cut.systems.items()
            outputs, output_offsets = _sentence_rows(offsets, self._rows[0])
            references, reference_offsets = _sentence_rows(cut.references[0], self._rows[1])
            views = PairViews(cut.views, outputs, references)
            self._cut[key] = Cut(views, [reference_offsets], {system: output_offsets})
        return self._cut[key]

    def present(self) -> NDArray[np.bool_]:
        """Return pair × 1: is the reference there?"""
        return self._whole.present()[self._rows[1]]

    def matches(self, embedder: Embedder, kind: str) -> dict[str, NDArray[np.float64]]:
        """Return the only system → pair × 1 × (precision, recall); only what is asked for is made."""
        precision_recall = self._whole.embedded(embedder, kind).matches(*self._rows, self.stop)
        (system,) = self._whole.systems
        return {system: np.where(self.present()[..., None], precision_recall[:, None, :], np.nan)}

    def strings(self) -> tuple[list[list[str]], dict[str, list[str]]]:
        """Return the pairs' texts themselves."""
        (sets, systems), (outputs, references) = self._whole.strings(), self._rows
        return (
            [[texts[n] for n in references.tolist()] for texts in sets],
            {system: [texts[n] for n in outputs.tolist()] for system, texts in systems.items()},
        )

    def _cut_short(self, view: View) -> ChunkViews:
        return PairViews(self._whole.limited(view), *self._rows)

    def _taken(self, viewed: Viewed) -> Viewed:
        outputs, references = self._rows
        return Viewed(
            [tokens.take(references) for tokens in viewed.references],
            {system: tokens.take(outputs) for system, tokens in viewed.systems.items()},
        )


def _sentence_rows(offsets: NDArray[np.int64], texts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of the sentences of some texts, one text after another, and where each text's begin."""
    counts = np.diff(offsets)[texts]
    begin = np.concatenate(([0], np.cumsum(counts)))
    return np.arange(begin[-1]) + np.repeat(offsets[texts] - begin[:-1], counts), begin
