"""Many comparisons at once: what their error rates come to, and p-values that allow for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion

Array = NDArray[Any]

#: holm and bonferroni keep the chance of any false rejection at the level; benjamini-hochberg the expected share of
#: false ones among the rejections.
CORRECTIONS = ("holm", "bonferroni", "benjamini-hochberg", "none")


def corrected(p: Array, method: str = "holm") -> Array:
    """Return p-values corrected for how many there are; an undefined one (nan) is no comparison and stays so.

    >>> corrected(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    if method not in CORRECTIONS:
        raise SpecError(f"unknown correction {method!r}" + suggestion(method, CORRECTIONS))
    out = np.array(p, float)
    defined = ~np.isnan(out)
    out[defined] = _corrected(out[defined], method)
    return out


def _corrected(p: Array, method: str) -> Array:
    count = len(p)
    if method == "none" or count == 0:
        return p
    if method == "bonferroni":
        return np.asarray(np.minimum(p * count, 1.0))
    order = np.argsort(p, kind="stable")
    ranks = np.arange(1, count + 1)
    if method == "holm":
        stepped = np.maximum.accumulate(p[order] * (count - ranks + 1))
    else:
        stepped = np.minimum.accumulate((p[order] * count / ranks)[::-1])[::-1]
    out = np.empty(count)
    out[order] = np.minimum(stepped, 1.0)
    return out


def experiment_wise(p_comparison: float, comparisons: int) -> float:
    """Return the chance of at least one false rejection: 1 − (1 − p)^k.

    >>> round(experiment_wise(0.05, 105), 4), round(experiment_wise(0.015, 5), 4)
    (0.9954, 0.0728)
    """
    return float(-np.expm1(comparisons * np.log1p(-p_comparison)))


def comparison_wise(p_experiment: float, comparisons: int) -> float:
    """Return the level of each comparison that keeps the experiment's: 1 − (1 − p)^(1/k).

    >>> round(comparison_wise(0.05, 105), 6)
    0.000488
    """
    return float(-np.expm1(np.log1p(-p_experiment) / comparisons))
