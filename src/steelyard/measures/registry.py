"""The registry: every named measure in this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import lru_cache

import steelyard.measures
from steelyard.measures.base import Measure


@lru_cache(maxsize=1)
def registry() -> dict[str, type[Measure]]:
    """Return name → measure for every class with a name of its own, found by walking the folder."""
    found: dict[str, type[Measure]] = {}
    for module in pkgutil.iter_modules(steelyard.measures.__path__):
        for _, kind in inspect.getmembers(importlib.import_module(f"steelyard.measures.{module.name}"), inspect.isclass):
            if issubclass(kind, Measure) and "name" in vars(kind):
                found[kind.name] = kind
    return dict(sorted(found.items()))
