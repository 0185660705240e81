"""What inference takes: scores, and trials that are enough."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError


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


def as_numbers(scores: Any) -> NDArray[Any]:
    """Return scores as an array of numbers, or raise."""
    try:
        return np.asarray(scores, float)
    except (TypeError, ValueError):
        raise InputError(
            "scores are not all numbers, or not in rows of one length; expected numbers, nan for none"
        ) from None
