"""Correlation: how far two series of numbers go together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.checks import as_numbers
from steelyard.inference.distributions import t_two_sided
from steelyard.inference.pairs import FROM_COUNTS, PairCounts, pair_counts
from steelyard.inference.plain import plain

Array = NDArray[Any]

_FEWEST = 2
#: These are about ties, and have a value where one side does not vary.
_OF_TIES = ("kendall-eq", "accuracy", "kendall-like")


@dataclass(frozen=True)
class Correlation:
    """A coefficient of n pairs; nan with a reason where it is undefined. `missing` pairs had a nan and are not in n."""

    coefficient: str
    value: float
    n: int
    missing: int = 0
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the correlation as JSON has it; an undefined value is null, with its reason."""
        return plain(vars(self))


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
    check_coefficient(coefficient)
    x, y = as_numbers(left), as_numbers(right)
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(
            f"cannot correlate numbers of shape {x.shape} with {y.shape}; expected two series of one length"
        )
    check_finite(x, y)
    there = ~(np.isnan(x) | np.isnan(y))
    x, y = x[there], y[there]
    missing = int((~there).sum())
    reason = _reason((x, y), names, coefficient)
    value = math.nan if reason else float(COEFFICIENTS[coefficient](x[None], y[None])[0])
    if reason is None and math.isnan(value):
        reason = "no two pairs can be told apart on both sides"
    return Correlation(coefficient, value, len(x), missing, reason)


def check_coefficient(coefficient: str) -> None:
    """Raise unless there is such a coefficient."""
    if coefficient not in COEFFICIENTS:
        raise SpecError(f"unknown coefficient {coefficient!r}" + suggestion(coefficient, COEFFICIENTS))


def check_finite(*sides: Array) -> None:
    """Raise if some number is infinite."""
    if any(np.isinf(side).any() for side in sides):
        raise InputError("cannot correlate infinite numbers; leave them out, or take ranks")


def _reason(sides: tuple[Array, Array], names: tuple[str, str], coefficient: str) -> str | None:
    """Say why a correlation is undefined, if it is."""
    n = len(sides[0])
    if n < _FEWEST:
        return f"a correlation needs at least {_FEWEST} pairs, there {'is' if n == 1 else 'are'} {n}"
    for name, series in zip(names, sides, strict=True):
        if coefficient not in _OF_TIES and series.min() == series.max():
            return f"{name} are all the same"
    return None


def pearson(x: Array, y: Array) -> Array:
    """Return Pearson's r of each row: covariance over the product of standard deviations. Linear in n."""
    sides = [np.ascontiguousarray(side, float) for side in (x, y)]
    return np.asarray(_core.pearson(*sides))


def together(x: Array, y: Array) -> tuple[Array, Array]:
    """Return both sides with nan wherever one of them has it."""
    out = np.isnan(x) | np.isnan(y)
    return (np.where(out, np.nan, x), np.where(out, np.nan, y)) if out.any() else (x, y)


def spearman(x: Array, y: Array) -> Array:
    """Return Spearman's ρ of each row: Pearson's r of the ranks, ties having the mean of their ranks. O(n log n)."""
    x, y = (_core.mean_ranks(np.ascontiguousarray(side)) for side in together(x, y))
    return pearson(x, y)


def ranks(x: Array) -> Array:
    """Return ranks from 1; tied numbers have the mean of theirs."""
    return np.asarray(_core.mean_ranks(np.ascontiguousarray(x, float)[None])[0])


def kendall_c(x: Array, y: Array) -> Array:
    """Return Kendall's τ-c of each row (Stuart 1953): 2(C - D) / (n² (m - 1) / m), m the fewer different numbers."""
    x, y = together(x, y)
    counts = pair_counts(x, y)
    n = (~np.isnan(x)).sum(axis=1)
    fewer = np.array([min(len(np.unique(side[~np.isnan(side)])) for side in pair) for pair in zip(x, y, strict=True)])
    whole = n**2 * (fewer - 1.0) / np.maximum(fewer, 1)
    part = 2.0 * (counts.concordant - counts.discordant)
    return np.asarray(np.divide(part, whole, out=np.full(len(x), np.nan), where=whole > 0))


def _of_counts(function: Callable[[PairCounts], Array]) -> Callable[[Array, Array], Array]:
    return lambda x, y: function(pair_counts(x, y))


#: name → function of two matrices that gives a value per row, nan where it is undefined; pairs with a nan are left out.
COEFFICIENTS: dict[str, Callable[[Array, Array], Array]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": _of_counts(FROM_COUNTS["kendall"][1]),
    "kendall-c": kendall_c,
    **{name: _of_counts(function) for name, (_, function) in FROM_COUNTS.items() if name != "kendall"},
}
#: How each coefficient is written out, with its variant.
VARIANTS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ (mean ranks)",
    "kendall-c": "Kendall's τ-c",
    **{name: told for name, (told, _) in FROM_COUNTS.items()},
}


@dataclass(frozen=True)
class Regression:
    """What Lin & Hovy (2003) report beside a Pearson r: determination CD = r², and the t of linear regression LR_t."""

    determination: float
    t: float
    degrees: int
    p: float


def regression(r: float, n: int) -> Regression:
    """Return CD = r² and LR_t = r √((n - 2) / (1 - r²)) with n - 2 degrees of freedom and its two-sided p.

    >>> found = regression(0.965, 15)
    >>> round(found.determination, 3), round(found.t, 1), found.degrees
    (0.931, 13.3, 13)
    """
    degrees = n - 2
    if degrees < 1 or math.isnan(r):
        return Regression(r * r, math.nan, degrees, math.nan)
    if abs(r) >= 1:
        return Regression(1.0, math.copysign(math.inf, r), degrees, 0.0)
    t = r * math.sqrt(degrees / (1 - r * r))
    return Regression(r * r, t, degrees, t_two_sided(t, degrees))
