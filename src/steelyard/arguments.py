"""Arguments of public functions: what is of no kind that the signature names is refused before anything is done."""

from __future__ import annotations

import builtins
import functools
import inspect
import sys
from collections.abc import Callable, Collection, Mapping
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar, cast, get_origin

from steelyard.errors import SpecError

Function = TypeVar("Function", bound=Callable[..., Any])
#: What an argument of a kind may be, where that is more than the class says, or less.
_KINDS: dict[type, type | tuple[type, ...]] = {float: Real, int: Integral, Path: (str, PathLike)}
#: What a kind is called in messages; settings by their names.
_CALLED: dict[Any, str] = {
    str: "a string", int: "a whole number", float: "a number", bool: "True or False", Path: "a path",
    type(None): "None", Callable: "a function",
}  # fmt: skip
#: Classes of ours that are looked at here, for many functions take them.
_SETTINGS = frozenset({"Draws", "Run"})
#: Words of annotations that stand for numbers, one by one or in rows.
_NUMBERS = frozenset({"Array", "Side", "Any"})
#: So much of an argument is shown.
_SHOWN = 60


def public(function: Function) -> Function:
    """Have a function refuse arguments that are of none of the kinds that its signature names.

    Looked at are simple kinds: strings, numbers, None, paths, functions and settings. What may be a corpus, scores, a
    list or a mapping is looked at where it is read, which knows how to come by one; an array or a column stands there
    for the list of what it holds, unless numbers are asked for.

    >>> @public
    ... def double(text: str, times: int = 2) -> str:
    ...     return text * times
    >>> double("ab")
    'abab'
    >>> double(["ab"])
    Traceback (most recent call last):
    steelyard.errors.SpecError: double: text=['ab'] is not possible; expected a string
    """
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError:
            # Too many or too few: Python says so, and of which function.
            return function(*arguments, **named)
        for name, value in bound.arguments.items():
            bound.arguments[name] = _checked(function, name, value, signature.parameters[name])
        return function(*bound.args, **bound.kwargs)

    return cast(Function, call)


def _checked(function: Callable[..., Any], name: str, value: Any, parameter: inspect.Parameter) -> Any:
    """Return an argument as the function may have it."""
    if value is parameter.default:
        return value
    words = str(parameter.annotation).split(" | ")
    # Texts, which nobody leaves out, are looked at where they are read.
    if words == ["Sequence[str]"] and parameter.default == () and not _are_strings(value):
        raise SpecError(f"{function.__name__}: {name}={_shown(value)} is not possible; expected a list of strings")
    kinds = [_kind(word, function) for word in words]
    if None in kinds:
        return value if _NUMBERS & set(words) or getattr(value, "ndim", None) is None else _as_list(value)
    if any(_is_of(value, kind) for kind in kinds):
        return value
    expected = " or ".join(_CALLED.get(kind, kind.__name__) for kind in kinds)
    raise SpecError(f"{function.__name__}: {name}={_shown(value)} is not possible; expected {expected}")


def _kind(word: str, function: Callable[..., Any]) -> Any:
    """Return the class that a word of an annotation names; Callable for a function; None if it is no simple kind."""
    if word == "None":
        return type(None)
    named = function.__globals__.get(word, getattr(builtins, word, None))
    if get_origin(named) is Callable:
        return Callable
    return named if named in _CALLED or word in _SETTINGS else None


def _is_of(value: Any, kind: Any) -> bool:
    if kind is Callable:
        return callable(value)
    if kind is float and isinstance(value, int) and abs(value) > sys.float_info.max:
        return False
    # True and False are numbers to Python, and to nobody else.
    return isinstance(value, _KINDS.get(kind, kind)) and (kind is bool or not isinstance(value, bool))


def _are_strings(value: Any) -> bool:
    listed = _as_list(value) if getattr(value, "ndim", 1) == 1 else None
    if isinstance(listed, Mapping) or not isinstance(listed, Collection):
        return False
    return all(isinstance(word, str) for word in listed)


def _as_list(value: Any) -> Any:
    """Return what an array or a column holds; what cannot tell, such as a whole table, is left as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _shown(value: Any) -> str:
    """Return a value in one short line, or what it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # of somebody's own class
        text = ""
    return text if 0 < len(text) <= _SHOWN else f"<{type(value).__name__}>"
