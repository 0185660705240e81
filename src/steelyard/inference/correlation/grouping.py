"""Two matrices of scores, system × segment, correlated as one series, within each item or system, or by means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.checks import as_numbers
from steelyard.inference.correlation.coefficient import Coefficient, GivenCoefficient, PairCoefficient, coefficient_of
from steelyard.inference.correlation.correlation import check_finite
from steelyard.inference.correlation.pairs import pair_counts
from steelyard.inference.correlation.series import together
from steelyard.results.estimate import Estimate

Array = NDArray[Any]

#: pooled: all outputs are one series; item: the systems of each segment, then the mean over segments; system: the
#: segments of each system, then the mean over systems; means: one point per system, the mean of its segments.
GROUPINGS = ("pooled", "item", "system", "means")
#: What reasons call the two sides.
LEFT, RIGHT = "the left scores", "the right scores"
_FEWEST = 2


@dataclass(frozen=True, repr=False, kw_only=True)
class GroupedCorrelation(Estimate):
    """A coefficient of system × segment scores.

    value    mean over the groups in which the coefficient is defined
    groups   how many these are; `undefined` groups are those in which it is not
    n        outputs with both scores; `missing` outputs lack one
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "coefficient", "grouping", "value", "groups", "undefined", "n", "missing", "reason",
    )  # fmt: skip

    coefficient: str
    grouping: str
    groups: int
    undefined: int
    n: int
    missing: int


def correlate_outputs(
    left: Array, right: Array, coefficient: GivenCoefficient = "pearson", grouping: str = "pooled"
) -> GroupedCorrelation:
    """Correlate two matrices, system × segment; nan where there is no score.

    >>> correlate_outputs([[1, 2, 3], [2, 1, 3]], [[1, 2, 4], [1, 2, 4]], "kendall", "system")
    <GroupedCorrelation: coefficient='kendall', grouping='system', value=0.666667, groups=2, undefined=0, n=6, ...>
    """
    x, y = checked(left, right, coefficient, grouping)
    values = group_values(x[None], y[None], coefficient, grouping)[0]
    defined = ~np.isnan(values)
    there = ~(np.isnan(x) | np.isnan(y))
    chosen = coefficient_of(coefficient)
    reason = None if defined.any() else _undefined(x[there], y[there], len(values), chosen)
    value = float(values[defined].mean()) if defined.any() else math.nan
    return GroupedCorrelation(
        coefficient=chosen.name, grouping=grouping, value=value, groups=int(defined.sum()),
        undefined=int((~defined).sum()), n=int(there.sum()), missing=int((~there).sum()), reason=reason,
    )  # fmt: skip


def _undefined(x: Array, y: Array, groups: int, coefficient: Coefficient) -> str:
    """Say why a coefficient is undefined in every group, of a single group by which side."""
    if coefficient.from_outside:
        return "the coefficient is undefined in every group"
    if groups > 1:
        return "the coefficient is undefined in every group: in each, the scores of one side are all the same"
    if len(x) < _FEWEST:
        return f"the coefficient is undefined: fewer than {_FEWEST} points have both scores"
    constant = [name for name, side in ((LEFT, x), (RIGHT, y)) if side.min() == side.max()]
    why = f"{' and '.join(constant)} are all the same" if constant else coefficient.why_undefined
    return f"the coefficient is undefined: {why}"


def checked(left: Any, right: Any, coefficient: GivenCoefficient, grouping: str) -> tuple[Array, Array]:
    """Return both matrices with nan wherever one of them has it; raise unless they and the names will do."""
    coefficient_of(coefficient)
    if grouping not in GROUPINGS:
        raise SpecError(f"unknown grouping {grouping!r}" + suggestion(grouping, GROUPINGS))
    x, y = as_numbers(left), as_numbers(right)
    if x.ndim != 2 or x.shape != y.shape or not x.size:
        raise InputError(
            f"cannot correlate scores of shape {x.shape} with {y.shape}; expected two matrices, system × segment"
        )
    check_finite(x, y)
    return together(x, y)


def group_values(
    left: Array,
    right: Array,
    coefficient: GivenCoefficient,
    grouping: str,
    cells: Array | None = None,
    epsilon: float = 0.0,
) -> Array:
    """Return resample × group: the coefficient of each group of resample × system × segment scores.

    `cells` name the outputs, and pairs of an output and its own copy are then left out where they would count. For
    coefficients of pairs, left scores no further apart than epsilon are tied.
    """
    x, y = group_rows(left, grouping), group_rows(right, grouping)
    flat_x, flat_y = x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])
    chosen = coefficient_of(coefficient)
    if isinstance(chosen, PairCoefficient):
        counts = pair_counts(flat_x, flat_y, epsilon)
        if cells is not None:
            names = np.where(np.isnan(flat_x + flat_y), -1, group_cells(cells, grouping).reshape(flat_x.shape))
            counts = counts.without(self_pairs(names))
        values = chosen.of_counts(counts)
    else:
        values = chosen.values(flat_x, flat_y)
    return chosen.checked(values, len(flat_x)).reshape(x.shape[:-1])


def mean_over_groups(values: Array) -> Array:
    """Return the mean over the last axis of what is defined; nan where nothing is."""
    defined = ~np.isnan(values)
    counts = defined.sum(axis=-1)
    sums = np.where(defined, values, 0).sum(axis=-1)
    return np.asarray(np.divide(sums, counts, out=np.full(np.shape(sums), np.nan), where=counts > 0))


def self_pairs(names: Array) -> Array:
    """Return per row how many pairs have the same name; names below 0 are no points."""
    return _core.copy_pairs(np.ascontiguousarray(names, np.int64))


def group_rows(scores: Array, grouping: str) -> Array:
    """Return resample × group × point."""
    if grouping == "pooled":
        return np.ascontiguousarray(scores.reshape(len(scores), 1, -1))
    if grouping == "means":
        return np.ascontiguousarray(mean_over_groups(scores)[:, None, :])
    return np.ascontiguousarray(scores.swapaxes(1, 2) if grouping == "item" else scores)


def known_rows(*sides: Array) -> tuple[Array, ...]:
    """Return rows of points, the same of each side, without what the first side lacks.

    A row's other points keep their order and come first, and all rows are cut to the longest.
    """
    missing = np.isnan(sides[0])
    order = np.argsort(missing, axis=1, kind="stable")[:, : int((~missing).sum(axis=1).max(initial=0))]
    return tuple(np.take_along_axis(side, order, axis=1) for side in sides)


def group_cells(cells: Array, grouping: str) -> Array:
    """Return resample × group × point of the numbers of outputs; of means those of the systems."""
    if grouping == "means":
        return cells[:, None, :, 0]
    return group_rows(cells, grouping)
