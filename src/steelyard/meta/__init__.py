"""Meta-evaluation: measures held against human judgements.

`steelyard.meta(…)` does it: the package shares its name with that function, so it can be called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.meta.evaluation import MetaEvaluation


class _Callable(ModuleType):
    def __call__(self, given: Any = None, measures: Any = (), **options: Any) -> MetaEvaluation:
        """Hold measures against human scores; see `steelyard.meta.evaluation.meta`."""
        from steelyard.meta.evaluation import meta

        return meta(given, measures, **options)


sys.modules[__name__].__class__ = _Callable
