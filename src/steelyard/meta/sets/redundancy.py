"""Measures that say much the same: clusters in which no two contradict each other often."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.meta.sets.output_pairs import OutputPairs

Array = NDArray[Any]


def redundant_clusters(pairs: OutputPairs, names: Sequence[str], redundant: float) -> tuple[tuple[str, ...], ...]:
    """Return measures in clusters of which no two contradict each other on more than that share of pairs of outputs."""
    apart = np.zeros((len(names), len(names)))
    above = np.triu_indices(len(names), 1)
    apart[above] = [figures.heterogeneity for figures in pairs.figures(itertools.combinations(names, 2))]
    apart.T[above] = apart[above]
    return tuple(tuple(names[n] for n in cluster) for cluster in complete_linkage(apart, redundant))


def complete_linkage(distances: Array, most: float) -> list[list[int]]:
    """Return clusters in which no two members are further apart than `most`; a distance that is nan joins nothing.

    Agglomerative, by complete linkage: the two clusters whose furthest members are closest are joined, the first of
    equals first, until none can be. O(n³).

    >>> complete_linkage(np.array([[0, 0.1, 0.9], [0.1, 0, 0.8], [0.9, 0.8, 0]]), 0.2)
    [[0, 1], [2]]
    """
    between = np.where(np.isnan(distances), np.inf, np.asarray(distances, float))
    np.fill_diagonal(between, np.inf)
    clusters = [[n] for n in range(len(between))]
    while len(clusters) > 1:
        # between is symmetric, so the first of the least is above the diagonal: a < b
        a, b = divmod(int(between.argmin()), len(between))
        if not between[a, b] <= most:
            break
        between[a] = between[:, a] = np.maximum(between[a], between[b])
        between = np.delete(np.delete(between, b, axis=0), b, axis=1)
        between[a, a] = np.inf
        clusters[a] += clusters.pop(b)
    return [sorted(cluster) for cluster in clusters]
