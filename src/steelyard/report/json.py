"""Scores as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from steelyard.scores import Scores


def render(scores: Scores) -> str:
    """Return what `Scores.to_dict()` holds, one score per line."""
    return lines(scores.to_dict())


def lines(held: Mapping[str, Any]) -> str:
    """Return {"name": […]} as JSON with one item of a list per line; an undefined number must be null already."""
    return "{" + ", ".join(f"{line(name)}: {_listed(items)}" for name, items in held.items()) + "}\n"


def _listed(items: Any) -> str:
    if not isinstance(items, list | tuple):
        return line(items)
    joined = ",\n".join(map(line, items))
    return f"[\n{joined}\n]"


def line(item: Any) -> str:
    """Return one item as JSON in one line."""
    return json.dumps(item, ensure_ascii=False, allow_nan=False)
