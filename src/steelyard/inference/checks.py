"""What inference takes: scores, numbers of draws and seeds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError

_MOST = 10_000_000


def check_draws(seed: int, **counts: int) -> None:
    """Raise unless the seed and the numbers of draws, given by their names, are possible."""
    for name, value, most in (*((name, value, _MOST) for name, value in counts.items()), ("seed", seed, 2**64 - 1)):
        least = 0 if name == "seed" else 1
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise SpecError(f"{name}={value} is not possible; expected a whole number from {least} to {most:,}")


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
