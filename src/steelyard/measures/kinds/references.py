"""Several references: which one counts, and how long "the" reference is (Leusch et al. 2005 §3.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.sums import ordered_sum
from steelyard.text.batch import Batch, lengths

#: closest    length nearest to the hypothesis, the shorter on a tie (BLEU)
#: shortest   the shortest reference
#: average    mean length (NIST, TER)
#: sets       the words of all references over the number of reference sets, present or not (mteval's NIST)
#: average-nearest   mean length of the references at the lowest distance
#: best       length of the reference with the lowest relative error, whose distance then counts
LENGTH_RULES = ("closest", "shortest", "average", "average-nearest", "best")
NIST_LENGTH_RULES = (*LENGTH_RULES, "sets")

# A numpy scalar: a Python integer would be squeezed into the int32 of the arrays it is mixed with.
_FAR = np.int64(np.iinfo(np.int64).max // 4)


def reference_length(rule: str, hypothesis: Array, references: Array, there: Array, distance: Array) -> Array:
    """Return the reference length per segment.

    hypothesis: lengths [segment]; references, there, distance: [segment, reference set].
    """
    if references.shape[1] == 1:
        only: Array = references[:, 0]
        return only
    if rule == "closest":
        gap = np.abs(references.astype(np.int64) - hypothesis[:, None])
        # the length breaks ties between equal gaps in favour of the shorter
        order = np.where(there, gap * (int(references.max(initial=0)) + 1) + references, _FAR)
        return _take(references, order.argmin(axis=1))
    if rule == "shortest":
        return np.asarray(np.where(there, references, _FAR).min(axis=1), references.dtype)
    if rule == "average":
        return _mean(references, there)
    if rule == "sets":
        return np.asarray(ordered_sum(np.where(there, references, 0)) / references.shape[1])
    if rule == "average-nearest":
        nearest = np.where(there, distance, _FAR)
        return _mean(references, there & (nearest == nearest.min(axis=1, keepdims=True)))
    return _take(references, best_relative(references, there, distance))


def nearest_length(rule: str, hypotheses: _core.Tokens, references: Sequence[_core.Tokens], batch: Batch) -> Array:
    """Return the reference length per segment for a measure without a distance of its own: PER's serves instead."""
    length, sizes = hypotheses.lengths(), lengths(references)
    distance = np.zeros_like(sizes)
    if rule in ("average-nearest", "best") and len(references) > 1:
        matches = [_core.ngram_matches(hypotheses, [tokens], 1, batch.stop)[:, 0] for tokens in references]
        distance = np.maximum(length[:, None], sizes) - np.stack(matches, axis=1)
    return reference_length(rule, length, sizes, batch.present(), distance)


def counted_distance(rule: str, references: Array, there: Array, distance: Array) -> Array:
    """Return the distance that counts per segment: the lowest, or under `best` that of the best reference."""
    if rule == "best":
        return _take(distance, best_relative(references, there, distance))
    lowest: Array = np.where(there, distance, _FAR).min(axis=1).astype(distance.dtype)
    return lowest


def best_relative(references: Array, there: Array, distance: Array) -> Array:
    """Return the first reference with the lowest distance / length; an empty one is the last choice unless equal."""
    error = np.where(references > 0, distance / np.maximum(references, 1), np.where(distance > 0, _FAR, 0))
    return np.asarray(np.where(there, error, np.inf).argmin(axis=1))


def best_row(rows: Array, there: Array, value: Array) -> Array:
    """Return per segment the statistics of the first reference with the highest value.

    rows: [segment, reference set, field]; value: [segment, reference set], nan counts as the lowest.
    """
    rank = np.where(there & ~np.isnan(value), value, -np.inf)
    # a segment whose present references are all undefined must still take a present one
    rank = np.where(there & np.isneginf(rank), -np.finfo(float).max, rank)
    chosen = rank.argmax(axis=1)
    picked: Array = rows[np.arange(len(rows)), chosen]
    return picked


def _take(values: Array, columns: Array) -> Array:
    taken: Array = values[np.arange(len(values)), columns]
    return taken


def _mean(values: Array, mask: Array) -> Array:
    mean: Array = ordered_sum(np.where(mask, values, 0)) / mask.sum(axis=1)
    return mean
