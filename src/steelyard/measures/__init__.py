"""Measures: one file each, found by the registry, named in one notation.

`steelyard.measures()` lists them: the package shares its name with that function, so it can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.measures.catalogue import Catalogue


class _Callable(ModuleType):
    def __call__(self, name: str | None = None) -> Catalogue:
        """Return the catalogue of all measures, or of the named one."""
        from steelyard.measures.catalogue import catalogue

        return catalogue(name)


sys.modules[__name__].__class__ = _Callable
