"""Providers: who annotates texts, chosen by name.

A provider is a module, in this folder or one of a user's own, with

    NAME        what users call it: parser=NAME or parser=NAME:MODEL
    LONGEST     most words of a line that it takes, or None
    SECONDS     how long it may take for a line before its process is ended
    identity(model) -> str
                library, model and versions, for signatures; raises MissingResource where one of them is not there
    open(model) -> function from lines of text to one list of sentences for each, in order
                called in a process of its own, which may die without harm
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple, Protocol, cast

from steelyard.corpus.annotation import Sentence
from steelyard.errors import MissingResource, SpecError, suggestion
from steelyard.text.annotation.chunk import GIVEN

#: From lines of text to the sentences of each, in order.
Annotate = Callable[[Sequence[str]], Iterable[list[Sentence]]]


class Provider(Protocol):
    """A module that annotates texts."""

    NAME: str
    LONGEST: int | None
    SECONDS: float

    def identity(self, model: str) -> str:
        """Return library, model and versions."""

    def open(self, model: str) -> Annotate:
        """Return a function from lines to the sentences of each."""


class Parser(NamedTuple):
    """A provider with a model; an empty model is the provider's own choice."""

    provider: Provider
    model: str


@cache
def _providers() -> dict[str, Provider]:
    modules = (importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return {module.NAME: cast(Provider, module) for module in modules if hasattr(module, "NAME")}


def parsers() -> list[str]:
    """Return what a parser may be called, beside modules of a user's own."""
    return sorted([GIVEN, *_providers()])


def parser_named(name: str) -> Parser:
    """Return the provider that `NAME` or `NAME:MODEL` means; a name with a dot in it is that of a module."""
    chosen, _, model = name.partition(":")
    if chosen in _providers():
        return Parser(_providers()[chosen], model)
    if "." not in chosen:
        raise SpecError(f"unknown parser {chosen!r}" + suggestion(chosen, parsers()))
    try:
        module = importlib.import_module(chosen)
    except ImportError as error:
        raise MissingResource(f"parser {chosen}: {error}; install the module or correct its name") from None
    except Exception as error:
        raise MissingResource(f"parser {chosen}: the module cannot be imported ({error}); correct it") from error
    if lacking := [word for word in ("LONGEST", "SECONDS", "identity", "open") if not hasattr(module, word)]:
        raise SpecError(f"parser {chosen}: the module has no {', '.join(lacking)}; see docs/annotation.md")
    return Parser(cast(Provider, module), model)
