"""Scores as codes of their order, for coefficients that are about the order alone.

Codes are 0, 1, 2 … within a group, equal where scores are, and -1 where there is none. A bootstrap and a permutation
test correlate the same scores thousands of times; codes are made once, and the core sorts them by counting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.inference.correlation.coefficient import (
    GivenCoefficient,
    OrderCoefficient,
    PairCoefficient,
    RankCoefficient,
    coefficient_of,
)
from steelyard.inference.correlation.grouping import group_cells, group_rows, self_pairs
from steelyard.inference.correlation.pairs import PairCounts

Array = NDArray[Any]


def has_codes(coefficient: GivenCoefficient) -> bool:
    """Tell whether a coefficient is about the order alone, as it is as long as ties have no width."""
    return isinstance(coefficient_of(coefficient), OrderCoefficient)


def order_codes(scores: Array, grouping: str) -> Array:
    """Return the codes of system × segment scores; those of a group (pooled, item or system) can be compared."""
    return joint_codes([scores], grouping)[0]


def joint_codes(sides: Sequence[Array], grouping: str) -> list[Array]:
    """Return the codes of several measures' scores; those of a group can be compared, whichever measure they are of."""
    rows = np.concatenate([group_rows(side[None], grouping)[0] for side in sides], axis=1, dtype=float)
    parts = np.split(_core.order_codes(rows), len(sides), axis=1)
    return [part.T if grouping == "item" else part.reshape(sides[0].shape) for part in parts]


def coded_values(
    left: Array, right: Array, coefficient: GivenCoefficient, grouping: str, cells: Array | None = None
) -> Array:
    """Return what `group_values` does, to the last digit, of codes."""
    x, y = group_rows(left, grouping), group_rows(right, grouping)
    flat_x, flat_y = x.reshape(-1, x.shape[-1]), y.reshape(-1, y.shape[-1])
    missing = (flat_x < 0) | (flat_y < 0)
    chosen = coefficient_of(coefficient)
    if isinstance(chosen, PairCoefficient):
        counts = PairCounts(*_core.coded_pair_counts(flat_x, flat_y).T)
        if cells is not None:
            names = group_cells(cells, grouping).reshape(flat_x.shape)
            counts = counts.without(self_pairs(np.where(missing, -1, names)))
        values = chosen.of_counts(counts)
    elif isinstance(chosen, RankCoefficient):
        sides = (np.where(missing, -1, side) for side in (flat_x, flat_y)) if missing.any() else (flat_x, flat_y)
        values = chosen.of_ranks(*map(_core.coded_ranks, sides))
    else:
        raise SpecError(f"{coefficient} is not about the order alone")
    return chosen.checked(values, len(flat_x)).reshape(x.shape[:-1])
