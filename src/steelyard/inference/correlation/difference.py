"""Which of two measures goes better with what people say: tests of two correlations on the same data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.correlation.coefficient import GivenCoefficient, coefficient_of
from steelyard.inference.correlation.estimate import DRAWS, Side, as_points
from steelyard.inference.correlation.grouping import group_values, mean_over_groups
from steelyard.inference.correlation.order_codes import coded_values, has_codes, joint_codes, order_codes
from steelyard.inference.correlation.series import pearson
from steelyard.inference.correlation.unit_draws import per_call
from steelyard.results.estimate import Estimate
from steelyard.statistics.distributions import t_two_sided
from steelyard.statistics.resampling import TIE

Array = NDArray[Any]

ALTERNATIVES = ("two-sided", "greater", "less")
_FEWEST = 4
_DEPENDENT = "Williams' test is undefined, for a measure is a linear function of the other one or of both other sides"


@dataclass(frozen=True, repr=False, kw_only=True)
class CorrelationDifference(Estimate):
    """Two correlations with one and the same third side, on the outputs (or points) that have all three scores.

    difference   a - b
    p            two-sided, or of a difference that large ("greater") or that small ("less")
    degrees      of freedom of Williams' t; None for a permutation test
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "coefficient", "grouping", "a", "b", "difference", "p", "test", "alternative", "n", "missing",
        "signature", "t", "degrees", "reason",
    )  # fmt: skip

    coefficient: str
    grouping: str
    a: float
    b: float
    p: float
    test: str
    alternative: str
    n: int
    missing: int
    t: float | None = None
    degrees: int | None = None

    @property
    def difference(self) -> float:
        """The value: that of a minus that of b."""
        return self.value


@public
def correlation_difference(
    a: Side,
    b: Side,
    right: Any,
    coefficient: GivenCoefficient = "pearson",
    *,
    grouping: str = "pooled",
    test: str = "permutation",
    alternative: str = "two-sided",
    draws: Draws = DRAWS,
) -> CorrelationDifference:
    """Test whether a and b go equally well with the right side; sides are as in `correlation`.

    permutation   both measures' scores are standardised, and exchanged at random for each output (for each system, with
                  grouping "means"); if all 2^n exchanges are no more than the trials, each is made once
    williams      Williams' t of two dependent Pearson correlations, n - 3 degrees of freedom; pooled or "means"
    """
    chosen = coefficient_of(coefficient)
    for what, value, names in (("test", test, ("permutation", "williams")), ("alternative", alternative, ALTERNATIVES)):
        if value not in names:
            raise SpecError(f"unknown {what} {value!r}" + suggestion(value, names))
    (x, y), (z, again) = (as_points(side, right, coefficient, grouping) for side in (a, b))
    if x.shape != z.shape:
        raise InputError(f"the two measures have scores of shapes {x.shape} and {z.shape}; expected the same")
    inner = "pooled" if grouping == "means" else grouping
    there = ~np.isnan(x + z + y + again)
    x, y, z = (np.where(there, side, np.nan) for side in (x, y, z))
    n, missing = int(there.sum()), int((~there).sum())
    values = _value(np.stack([x, z]), np.stack([y, y]), coefficient, inner)
    difference = float(values[0] - values[1])
    signature = chosen.signature().joined(grouping=grouping, missing="left out")
    common: dict[str, Any] = {
        "coefficient": chosen.name, "grouping": grouping, "a": float(values[0]), "b": float(values[1]),
        "value": difference, "test": test, "alternative": alternative, "n": n, "missing": missing,
    }  # fmt: skip
    if math.isnan(difference):
        reason = "a correlation is undefined: the scores of one side are all the same"
        return CorrelationDifference(**common, p=math.nan, signature=signature, reason=reason)
    if test == "williams":
        if coefficient != "pearson" or inner != "pooled":
            raise SpecError("Williams' test is of two Pearson correlations of one series, or of system means")
        r_ab = float(pearson(x[there][None], z[there][None])[0])
        outcome = williams(float(values[0]), float(values[1]), r_ab, n)
        p = _one_sided(outcome.p, outcome.t, alternative)
        signature = signature.joined(test="williams", degrees=outcome.degrees)
        return CorrelationDifference(
            **common, p=p, signature=signature, t=outcome.t, degrees=outcome.degrees, reason=outcome.reason
        )
    p, how = _exchanged((x, z, y), coefficient, inner, alternative, draws.trials, draws.seed)
    exchanged = "system" if grouping == "means" else "output"
    signature = signature.joined(test=how, exchanged=exchanged, seed=draws.seed)
    return CorrelationDifference(**common, p=p, signature=signature)


def _value(left: Array, right: Array, coefficient: GivenCoefficient, grouping: str) -> Array:
    return mean_over_groups(group_values(left, right, coefficient, grouping))


def _coded_value(left: Array, right: Array, coefficient: GivenCoefficient, grouping: str) -> Array:
    return mean_over_groups(coded_values(left, right, coefficient, grouping))


