"""Scores as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.scores import Scores


def render(scores: Scores) -> str:
    """Return what `Scores.to_dict()` holds, one score per line."""
    return lines(scores.to_dict())


def lines(held: Mapping[str, Sequence[Any]]) -> str:
    """Return {"name": […]} as JSON with one item per line; an undefined number must be null already."""
    joined = {name: ",\n".join(map(line, items)) for name, items in held.items()}
    lists = (f"{line(name)}: [\n{items}\n]" for name, items in joined.items())
    return "{" + ", ".join(lists) + "}\n"


def line(item: Any) -> str:
    """Return one item as JSON in one line."""
    return json.dumps(item, ensure_ascii=False, allow_nan=False)
