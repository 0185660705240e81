"""Tree accuracy, simple and generation: string accuracy of each word with its dependents."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.measures.accuracy import accuracy_of, edits_by_kind
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.parsed import WordsParsed
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch, Sentences

_TREELETS = "treelets"


@dataclass(frozen=True, kw_only=True)
class TreeAccuracy(WordsParsed):
    """Simple tree accuracy (Bangalore et al. 2000): 1 − (I + D + S) / R, over the treelets of dependency trees.

    A treelet is a word with its dependents, in the order of the text; the roots of a text's sentences are treelets of
    their own. Insertions, deletions and substitutions are those between treelets of the output and the reference that
    have the same head; R is the words of all treelets of the reference.

    Statistics: insertions, deletions, substitutions, moves (always 0 here), words of the reference's treelets.

    Left open: treelets with the same head are matched in the order of the text. One of the reference that has no
    counterpart is deleted as a whole, one of the output inserted. Of several references the one with the highest value
    counts, the first on a tie. Words are compared in lower case.
    Reference: Bangalore, Rambow & Whittaker (2000), Evaluation metrics for generation.

    >>> from steelyard.measures.tree_accuracy import TreeAccuracy
    >>> float(TreeAccuracy().score([1, 1, 0, 0, 8]))
    0.75
    """

    name: ClassVar[str] = "tree-accuracy"
    printed: ClassVar[str] = "Tree accuracy"
    family: ClassVar[str] = "syntax"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, 1.0)
    undefined: ClassVar[str] = "the references have no word"
    with_moves: ClassVar[bool] = False

    @property
    def fields(self) -> tuple[str, ...]:
        """Edits by kind, and words of the reference's treelets."""
        return ("insertions", "deletions", "substitutions", "moves", "reference_words")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        views = self.layered("word"), self.layered("head of treelet")
        ours = [batch.hypothesis_sentences(view, _TREELETS) for view in views]
        theirs = [batch.reference_sentences(view, _TREELETS) for view in views]
        rows = np.stack([self._edits(batch.stop, *ours, *pair) for pair in zip(*theirs, strict=True)], axis=1)
        return best_row(rows, batch.present(), self.score(rows))

    def _edits(
        self, stop: _core.Stop, ours: Sentences, our_heads: Sentences, theirs: Sentences, their_heads: Sentences
    ) -> Array:
        left, right = _heads(our_heads), _heads(their_heads)
        lengths = ours.tokens.lengths(), theirs.tokens.lengths()
        segments = len(ours.offsets) - 1
        counts = np.zeros((segments, 5), np.int64)
        pairs: list[tuple[int, int, int]] = []
        for n in range(segments):
            stop.look()
            mine, other = (range(*side.offsets[n : n + 2]) for side in (ours, theirs))
            matched, alone, missing = _matched(mine, other, left, right)
            pairs += ((n, a, b) for a, b in matched)
            counts[n, 0] = lengths[0][alone].sum()
            counts[n, 1] = lengths[1][missing].sum()
            counts[n, 4] = lengths[1][list(other)].sum()
        return self._add(counts, np.array(pairs, np.int64).reshape(-1, 3), ours.tokens, theirs.tokens, stop)

    def _add(self, counts: Array, pairs: Array, ours: _core.Tokens, theirs: _core.Tokens, stop: _core.Stop) -> Array:
        """Return the counts with the edits between matched treelets."""
        segment, left, right = (np.ascontiguousarray(column) for column in pairs.T)
        np.add.at(counts[:, :4], segment, edits_by_kind(ours.take(left), theirs.take(right), self.with_moves, stop))
        return counts

    def score(self, sums: Array) -> Array:
        """Return the accuracy of summed statistics."""
        return accuracy_of(sums)


def _heads(treelets: Sentences) -> list[int]:
    """Return the head of each treelet, which stands there for each of its words."""
    return [treelets.tokens.row(n)[0] for n in range(len(treelets.tokens))]


def _matched(
    ours: range, theirs: range, left: list[int], right: list[int]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return the pairs of treelets with the same head, those of ours that are left, and those of theirs."""
    waiting: dict[int, list[int]] = defaultdict(list)
    for place in reversed(theirs):
        waiting[right[place]].append(place)
    pairs, alone = [], []
    for place in ours:
        if waiting[left[place]]:
            pairs.append((place, waiting[left[place]].pop()))
        else:
            alone.append(place)
    return pairs, alone, [place for places in waiting.values() for place in places]


@dataclass(frozen=True, kw_only=True)
class GenerationTreeAccuracy(TreeAccuracy):
    """Generation tree accuracy (Bangalore et al. 2000): 1 − (M + I′ + D′ + S) / R, over treelets.

    A word deleted in one place of a treelet and inserted in another is one move M; a word that is under another head is
    a deletion and an insertion still. Moves are found as in `generation-accuracy`, all else is as in `tree-accuracy`.

    >>> from steelyard.measures.tree_accuracy import GenerationTreeAccuracy
    >>> float(GenerationTreeAccuracy().score([0, 0, 0, 1, 4]))
    0.75
    """

    name: ClassVar[str] = "generation-tree-accuracy"
    printed: ClassVar[str] = "Generation tree accuracy"
    with_moves: ClassVar[bool] = True

    @property
    def definition(self) -> int:
        """The second, as in `generation-accuracy`."""
        return 2
