"""Results as JSON: what their `to_dict` returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from steelyard.characters import json_escaped
from steelyard.results.result import Result


def render(result: Result) -> str:
    """Return a result's own dictionary, one item of its lists per line."""
    return lines(result.to_dict())


def lines(content: Mapping[str, Any]) -> str:
    """Return {"name": […]} as JSON with one item of a list per line; an undefined number must be null already."""
    return "{" + ", ".join(f"{line(name)}: {_listed(items)}" for name, items in content.items()) + "}\n"


def _listed(items: Any) -> str:
    if not isinstance(items, list | tuple):
        return line(items)
    joined = ",\n".join(map(line, items))
    return f"[\n{joined}\n]"


def line(item: Any) -> str:
    """Return one item as JSON in one line; no character in it steers a terminal, and all can be read back."""
    return json_escaped(json.dumps(item, ensure_ascii=False, allow_nan=False))
