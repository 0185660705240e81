"""What a reader of comparisons must know before the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

from steelyard.draws import Draws
from steelyard.inference.comparison.significance import SignificanceTest

_FEW_UNITS = 10
_STEPPED = ("holm", "bonferroni")
_SMALL = 0.001


def notices(
    test: SignificanceTest, correct: str, alpha: float, draws: Draws, pairs: int, units: Mapping[str, int]
) -> list[str]:
    """Say what the number of draws and of units does not allow for; units: what is drawn → how many there are."""
    steps = pairs if correct in _STEPPED else 1
    notices = [_smallest(test, steps, pairs, alpha, draws, max(units.values())), _few(units)]
    return [notice for notice in notices if notice is not None]


def _smallest(test: SignificanceTest, steps: int, pairs: int, alpha: float, draws: Draws, units: int) -> str | None:
    """Say what the smallest p is that the draws allow for, if it is not small or even tells no two systems apart."""
    kind = test.counted
    if kind is None:
        return None
    drawn, exchanges = getattr(draws, kind), test.exchanges(draws, units)
    least = (2 / exchanges if exchanges else 1 / (drawn + 1)) * steps
    if least <= min(_SMALL, alpha):
        return None
    counted = f"{exchanges:,} exchanges" if exchanges else f"{drawn:,} {kind}"
    bound = f"{counted} allow for no corrected p below {min(least, 1):.3g}"
    if least <= alpha:
        return f"{bound}; {'smaller ones need more units' if exchanges else f'raise {kind} for smaller ones'}"
    more = "more units are needed" if exchanges else f"ask for at least {math.ceil(pairs / alpha):,}"
    return f"{bound}, so nothing can be told apart; {more}"


def _few(units: Mapping[str, int]) -> str | None:
    name, count = min(units.items(), key=lambda item: item[1])
    if count >= _FEW_UNITS:
        return None
    return f"few units ({name}: {count}): the bootstrap, its intervals too, is too sure of itself"