def _exchanged(
    sides: tuple[Array, Array, Array],
    coefficient: GivenCoefficient,
    grouping: str,
    alternative: str,
    trials: int,
    seed: int,
) -> tuple[float, str]:
    x, z, y = sides
    x, z = _standardised(x), _standardised(z)
    # of standardised scores too: those that differ in the last bits alone may be ties now
    observed = _value(np.stack([x, z]), np.stack([y, y]), coefficient, grouping)
    difference = float(observed[0] - observed[1])
    there = np.flatnonzero(~np.isnan(x))
    exact = len(there) < 40 and 1 << len(there) <= trials
    trials = 1 << len(there) if exact else trials
    values = _value
    if has_codes(coefficient):
        # both measures' codes are exchanged, so they must be comparable
        (x, z), y, values = joint_codes([x, z], grouping), order_codes(y, grouping), _coded_value
    count = 0
    for first, size in per_call(trials, x.size):
        swap = np.zeros((size, x.size), bool)
        swap[:, there] = _bits(len(there), exact, seed, first, size)
        swap = swap.reshape(size, *x.shape)
        right = np.broadcast_to(y, swap.shape)
        values_a = values(np.where(swap, z, x), right, coefficient, grouping)
        values_b = values(np.where(swap, x, z), right, coefficient, grouping)
        count += int(_as_large(values_a - values_b, difference, alternative).sum())
    p = count / trials if exact else (count + 1) / (trials + 1)
    return p, f"{'exact permutation' if exact else 'permutation'}:{trials} trials"


def _bits(units: int, exact: bool, seed: int, first: int, count: int) -> Array:
    numbers = range(first, first + count)
    if exact:
        return np.asarray((np.array(numbers)[:, None] >> np.arange(units)) & 1 == 1)
    # one stream for each trial, whatever the parts they are made in
    streams = (np.random.Generator(np.random.Philox(key=np.array([seed, n], np.uint64))) for n in numbers)
    return np.stack([stream.integers(0, 2, units, np.uint8) == 1 for stream in streams])


def _standardised(x: Array) -> Array:
    spread = np.nanstd(x)
    return np.asarray((x - np.nanmean(x)) / (spread if spread > 0 else 1.0))


def _as_large(differences: Array, observed: float, alternative: str) -> Array:
    # an undefined difference can not be shown to be smaller
    tie = TIE * max(abs(observed), 1e-3)
    if alternative == "two-sided":
        return np.asarray(~(np.abs(differences) < abs(observed) - tie))
    return np.asarray(~((differences < observed - tie) if alternative == "greater" else (differences > observed + tie)))


@dataclass(frozen=True)
class Williams:
    """Williams' t, its degrees of freedom and two-sided p."""

    t: float
    degrees: int
    p: float
    reason: str | None = None


def williams(r_a: float, r_b: float, r_ab: float, n: int) -> Williams:
    """Test two Pearson correlations with a common variable, on n points; r_ab is between the other two.

    t = (r_a - r_b) √( (n - 1)(1 + r_ab) / ( 2K (n - 1)/(n - 3) + (r_a + r_b)²/4 · (1 - r_ab)³ ) ) with n - 3 degrees of
    freedom, K = 1 - r_a² - r_b² - r_ab² + 2 r_a r_b r_ab (Williams 1959; Steiger 1980). Correlations that differ by
    1e-9 or less are equal; series that are linear functions of each other otherwise leave t undefined.

    >>> found = williams(0.8, 0.6, 0.7, 30)
    >>> round(found.t, 4), found.degrees, round(found.p, 4)
    (2.2088, 27, 0.0359)
    """
    degrees = n - 3
    if n < _FEWEST:
        return Williams(math.nan, degrees, math.nan, f"Williams' test needs at least {_FEWEST} points, there are {n}")
    # the correlations of a measure and of its own linear rescaling differ by rounding alone
    if abs(r_a - r_b) <= TIE:
        return Williams(0.0, degrees, 1.0)
    determinant = max(0.0, 1 - r_a**2 - r_b**2 - r_ab**2 + 2 * r_a * r_b * r_ab)
    spread = 2 * determinant * (n - 1) / degrees + (r_a + r_b) ** 2 / 4 * (1 - r_ab) ** 3
    # K is then the rounding of its terms, and so would be t
    if 1 - abs(r_ab) <= TIE or spread <= TIE:
        return Williams(math.nan, degrees, math.nan, _DEPENDENT)
    t = (r_a - r_b) * math.sqrt((n - 1) * (1 + r_ab) / spread)
    return Williams(t, degrees, t_two_sided(t, degrees))


def _one_sided(p: float, t: float, alternative: str) -> float:
    if alternative == "two-sided" or math.isnan(p):
        return p
    return p / 2 if (t > 0) == (alternative == "greater") else 1 - p / 2
