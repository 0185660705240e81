"""Meta-evaluation: measures held against human judgements.

`steelyard.meta(…)` does it: the package shares its name with that function, so it can be called, and says what the
function says when asked for help.
"""

from __future__ import annotations

import inspect
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

    @property
    def __signature__(self) -> inspect.Signature:
        from steelyard.meta.evaluation import meta

        return inspect.signature(meta)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        from steelyard.meta.evaluation import meta

        first, _, rest = inspect.cleandoc(meta.__doc__ or "").partition("\n")
        plain = [one.replace(annotation=one.empty) for one in self.__signature__.parameters.values()]
        return f"{first}\n\nsteelyard.meta{inspect.Signature(plain)}\n{rest}"


sys.modules[__name__].__class__ = _Callable
