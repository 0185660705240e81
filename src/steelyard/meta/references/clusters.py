"""Clusters of similarity measures that accept the same outputs, and the best set of their representatives.

Two sets of measures are similar as far as they decide alike (Amigó, Gonzalo, Peñas & Verdejo 2005):

    sim(X, X') = P( H(X) ⇔ H(X') ), H(X): x(a, m) > x(m', m'') for all x ∈ X

over all segments, outputs a, and references m, m', m'' with m' ≠ m''. Clusters are merged two at a time, the most
similar first, until as many are left as asked for. Linkage `sets` takes this formula for clusters as it stands: a
cluster is the set of its measures. Linkage `average` takes the mean over pairs of measures of the two.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion
from steelyard.meta.references.pairwise import PairwiseSimilarities

Array = NDArray[Any]

LINKAGES = ("sets", "average")
#: More representatives than this are refused: all their sets are tried.
MOST_CLUSTERS = 16
_BITS = np.array([number.bit_count() for number in range(256)], np.uint8)


def decisions(table: PairwiseSimilarities) -> tuple[Array, int]:
    """Return measure × byte, H of each measure in bits; and how many decisions there are."""
    models = len(table.references)
    first, second = np.nonzero(~np.eye(models, dtype=bool))
    there = table.present[:, :models]
    both = there[:, first] & there[:, second]
    tried = table.present[:, models:, None, None] & there[:, None, :, None] & both[:, None, None, :]
    rows = []
    for measure in range(len(table.measures)):
        x = table.values[:, measure]
        decided = x[:, models:, :models, None] > x[:, first, second][:, None, None, :]
        rows.append(np.packbits(decided[tried]))
    return np.stack(rows), int(tried.sum())


def differences(first: Array, second: Array) -> int:
    """Return how many decisions (in bits) differ."""
    return int(_BITS[first ^ second].sum(dtype=np.int64))


def cluster(table: PairwiseSimilarities, number: int, linkage: str = "sets") -> list[list[int]]:
    """Return the measures (by number) in so many clusters, each in order, the clusters in the order of their first."""
    if linkage not in LINKAGES:
        raise SpecError(f"unknown linkage {linkage!r}" + suggestion(linkage, LINKAGES))
    if not isinstance(number, int) or not 1 <= number <= MOST_CLUSTERS:
        raise SpecError(f"clusters={number} is not possible; expected 1 to {MOST_CLUSTERS}")
    clusters = [[measure] for measure in range(len(table.measures))]
    if len(clusters) <= number:
        return clusters
    rows, _ = decisions(table)
    decided, left = list(rows), list(range(len(rows)))
    # Whole numbers, so that pairs that are equally similar are so after any order of sums.
    apart = np.zeros((len(rows), len(rows)), np.int64)
    for a, b in itertools.combinations(left, 2):
        apart[a, b] = apart[b, a] = differences(decided[a], decided[b])
    merged = np.where(np.eye(len(rows), dtype=bool), np.inf, apart)
    while len(left) > number:
        within = merged[np.ix_(left, left)]
        # Of pairs equally similar, the first.
        a, b = (left[n] for n in np.unravel_index(int(np.argmin(within)), within.shape))
        left.remove(b)
        clusters[a] = sorted(clusters[a] + clusters[b])
        decided[a] = decided[a] & decided[b]
        for other in (other for other in left if other != a):
            if linkage == "sets":
                distance: float = differences(decided[a], decided[other])
            else:
                pairs = apart[np.ix_(clusters[a], clusters[other])]
                distance = int(pairs.sum()) / pairs.size
            merged[a, other] = merged[other, a] = distance
    return sorted(clusters[n] for n in left)


def all_sets(measures: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every set of some measures but the empty one, the smallest first."""
    sizes = range(1, len(measures) + 1)
    return [members for size in sizes for members in itertools.combinations(measures, size)]
