"""Correlation: how far two series of numbers go together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError
from steelyard.inference.checks import as_numbers
from steelyard.inference.correlation.coefficient import Coefficient, GivenCoefficient, coefficient_of
from steelyard.results.estimate import Estimate
from steelyard.statistics.distributions import t_two_sided

Array = NDArray[Any]

_FEWEST = 2


@dataclass(frozen=True, repr=False, kw_only=True)
class Correlation(Estimate):
    """A coefficient of n pairs; nan with a reason where it is undefined. `missing` pairs had a nan and are not in n."""

    KEYS: ClassVar[tuple[str, ...]] = ("coefficient", "value", "n", "missing", "reason")

    coefficient: str
    n: int
    missing: int = 0


def correlate(
    left: Sequence[float] | Array,
    right: Sequence[float] | Array,
    coefficient: GivenCoefficient = "pearson",
    names: tuple[str, str] = ("the numbers of the first series", "the numbers of the second series"),
) -> Correlation:
    """Correlate two series of the same length.

    A pair with a nan on either side is left out and counted as missing; infinite numbers are refused. Fewer than two
    pairs, or a side whose numbers are all the same, leave the coefficient undefined, and a reason says which side by
    its name in `names`.

    >>> correlate([1, 2, 3, 4], [1, 3, 2, 4], "kendall")
    <Correlation: coefficient='kendall', value=0.666667, n=4, missing=0, reason=None>
    """
    chosen = coefficient_of(coefficient)
    x, y = two_series(left, right)
    there = ~(np.isnan(x) | np.isnan(y))
    x, y = x[there], y[there]
    missing = int((~there).sum())
    reason = _reason((x, y), names, chosen)
    value = math.nan if reason else float(chosen.checked(chosen.values(x[None], y[None]), 1)[0])
    if reason is None and math.isnan(value):
        undefined = "the coefficient is undefined for these numbers"
        reason = undefined if chosen.from_outside else chosen.why_undefined
    return Correlation(coefficient=chosen.name, value=value, n=len(x), missing=missing, reason=reason)


def two_series(left: Any, right: Any) -> tuple[Array, Array]:
    """Return two series of finite numbers of one length, nan for none, or raise."""
    x, y = as_numbers(left), as_numbers(right)
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(
            f"cannot correlate numbers of shape {x.shape} with {y.shape}; expected two series of one length"
        )
    check_finite(x, y)
    return x, y


def check_finite(*sides: Array) -> None:
    """Raise if some number is infinite."""
    if any(np.isinf(side).any() for side in sides):
        raise InputError("cannot correlate infinite numbers; leave them out, or take ranks")


def _reason(sides: tuple[Array, Array], names: tuple[str, str], coefficient: Coefficient) -> str | None:
    """Say why a correlation is undefined, if it is."""
    n = len(sides[0])
    if n < _FEWEST:
        return f"a correlation needs at least {_FEWEST} pairs, there {'is' if n == 1 else 'are'} {n}"
    for name, series in zip(names, sides, strict=True):
        if not coefficient.of_ties and series.min() == series.max():
            return f"{name} are all the same"
    return None


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
