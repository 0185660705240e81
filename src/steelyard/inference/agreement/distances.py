"""How far two answers are apart, and how far two random ones are: what coefficients of agreement are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import Answer, tags_of
from steelyard.errors import InputError

Array = NDArray[Any]

#: How far two answers are apart for alpha.
DISTANCES = {
    "nominal": "answers are the same or not; of several tags those in common count, as a share of all",
    "ordinal": "numbers are grades: only their order counts",
    "interval": "squared differences of numbers",
    "ratio": "squared relative differences of numbers from 0",
}
#: How far two answers are apart for uniform, pi and cohen.
WEIGHTS = {
    "none": "answers are the same or not; of several tags those in common count, as a share of all",
    "linear": "by the steps between two answers on the scale",
    "quadratic": "by the square of the steps between two answers on the scale",
}
_LARGEST_MATRIX = 2_000


class Distance(Protocol):
    """A distance between answers, which are given by their places on the scale."""

    def between(self, first: Array, second: Array) -> Array:
        """Return the distances of pairs of answers."""

    def expected(self, left: Array, right: Array, places: Array) -> Array:
        """Return the mean distance of answers drawn from two distributions, [resample, answer] over `places`."""


@dataclass(frozen=True, eq=False)
class Equality(Distance):
    """0 for the same answer, 1 for any other."""

    def between(self, first: Array, second: Array) -> Array:
        """Return the distances of pairs of answers."""
        return np.asarray(first != second, float)

    def expected(self, left: Array, right: Array, places: Array) -> Array:
        """Return the mean distance of random answers."""
        return np.asarray(1 - (left * right).sum(axis=-1))


@dataclass(frozen=True, eq=False)
class Squares(Distance):
    """The squared difference of numbers; by their sums, so that a scale may have any number of values."""

    numbers: Array

    @classmethod
    def of(cls, numbers: Sequence[float] | Array) -> Squares:
        """Take numbers around their median, so that rounding depends neither on their size nor on an outlier."""
        values = np.array(numbers, float)
        return cls((values - np.median(values)) / (np.ptp(values) or 1))

    def between(self, first: Array, second: Array) -> Array:
        """Return the distances of pairs of answers."""
        return np.asarray((self.numbers[first] - self.numbers[second]) ** 2)

    def expected(self, left: Array, right: Array, places: Array) -> Array:
        """Return the mean distance of random answers."""
        x = self.numbers[places]
        # around the mean of what was drawn, for answers may be near each other and far from the rest of the scale
        x = x - _mean(left, np.broadcast_to(x, left.shape))[:, None]
        return np.asarray(_mean(left, x**2) + _mean(right, x**2) - 2 * _mean(left, x) * _mean(right, x))


@dataclass(frozen=True, eq=False)
class Matrix(Distance):
    """Any distance, as a matrix answer × answer."""

    cells: Array

    def between(self, first: Array, second: Array) -> Array:
        """Return the distances of pairs of answers."""
        return np.asarray(self.cells[first, second])

    def expected(self, left: Array, right: Array, places: Array) -> Array:
        """Return the mean distance of random answers."""
        cells = self.cells[np.ix_(places, places)]
        # einsum, for the last digits of a matrix product may depend on the number of threads
        return np.asarray(np.einsum("rk,kl,rl->r", left, cells, right))


def nominal(scale: Sequence[Answer]) -> Distance:
    """Return 1 − |common tags| / |all tags| of two answers, which for single tags is 0 or 1."""
    if not any(isinstance(answer, frozenset) for answer in scale):
        return Equality()
    common, size = _tags_in_common(scale)
    return Matrix(1 - common / (size[:, None] + size - common))


def overlap(scale: Sequence[Answer]) -> Distance:
    """Return 1 − 2 |common tags| / (tags of the one + tags of the other), which for single tags is 0 or 1."""
    if not any(isinstance(answer, frozenset) for answer in scale):
        return Equality()
    common, size = _tags_in_common(scale)
    return Matrix(1 - 2 * common / (size[:, None] + size))


def _tags_in_common(scale: Sequence[Answer]) -> tuple[Array, Array]:
    """Return how many tags any two answers have in common, and how many each has."""
    _check_size(scale, "different combinations of tags", "leave combinations of tags out, or join rare ones")
    tags = {tag: n for n, tag in enumerate(dict.fromkeys(tag for answer in scale for tag in tags_of(answer)))}
    has = np.zeros((len(scale), len(tags)))
    for n, answer in enumerate(scale):
        has[n, [tags[tag] for tag in tags_of(answer)]] = 1
    return has @ has.T, has.sum(axis=1)


def ratio(numbers: Sequence[float]) -> Distance:
    """Return ((a − b) / (a + b))² of numbers from 0, as Krippendorff (2004) defines it."""
    if min(numbers) < 0:
        raise InputError(f"distance ratio needs numbers from 0, but {min(numbers):g} is given; choose interval")
    _check_size(numbers, "different numbers", "choose distance interval or ordinal")
    x = np.array(numbers, float)
    total = x[:, None] + x
    return Matrix(np.divide(x[:, None] - x, total, out=np.zeros_like(total), where=total > 0) ** 2)


def weighted(places: Sequence[int], values: int, weights: str) -> Distance:
    """Return |i − j| (linear) or its square (quadratic) of places on a scale, as a share of the largest."""
    x = np.array(places, float) / max(values - 1, 1)
    if weights == "quadratic":
        return Squares(x)
    _check_size(places, "different numbers", "choose weights quadratic, or coefficient alpha with distance interval")
    return Matrix(np.abs(x[:, None] - x))


def _mean(shares: Array, numbers: Array) -> Array:
    return np.asarray(np.einsum("rk,rk->r", shares, numbers))


def _check_size(scale: Sequence[Any], what: str, remedy: str) -> None:
    if len(scale) > _LARGEST_MATRIX:
        raise InputError(f"there are {len(scale):,} {what}; up to {_LARGEST_MATRIX:,} can be compared; {remedy}")
