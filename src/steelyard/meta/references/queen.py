"""QUEEN, KING and JACK of QARLA, for any sets of measures on a test bed.

With models M (references) and peers A (outputs) of a segment, similarity measures X, and x(a, b) the similarity of a to
b (Amigó, Gonzalo, Peñas & Verdejo 2005):

    QUEEN_{X,M}(a)  P over (m, m', m'') ∈ M³ with m' ≠ m'' of: x(a, m) ≥ x(m', m'') for all x ∈ X;
                    a model m is scored with M∖{m}
    KING_{M,A}(X)   P over segments and m ∈ M of: QUEEN_{M∖m}(m) > QUEEN_{M∖m}(a) for all a ∈ A
    JACK(X, M, A)   P over segments and m ∈ M of: there are a ≠ a' with x(a, a') ≤ x(a, m) and x(a', a) ≤ x(a', m) for
                    all x ∈ X, and QUEEN(a) > 0 and QUEEN(a') > 0

QUEEN of a peer needs two references, that of a model and KING three, JACK two references and two peers; a segment that
has fewer is undefined and has no part. An undefined similarity passes no test: whatever is said of all x is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError
from steelyard.measures.kinds.base import ratio
from steelyard.meta.references.pairwise import PairwiseSimilarities

Array = NDArray[Any]

#: References that a segment must have.
LEAST = {"QUEEN": 2, "QUEEN of a reference": 3, "KING": 3, "JACK": 2}
_COUNTS_AT_ONCE = 1 << 22
_CELLS_AT_ONCE = 1 << 22


def as_sets(table: PairwiseSimilarities, sets: Sequence[Sequence[int]]) -> Array:
    """Return set × measure: is the measure, by its number, in the set?"""
    chosen = np.zeros((len(sets), len(table.measures)), np.uint8)
    for n, members in enumerate(sets):
        if not len(members):
            raise InputError("a set of measures is empty; it needs at least one")
        chosen[n, list(members)] = 1
    return chosen


def queen(table: PairwiseSimilarities, measures: Sequence[int]) -> Array:
    """Return segment × text: QUEEN by a set of measures (their numbers), nan where it is undefined."""
    accepted, _ = _counts(table, as_sets(table, [measures]))
    return np.where(table.present, ratio(accepted[:, 0], _triples(table)), np.nan)


def mean_queens(table: PairwiseSimilarities, sets: Sequence[Sequence[int]]) -> Array:
    """Return set × text: QUEEN by each set, averaged over the segments where it is defined."""
    triples = _triples(table)
    there = table.present & (triples > 0)

    def means(chosen: Array) -> Array:
        accepted, _ = _counts(table, chosen)
        values = ratio(accepted, triples[:, None])
        return ratio(np.where(there[:, None], values, 0.0).sum(axis=0), there.sum(axis=0))

    return _in_parts(table, as_sets(table, sets), means)


def king(table: PairwiseSimilarities, sets: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Return set × segment: models ahead of all peers; and per segment, how many models were tried."""
    wins = _in_parts(table, as_sets(table, sets), lambda chosen: _counts(table, chosen)[1].T)
    peers = table.present[:, len(table.references) :].any(axis=1)
    return wins, np.where(peers & (table.models >= LEAST["KING"]), table.models, 0)


def jack(table: PairwiseSimilarities, measures: Sequence[int]) -> tuple[Array, Array]:
    """Return per segment the models that lie between two peers, and how many were tried."""
    hits = np.concatenate([between.any(axis=(2, 3)).sum(axis=1) for between in _between(table, measures)])
    return hits, _jack_tried(table)


def jack_growth(table: PairwiseSimilarities, measures: Sequence[int], orders: int, seed: int) -> Array:
    """Return order × number of peers (from 1): JACK of the first peers in so many random orders of the systems."""
    systems = len(table.systems)
    drawn = _core.random_orders(systems, seed, 0, orders)
    place = np.empty_like(drawn)
    np.put_along_axis(place, drawn, np.broadcast_to(np.arange(systems, dtype=drawn.dtype), drawn.shape), axis=1)
    gained = np.zeros((orders, systems), np.int64)
    first, second = np.triu_indices(systems, 1)
    for between in _between(table, measures):
        pairs = between[:, :, first, second]
        pairs = pairs[pairs.any(axis=2)]
        for n in range(orders):
            # A pair is there as soon as its later system is.
            later = np.maximum(place[n, first], place[n, second])
            if len(pairs):
                soonest = np.where(pairs, later, systems).min(axis=1)
                gained[n] += np.bincount(soonest, minlength=systems)[:systems]
    return ratio(np.cumsum(gained, axis=1), np.full((1, 1), _jack_tried(table).sum()))


def _jack_tried(table: PairwiseSimilarities) -> Array:
    peers = table.present[:, len(table.references) :].sum(axis=1)
    return np.where((peers >= 2) & (table.models >= LEAST["JACK"]), table.models, 0)


def _between(table: PairwiseSimilarities, measures: Sequence[int]) -> Iterator[Array]:
    """Yield, for runs of segments, segment × model × peer × peer: is the model between these two peers?"""
    models, peers = len(table.references), len(table.systems)
    good = queen(table, measures)[:, models:] > 0
    step = max(1, _CELLS_AT_ONCE // (models * peers * peers))
    for start in range(0, len(table), step):
        run = slice(start, start + step)
        between = good[run, None, :, None] & good[run, None, None, :] & table.present[run, :models, None, None]
        between &= ~np.eye(peers, dtype=bool)
        for measure in measures:
            x = table.values[run, measure]
            apart, near = x[:, models:, models:], x[:, models:, :models].transpose(0, 2, 1)
            closer = apart[:, None] <= near[:, :, :, None]
            between &= closer & closer.transpose(0, 1, 3, 2)
        yield between


def _triples(table: PairwiseSimilarities) -> Array:
    """Return segment × text: how many triples of models there are to compare it with."""
    is_model = np.arange(table.present.shape[1]) < len(table.references)
    count = table.models[:, None] - is_model
    return np.where(count > 1, count * count * (count - 1), 0)


def _counts(table: PairwiseSimilarities, chosen: Array) -> tuple[Array, Array]:
    values = np.ascontiguousarray(table.values, float)
    return _core.queen_counts(values, table.present.astype(np.uint8), len(table.references), chosen)


def _in_parts(table: PairwiseSimilarities, chosen: Array, make: Callable[[Array], Array]) -> Array:
    """Make an array of sets in parts, so that the counts of all sets are never in memory together."""
    step = max(1, _COUNTS_AT_ONCE // max(1, table.present.size))
    return np.concatenate([make(chosen[start : start + step]) for start in range(0, len(chosen), step)])
