"""What inference takes: scores, and trials that are enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError
from steelyard.results.numbers import counted

#: So far beyond its bounds a number may be by rounding.
_ROUNDING = 1e-9


def check_reach(trials: int, alphas: Iterable[float], of: str = "") -> None:
    """Raise if the least p of so many trials, 1 / (trials + 1), is above some alpha, so that nothing could reach it.

    `of` says whose these are, where nobody asked for them.
    """
    alpha = min(alphas)
    if 1 / (trials + 1) > alpha:
        raise SpecError(
            f"trials={trials} can not reach alpha {alpha:g}{of and ' ' + of}, for p is at least 1/{trials + 1}; "
            f"expected {math.ceil(1 / alpha) - 1:,} trials or more"
        )


def checked_answer(
    whose: str, values: object, count: int, low: float, high: float, place: Callable[[int], str] = lambda _: ""
) -> NDArray[Any]:
    """Return what somebody's own code gave, if it is for each of `count` a number within bounds, or nan; else raise.

    whose   the sentence begins so: what gave it
    place   says what a number is for
    """
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "iuf" or values.shape != (count,):
        array = isinstance(values, np.ndarray)
        what = f"an array of {values.dtype} of shape {values.shape}" if array else f"a {type(values).__name__}"  # type: ignore[attr-defined]
        raise InputError(f"{whose} gave {what}; expected an array of {counted(count, 'number')}")
    if len(odd := np.flatnonzero((values < low - _ROUNDING) | (values > high + _ROUNDING))):
        bounds = f"a number from {low:g} to {high:g}" if math.isfinite(low) else f"a number up to {high:g}"
        raise InputError(f"{whose} gave {values[odd[0]]:g}{place(int(odd[0]))}; expected {bounds}, or nan")
    return np.clip(values, low, high)


def as_numbers(scores: Any) -> NDArray[Any]:
    """Return scores as an array of numbers, or raise."""
    try:
        return np.asarray(scores, float)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "scores are not all numbers, or not in rows of one length; expected numbers, nan for none"
        ) from None
