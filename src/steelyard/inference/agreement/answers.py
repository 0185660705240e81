"""What coefficients of agreement are made of, for many resamples of the items at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.agreement.answer_pairs import AnswerPairs
from steelyard.inference.agreement.distances import Distance

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class AssessorPairs:
    """Pairs of assessors that share an item.

    assessors     [pair, 2]
    pair, item    of each row, which is two answers to one item
    left, right   of each row: the place of the answer among the answers that the pair ever gave
    places        of each of these, on the scale; those of pair k are bounds[k] to bounds[k + 1]
    """

    assessors: Array
    pair: Array
    item: Array
    left: Array
    right: Array
    places: Array
    bounds: Array

    @classmethod
    def of(cls, pairs: AnswerPairs) -> AssessorPairs:
        """Sort pairs of answers by who gave them."""
        people, size = len(pairs.assessors), len(pairs.scale)
        codes = pairs.assessor[pairs.first] * people + pairs.assessor[pairs.second]
        pair_codes, pair = np.unique(codes, return_inverse=True)
        keys = np.concatenate([pair * size + pairs.answer[side] for side in (pairs.first, pairs.second)])
        pair_answers, place = np.unique(keys, return_inverse=True)
        left, right = place.reshape(2, -1)
        bounds = np.searchsorted(pair_answers, np.arange(len(pair_codes) + 1) * size)
        assessors = np.stack([pair_codes // people, pair_codes % people], axis=1)
        return cls(assessors, pair, pairs.item[pairs.first], left, right, pair_answers % size, bounds)

    def counts(self) -> Array:
        """Return how many items each pair shares."""
        return np.bincount(self.pair)


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers to the same items, and how far two are apart; weights [resample, item] are how often each item counts.

    same      the distance of raw agreement
    steps     that of uniform, pi and cohen
    far       that of alpha; None for ordinal, which depends on how often each answer is given
    uniform   per item, how far apart two answers are that are drawn evenly from what it allows
    """

    pairs: AnswerPairs
    same: Distance
    steps: Distance
    far: Distance | None
    uniform: Array

    @cached_property
    def assessor_pairs(self) -> AssessorPairs:
        """Pairs of assessors that share an item."""
        return AssessorPairs.of(self.pairs)

    def all_items(self) -> Array:
        """Return the weights by which every item counts once."""
        return np.ones((1, len(self.pairs.items)))

    def size(self) -> int:
        """Return how many numbers the largest intermediate result has per resample."""
        ordinal = len(self.pairs.first) if self.far is None else 0
        return max(len(self.pairs.scale), len(self.assessor_pairs.places), ordinal)

    def kappas(self, weights: Array) -> Array:
        """Return Cohen's κ, resample × pair of assessors."""
        assessor_pairs = self.assessor_pairs
        count = len(assessor_pairs.assessors)
        total = weighted_sums(assessor_pairs.pair, assessor_pairs.item, weights, count)
        apart = self.steps.between(self.pairs.answer[self.pairs.first], self.pairs.answer[self.pairs.second])
        observed = divided(weighted_sums(assessor_pairs.pair, assessor_pairs.item, weights, count, apart), total)
        sides = [
            weighted_sums(side, assessor_pairs.item, weights, len(assessor_pairs.places))
            for side in (assessor_pairs.left, assessor_pairs.right)
        ]
        expected, varied = np.empty_like(observed), np.empty(observed.shape, bool)
        for n, (start, stop) in enumerate(zip(assessor_pairs.bounds[:-1], assessor_pairs.bounds[1:], strict=True)):
            left, right = (divided(side[:, start:stop], total[:, n : n + 1]) for side in sides)
            expected[:, n] = self.steps.expected(left, right, assessor_pairs.places[start:stop])
            varied[:, n] = several(left + right)
        return beyond_chance(observed, expected, varied)

    def raw_of_pairs(self) -> Array:
        """Return raw agreement per pair of assessors."""
        apart = self.same.between(self.pairs.answer[self.pairs.first], self.pairs.answer[self.pairs.second])
        return 1 - np.bincount(self.assessor_pairs.pair, apart) / self.assessor_pairs.counts()

    def observed(self, weights: Array, distance: Distance) -> Array:
        """Return the mean over items of the mean distance between two answers."""
        counts = self.pairs.counts
        return weighted_means(weights, self.apart(distance) / (counts * (counts - 1) / 2))

    def apart(self, distance: Distance) -> Array:
        """Return per item the sum of the distances between two answers."""
        pairs = self.pairs
        apart = distance.between(pairs.answer[pairs.first], pairs.answer[pairs.second])
        return np.bincount(pairs.item[pairs.first], apart, len(pairs.items))

    def shares(self, weights: Array) -> tuple[Array, Array]:
        """Return the distribution of all answers, and how many there are."""
        counts = weighted_sums(self.pairs.answer, self.pairs.item, weights, len(self.pairs.scale))
        total = counts.sum(axis=1)
        return counts / total[:, None], total


def weighted_sums(index: Array, item: Array, weights: Array, size: int, values: Array | float = 1.0) -> Array:
    """Return resample × index: sums of values times the weights of their items."""
    return np.stack([np.bincount(index, counts[item] * values, size) for counts in weights])


def weighted_means(weights: Array, values: Array) -> Array:
    """Return the mean of the items' values for each resample."""
    # einsum, for the last digits of a matrix product may depend on the number of threads
    return np.asarray(np.einsum("ri,i->r", weights, values) / weights.sum(axis=1))


def divided(above: Array, below: Array) -> Array:
    """Return the quotient, nan where there is nothing to divide by."""
    out = np.full_like(above, np.nan, dtype=float)
    return np.asarray(np.divide(above, below, out=out, where=below > 0))


def several(shares: Array) -> Array:
    """Tell for each row whether more than one answer is given; by counts, for any distance may be small."""
    return np.asarray((shares > 0).sum(axis=-1) > 1)


def beyond_chance(observed: Array, expected: Array, varied: Array | bool = True) -> Array:
    """Return 1 − observed / expected disagreement; nan where answers do not vary, or none is expected."""
    defined = (expected > 0) & varied
    return 1 - np.divide(observed, expected, out=np.full_like(observed, np.nan), where=defined)
