"""Numbers of results as JSON and as a reader has them, also where they are undefined."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def plain(held: Mapping[str, Any]) -> dict[str, Any]:
    """Return null for every undefined number, and neither a reason nor a notice where there is none."""
    return {
        name: or_null(value) if isinstance(value, float) else value
        for name, value in held.items()
        if name not in ("reason", "notice") or value is not None
    }


def or_null(value: float) -> float | None:
    """Return the number, or null where it is undefined."""
    return None if math.isnan(value) else value


def shown(value: float, form: str) -> str:
    """Return the number in that form, or "undefined"; what rounds to nothing has no sign, unless the form asks for it.

    >>> shown(0.12345, ".3f"), shown(math.nan, ".3f"), shown(-0.001, ".2f"), shown(-0.001, "+.2f")
    ('0.123', 'undefined', '0.00', '-0.00')
    """
    return "undefined" if math.isnan(value) else format(value, form if form.startswith("+") else f"z{form}")
