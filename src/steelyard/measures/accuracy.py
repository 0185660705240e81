"""String accuracy, simple and generation: 1 minus edits over the length of the reference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array, TokenMeasure, option, ratio
from steelyard.measures.kinds.references import best_row
from steelyard.text import Batch
from steelyard.text.batch import lengths
from steelyard.text.view import TOKENISERS


@dataclass(frozen=True, kw_only=True)
class StringAccuracy(TokenMeasure):
    """Simple string accuracy (Bangalore et al. 2000): 1 − (I + D + S) / |r|.

    Statistics: insertions, deletions, substitutions, moves (always 0 here), tokens of the reference.

    Left open: of several references the one with the highest value counts, the first on a tie. An accuracy can be
    below 0 when the output is much longer than the reference.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c a b"]}, ["a b c d"], measures=["string-accuracy"]).value("A", "string-accuracy")
    0.25
    """

    name: ClassVar[str] = "string-accuracy"
    printed: ClassVar[str] = "String accuracy"
    family: ClassVar[str] = "edit distance"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (-math.inf, 1.0)
    undefined: ClassVar[str] = "the references have no token"
    with_moves: ClassVar[bool] = False

    tokens: str = option("none", "tokenisation", TOKENISERS)

    @property
    def fields(self) -> tuple[str, ...]:
        """Edits by kind, and tokens of the reference."""
        return ("insertions", "deletions", "substitutions", "moves", "reference_tokens")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field, against the best reference of each segment."""
        hypotheses, references = batch.hypotheses(self.view), batch.references(self.view)
        by_reference = [edits_by_kind(hypotheses, tokens, self.with_moves, batch.stop) for tokens in references]
        edits = np.stack(by_reference, axis=1)
        rows = np.concatenate((edits, lengths(references)[..., None]), axis=-1)
        return best_row(rows, batch.present(), self.score(rows))

    def score(self, sums: Array) -> Array:
        """Return the accuracy of summed statistics."""
        return accuracy_of(sums)


def edits_by_kind(ours: _core.Tokens, theirs: _core.Tokens, with_moves: bool, stop: _core.Stop) -> Array:
    """Return row × (insertions, deletions, substitutions, moves); without moves, each counts as both of the first."""
    count = _core.moved_edits if with_moves else _core.edits
    _, substitutions, deletions, insertions, moves = count(ours, theirs, stop).T
    if not with_moves:
        deletions, insertions, moves = deletions + moves, insertions + moves, np.zeros_like(moves)
    return np.stack((insertions, deletions, substitutions, moves), axis=1)


def accuracy_of(sums: Array) -> Array:
    """Return 1 − edits / length, of sums of edits by kind and of lengths."""
    sums = np.asarray(sums, float)
    return 1 - ratio(sums[..., :4].sum(axis=-1), sums[..., 4])


@dataclass(frozen=True, kw_only=True)
class GenerationAccuracy(StringAccuracy):
    """Generation string accuracy (Bangalore et al. 2000): 1 − (M + I′ + D′ + S) / |r|.

    A token deleted in one place and inserted in another is one move M instead of a deletion and an insertion. For a
    permutation of the reference, the errors are its length less that of the longest subsequence in order.

    Statistics: insertions, deletions, substitutions, moves, tokens of the reference.

    Left open: which alignment. The one with fewer errors of two, the second on a tie: that of the longest common
    subsequence, where equal tokens left over on both sides are moved, and of the others those between the same two
    matches stand for each other; and that of the least I + D + S, where what is both deleted and inserted is moved.
    Both are found from the end, preferring a match (or substitution), then deletion, then insertion. Where tokens
    recur, some other alignment may have an error less. Until definition 2 it was the second, which takes two neighbours
    that changed places for two substitutions. References as in `string-accuracy`.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c a b"]}, ["a b c d"], measures=["generation-accuracy"]).value("A", "generation-accuracy")
    0.5
    >>> swapped = sy.score({"A": ["b a c d e"]}, ["a b c d e"], measures=["generation-accuracy"])
    >>> swapped.value("A", "generation-accuracy")  # one move of five words
    0.8
    """

    name: ClassVar[str] = "generation-accuracy"
    printed: ClassVar[str] = "Generation accuracy"
    with_moves: ClassVar[bool] = True

    @property
    def definition(self) -> int:
        """The second, since tokens moved are found by the longest common subsequence."""
        return 2
