"""The registry: every named measure in this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import lru_cache
from pathlib import Path

from steelyard.measures.base import Measure


@lru_cache(maxsize=1)
def registry() -> dict[str, type[Measure]]:
    """Return name → measure for every class with a name of its own, found by walking the folder."""
    found: dict[str, type[Measure]] = {}
    for file in pkgutil.iter_modules([str(Path(__file__).parent)]):
        module = importlib.import_module(f"steelyard.measures.{file.name}")
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Measure) and "name" in vars(kind):
                found[kind.name] = kind
    return dict(sorted(found.items()))
