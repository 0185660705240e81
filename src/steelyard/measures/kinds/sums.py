"""Sums and powers whose bits depend on their own numbers alone: not on other rows, on threads or on the layout."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def ordered_sum(values: Array) -> Array:
    """Return the sums over the last axis, each added from first to last.

    numpy's own sum adds in an order that depends on the layout of memory, and a matrix product on the rows beside.

    >>> float(ordered_sum(np.array([0.1] * 9))) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    True
    """
    values = np.asarray(values)
    if values.dtype.kind != "f" or not values.shape[-1]:
        # Whole numbers come out alike in any order.
        return np.asarray(values.sum(axis=-1))
    total = np.array(values[..., 0])
    for n in range(1, values.shape[-1]):
        np.add(total, values[..., n], out=total)
    return total


def power(base: Array, exponent: float) -> Array:
    """Return powers; a single number's has the same bits as the same number's in an array, which `**` does not give."""
    return np.asarray(np.power(base, exponent))
