"""What a reader of comparisons must know before the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

from steelyard.draws import Draws, T
from steelyard.inference.comparison.significance import SignificanceTest

_FEW_UNITS = 10
_STEPPED = ("holm", "bonferroni")
_SMALL = 0.001


def notices(
    test: SignificanceTest, correct: str, alpha: float, draws: Draws, pairs: int, units: Mapping[str, int]
) -> list[str]:
    """Say what the number of draws and of units does not allow for; units: what is drawn → how many there are."""
    notices = [_smallest(test, correct, pairs, alpha, draws, max(units.values())), _few(test, draws, units)]
    return [notice for notice in (test.warning or None, *notices) if notice is not None]


def too_few_draws(
    test: SignificanceTest, correct: str, alpha: float, draws: Draws, pairs: int, units: Mapping[str, int]
) -> str | None:
    """Return what was drawn, and how often, if no corrected p could be small enough to tell systems apart."""
    least = _least(test, correct, pairs, draws, max(units.values()))
    return None if least is None or least <= alpha else _drawn(test, draws, max(units.values()))


def _least(test: SignificanceTest, correct: str, pairs: int, draws: Draws, units: int) -> float | None:
    """Return the smallest corrected p that the draws allow for; None where p is not counted over draws."""
    if test.counted is None:
        return None
    exchanges = test.exchanges(draws, units)
    steps = pairs if correct in _STEPPED else 1
    return (2 / exchanges if exchanges else 1 / (getattr(draws, test.counted) + 1)) * steps


def _drawn(test: SignificanceTest, draws: Draws, units: int) -> str:
    exchanges = test.exchanges(draws, units)
    return f"{exchanges:,} exchanges" if exchanges else f"{getattr(draws, test.counted or ''):,} {test.counted}"


def _smallest(test: SignificanceTest, correct: str, pairs: int, alpha: float, draws: Draws, units: int) -> str | None:
    """Say what the smallest p is that the draws allow for, if it is not small or even tells no two systems apart."""
    kind, exchanges = test.counted, test.exchanges(draws, units)
    least = _least(test, correct, pairs, draws, units)
    if least is None or least <= min(_SMALL, alpha):
        return None
    bound = f"{_drawn(test, draws, units)} allow for no corrected p below {min(least, 1):.3g}"
    if least <= alpha:
        return f"{bound}; {'smaller ones need more units' if exchanges else f'raise {kind} for smaller ones'}"
    more = "more units are needed" if exchanges else f"ask for at least {math.ceil(pairs / alpha):,}"
    return f"{bound}, so nothing can be told apart; {more}"


def _few(test: SignificanceTest, draws: Draws, units: Mapping[str, int]) -> str | None:
    name, count = min(units.items(), key=lambda item: item[1])
    if count >= _FEW_UNITS:
        return None
    small = "the bootstrap gives p-values too small; " if test.counted == "resamples" else ""
    by_t = "intervals by t allow for that if what units add is nearly normal"
    return f"few units ({name}: {count}): {small}{by_t if draws.kind == T else 'intervals of resamples are too narrow'}"
