"""Many comparisons at once: what their error rates come to, and p-values that allow for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, suggestion
from steelyard.statistics.distributions import normal_two_sided

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


#: What is corrected together: the pairs of each measure by itself, or those of all measures.
FAMILIES = ("pairs", "all")


def check_family(over: object) -> None:
    """Raise unless it is said what is corrected together."""
    if over not in FAMILIES:
        raise SpecError(f"correct_over={over!r} is not possible" + suggestion(over, FAMILIES))


def by_family(parts: Sequence[Any], over: str, function: Callable[[list[Any]], list[Any]]) -> list[Any]:
    """Return what a function makes of the parts (one for each measure) of a family: of each alone, or of all."""
    families = [list(parts)] if over == "all" else [[part] for part in parts]
    return [result for family in families for result in function(family)]


def corrected_together(parts: Sequence[Array], method: str, over: str) -> list[Array]:
    """Return the p-values of each measure, corrected over its own pairs or over those of all."""

    def of_family(family: list[Array]) -> list[Array]:
        ends = np.cumsum([len(p) for p in family])[:-1]
        return np.split(corrected(np.concatenate(family), method), ends)

    return by_family(parts, over, of_family)


def joint_confidence(farthest: Sequence[Array], count: int, confidence: float) -> float:
    """Return the confidence of each of `count` intervals that together hold all true values with `confidence`.

    farthest   rows of a number per resample: how many standard deviations the farthest of some estimates lies from its
               own value; the farthest row counts

    It is that of the interval of a normal estimate which reaches as far as the farthest does in this share of the
    resamples; at least that of a single interval, and at most Bonferroni's.
    """
    if count < 2:
        return confidence
    reached = float(np.quantile(np.max(list(farthest), axis=0), confidence))
    return min(max(1 - normal_two_sided(reached), confidence), 1 - (1 - confidence) / count)


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
