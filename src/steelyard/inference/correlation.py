"""Correlation: how far two series of numbers go together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError, suggestion

Array = NDArray[Any]

_FEWEST = 2


@dataclass(frozen=True)
class Correlation:
    """A coefficient of n pairs; nan with a reason where it is undefined. `missing` pairs had a nan and are not in n."""

    coefficient: str
    value: float
    n: int
    missing: int = 0
    reason: str | None = None


def correlate(
    left: Sequence[float] | Array,
    right: Sequence[float] | Array,
    coefficient: str = "pearson",
    names: tuple[str, str] = ("the numbers of the first series", "the numbers of the second series"),
) -> Correlation:
    """Correlate two series of the same length.

    A pair with a nan on either side is left out and counted as missing; infinite numbers are refused. Fewer than two
    pairs, or a side whose numbers are all the same, leave the coefficient undefined, and a reason says which side by
    its name in `names`.

    >>> correlate([1, 2, 3, 4], [1, 3, 2, 4], "kendall")
    Correlation(coefficient='kendall', value=0.66..., n=4, missing=0, reason=None)
    """
    if coefficient not in COEFFICIENTS:
        raise SpecError(f"unknown coefficient {coefficient!r}" + suggestion(coefficient, COEFFICIENTS))
    x, y = np.asarray(left, float), np.asarray(right, float)
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(
            f"cannot correlate numbers of shape {x.shape} with {y.shape}; expected two series of one length"
        )
    if np.isinf(x).any() or np.isinf(y).any():
        raise InputError("cannot correlate infinite numbers; leave them out, or take ranks")
    there = ~(np.isnan(x) | np.isnan(y))
    x, y = x[there], y[there]
    missing = int((~there).sum())
    reason = _reason((x, y), names)
    value = math.nan if reason else min(1.0, max(-1.0, COEFFICIENTS[coefficient](x, y)))
    return Correlation(coefficient, value, len(x), missing, reason)


def _reason(sides: tuple[Array, Array], names: tuple[str, str]) -> str | None:
    """Say why a correlation is undefined, if it is."""
    n = len(sides[0])
    if n < _FEWEST:
        return f"a correlation needs at least {_FEWEST} pairs, there {'is' if n == 1 else 'are'} {n}"
    for name, series in zip(names, sides, strict=True):
        if series.min() == series.max():
            return f"{name} are all the same"
    return None


def pearson(x: Array, y: Array) -> float:
    """Return Pearson's r: covariance over the product of standard deviations. Linear in n."""
    x, y = _centred(x), _centred(y)
    return float(x @ y)


def _centred(x: Array) -> Array:
    # Scaled first, so that squares of very large or small numbers neither overflow nor vanish.
    x = x / np.abs(x).max()
    x = x - x.mean()
    x = x / np.abs(x).max()
    return np.asarray(x / np.sqrt(x @ x))


def spearman(x: Array, y: Array) -> float:
    """Return Spearman's ρ: Pearson's r of the ranks, tied numbers having the mean of their ranks. O(n log n)."""
    return pearson(ranks(x), ranks(y))


def ranks(x: Array) -> Array:
    """Return ranks from 1; tied numbers have the mean of theirs."""
    _, place, counts = np.unique(x, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place])


def kendall(x: Array, y: Array) -> float:
    """Return Kendall's τ-b: (concordant - discordant) / √(untied in x · untied in y), all in pairs. O(n²)."""
    balance = untied_x = untied_y = 0
    for i in range(1, len(x)):
        signs_x, signs_y = np.sign(x[:i] - x[i]), np.sign(y[:i] - y[i])
        balance += int(signs_x @ signs_y)
        untied_x += int(np.count_nonzero(signs_x))
        untied_y += int(np.count_nonzero(signs_y))
    return balance / (math.sqrt(untied_x) * math.sqrt(untied_y))


COEFFICIENTS: dict[str, Callable[[Array, Array], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}
#: How each coefficient is written out, with its variant.
VARIANTS = {"pearson": "Pearson's r", "spearman": "Spearman's ρ (mean ranks)", "kendall": "Kendall's τ-b"}
