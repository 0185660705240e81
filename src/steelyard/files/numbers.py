"""Numbers as files and options write them: plain decimals.

Python's own `int` and `float` also take 1_0, digits of other scripts, nan, inf, and 1e400 as infinite.
Whatever reads a number from a file or an option reads it here.
"""

from __future__ import annotations

import math
import re

_DECIMAL = re.compile(r" *[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? *", re.ASCII | re.IGNORECASE)
# Python refuses to read more than 4300 digits; nothing that is counted here has a hundredth of them.
_WHOLE = re.compile(r" *[+-]?\d{1,40} *", re.ASCII)


def number_in(text: str) -> float | None:
    """Return the number that a text is, spaces around it aside; None if it is no finite decimal number.

    >>> number_in("-3.5"), number_in(" 5 "), number_in(".5e1")
    (-3.5, 5.0, 5.0)
    >>> [number_in(text) for text in ("1_0", "0x1", "nan", "inf", "1e400", "1,5", "")]
    [None, None, None, None, None, None, None]
    """
    if _DECIMAL.fullmatch(text) is None:
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def is_odd_number(text: str) -> bool:
    """Tell whether a text is a number to Python and perhaps to its writer, but no finite decimal number.

    >>> is_odd_number("1_0"), is_odd_number("nan"), is_odd_number("10"), is_odd_number("ten")
    (True, True, False, False)
    """
    try:
        float(text)
    except ValueError:
        return False
    return number_in(text) is None


def whole_number_in(text: str) -> int | None:
    """Return the whole number that a text is, spaces around it aside; None if it is none.

    >>> whole_number_in("12"), whole_number_in("-1"), whole_number_in("1.0"), whole_number_in("1_0")
    (12, -1, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) is not None else None
