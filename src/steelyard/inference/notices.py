"""What a reader of comparisons must know before the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

from steelyard.inference.comparisons import Settings

_FEW_UNITS = 10
_STEPPED = ("holm", "bonferroni")
_SMALL = 0.001
_DRAWN = {"randomisation": "trials", "bootstrap": "resamples"}


def exchanges(settings: Settings, n: int) -> int | None:
    """Return how many exchanges there are where all of them were made, which randomisation does where they are few."""
    few = settings.test == "randomisation" and 1 << min(n, 63) <= settings.trials
    return 1 << n if few else None


def notices(settings: Settings, pairs: int, units: Mapping[str, int]) -> list[str]:
    """Say what the number of draws and of units does not allow for; units: what is drawn → how many there are."""
    told = [_smallest(settings, pairs, max(units.values())), _few(units)]
    return [one for one in told if one is not None]


def _smallest(settings: Settings, pairs: int, n: int) -> str | None:
    """Say what the smallest p is that the draws allow for, if it is not small or even tells no two systems apart."""
    kind = _DRAWN.get(settings.test.removeprefix("sacrebleu-"))
    if kind is None:
        return None
    drawn, made = getattr(settings, kind), exchanges(settings, n)
    least = (2 / made if made else 1 / (drawn + 1)) * (pairs if settings.correct in _STEPPED else 1)
    if least <= min(_SMALL, settings.level):
        return None
    counted = f"{made:,} exchanges" if made else f"{drawn:,} {kind}"
    bound = f"{counted} allow for no corrected p below {min(least, 1):.3g}"
    if least <= settings.level:
        return f"{bound}; {'smaller ones need more units' if made else f'raise {kind} for smaller ones'}"
    more = "more units are needed" if made else f"ask for at least {math.ceil(pairs / settings.level):,}"
    return f"{bound}, so nothing can be told apart; {more}"


def _few(units: Mapping[str, int]) -> str | None:
    name, count = min(units.items(), key=lambda item: item[1])
    if count >= _FEW_UNITS:
        return None
    return f"few units ({name}: {count}): the bootstrap, its intervals too, is too sure of itself"
