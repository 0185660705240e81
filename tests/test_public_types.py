"""What public functions, methods and attributes return is public too."""

import ast
import importlib
import inspect
import sys
import typing
from collections.abc import Iterator
from functools import cache, cached_property
from types import FunctionType
from typing import Any

import pytest

import steelyard as sy

#: Where types of others may come from.
OTHERS = {*sys.stdlib_module_names, "numpy"}
#: What an expression of the language calls.
CALLED = {"__call__", "__enter__", "__getitem__", "__iter__"}


@cache
def names_in(module: str) -> dict[str, Any]:
    """Return the names of a module, those that are imported for type checkers included."""
    names = dict(vars(sys.modules[module]))
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    for block in (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for node in block.body:
            if not isinstance(node, ast.ImportFrom):  # an alias
                exec(ast.unparse(node), names)
                continue
            home = importlib.import_module(str(node.module))
            for alias in node.names:
                there = hasattr(home, alias.name)
                names[alias.asname or alias.name] = (vars(home) if there else names_in(home.__name__))[alias.name]
    return names


def evaluated(annotation: object, module: str) -> Any:
    return eval(annotation, names_in(module)) if isinstance(annotation, str) else annotation


def types_in(hint: Any) -> Iterator[type]:
    """Yield every type that a hint is made of."""
    parts = hint if isinstance(hint, list) else typing.get_args(hint)
    if typing.get_origin(hint) is typing.Literal:
        return
    for part in parts:
        yield from types_in(part)
    whole = typing.get_origin(hint) or hint
    if isinstance(whole, type):
        yield whole


def function_of(member: object) -> FunctionType | None:
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    inner = member.__func__ if isinstance(member, classmethod | staticmethod) else member
    return inner if inspect.isfunction(inner) else None


def hints_of(public: type) -> Iterator[tuple[str, Any]]:
    """Yield the names of a class's attributes and methods, and what they hold or return; those inherited too."""
    for kind in public.__mro__:
        if kind.__module__.partition(".")[0] != "steelyard":
            continue
        hints = inspect.get_annotations(kind)
        for name, member in vars(kind).items():
            if function := function_of(member):
                hints[name] = function.__annotations__.get("return")
        for name, hint in hints.items():
            if not name.startswith("_") or name in CALLED:
                yield name, evaluated(hint, kind.__module__)


def returned(name: str) -> Iterator[tuple[str, Any]]:
    public = getattr(sy, name)
    if inspect.isclass(public):
        yield from hints_of(public)
    else:
        function = public if inspect.isfunction(public) else public._function()
        yield "return", evaluated(function.__annotations__["return"], function.__module__)


@pytest.mark.parametrize("name", [name for name in sy.__all__ if name != "__version__"])
def test_what_is_returned_is_public(name):
    public = {getattr(sy, each) for each in sy.__all__ if each[0].isupper()}
    hidden = {
        f"{place}: {kind.__module__}.{kind.__qualname__}"
        for place, hint in returned(name)
        for kind in types_in(hint)
        if kind.__module__.partition(".")[0] not in OTHERS and kind not in public
    }
    assert hidden == set(), "make the type public, or return one that is"


def test_a_hidden_type_is_seen():
    class Hidden:
        pass

    assert Hidden in types_in(dict[str, tuple[Hidden, ...]] | None)
    assert Hidden in types_in(typing.Callable[[int], list[Hidden]])
    assert {name for name, _ in hints_of(sy.Scores)} >= {"statistics", "at", "systems", "to_dict"}
