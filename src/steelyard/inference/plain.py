"""Results as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def plain(held: Mapping[str, Any]) -> dict[str, Any]:
    """Return null for every undefined number, and neither a reason nor a notice where there is none."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in held.items()
        if name not in ("reason", "notice") or value is not None
    }
