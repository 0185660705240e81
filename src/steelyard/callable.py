"""Folders that share their name with a public verb, such as `steelyard.meta`: modules that can be called."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class CallableModule(ModuleType):
    """A module that does what one function does when it is called, and says what that says when asked for help."""

    _home: str
    _verb: str

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function."""
        return self._function()(*arguments, **options)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self._function())

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        first, _, rest = inspect.cleandoc(self._function().__doc__ or "").partition("\n")
        parameters = [
            parameter.replace(annotation=parameter.empty) for parameter in self.__signature__.parameters.values()
        ]
        return f"{first}\n\n{self.__name__}{inspect.Signature(parameters)}\n{rest}"

    def _function(self) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(self._home), self._verb)
        return function


def make_callable(module: str, home: str, verb: str) -> None:
    """Have a module do what the function `verb` of the module `home` does, which is imported when it is called."""
    callable_module = sys.modules[module]
    callable_module.__class__ = CallableModule
    vars(callable_module).update(_home=home, _verb=verb)
