"""Numbers of results as JSON and as a reader has them, also where they are undefined."""

from __future__ import annotations

import math

#: Scores beyond it, either way, are refused: they could not be squared and added up.
LARGEST = 1e100
_MANY_DIGITS = 10_000
_DECIMALS_OF_P = 4


def or_null(value: float) -> float | None:
    """Return the number, or null where it is undefined."""
    return None if math.isnan(value) else value


def shown(value: float, form: str) -> str:
    """Return the number in that form, or "undefined"; what rounds to nothing has no sign, unless the form asks for it.

    The form "p" is that of p-values: four decimals, or that it is smaller than these can tell.

    >>> shown(0.12345, ".3f"), shown(math.nan, ".3f"), shown(-0.001, ".2f"), shown(-0.001, "+.2f")
    ('0.123', 'undefined', '0.00', '-0.00')
    >>> shown(0.0123, "p"), shown(0.00001, "p")
    ('0.0123', '<0.0001')
    """
    if form == "p" and not math.isnan(value):
        smallest = 10.0**-_DECIMALS_OF_P
        return f"{value:.{_DECIMALS_OF_P}f}" if value >= smallest / 2 else f"<{smallest:.{_DECIMALS_OF_P}f}"
    return "undefined" if math.isnan(value) else format(value, form if form.startswith("+") else f"z{form}")


def counted(number: int, what: str) -> str:
    """Return a number of things in words: 1 line, 2,000 lines."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def whole(number: int) -> str:
    """Return a whole number; thousands are parted where there are many digits.

    >>> whole(2015), whole(1234567)
    ('2015', '1,234,567')
    """
    return f"{number:,}" if abs(number) >= _MANY_DIGITS else str(number)
