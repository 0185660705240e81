"""The papers' experiments as recipes, one file each; the registry walks this folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path

from steelyard.errors import SpecError, suggestion
from steelyard.studies.base import Recipe


@lru_cache(maxsize=1)
def registry() -> dict[str, Recipe]:
    """Return name → recipe of every study in this folder."""
    found = {}
    for file in pkgutil.iter_modules([str(Path(__file__).parent)]):
        module = importlib.import_module(f"steelyard.studies.{file.name}")
        recipe = getattr(module, "RECIPE", None)
        if isinstance(recipe, Recipe):
            found[recipe.name] = recipe
    return dict(sorted(found.items()))


def recipe_of(name: str) -> Recipe:
    """Return the recipe of that name."""
    if name not in registry():
        raise SpecError(f"unknown study {name!r}" + suggestion(name, registry()))
    return registry()[name]
