"""Providers: who annotates texts, chosen by name.

A provider is a module, in this folder or one of a user's own (`parser=my.module`, `parser=mine.py:NAME`), with

    NAME        what users call it: parser=NAME or parser=NAME:MODEL
    LONGEST     most words of a line that it takes, or None
    SECONDS     how long it may take for a line before its process is ended
    identity(model) -> str
                library, model and versions, for signatures; raises MissingResource where one of them is not there
    open(model) -> function from lines of text to one list of sentences for each, in order
                called in a process of its own, which may die without harm
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from steelyard.corpus.sentences import GIVEN, Sentence
from steelyard.errors import MissingResource, SpecError, suggestion
from steelyard.loading import Origin, importing, origin_of
from steelyard.plugins import Modules

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
    """A provider with a model; an empty model is the provider's own choice.

    origin    of the code, if it is not ours
    """

    provider: Provider
    model: str
    origin: Origin | None = None


_DEMANDS = ("LONGEST", "SECONDS", "identity", "open")
#: All parsers, by name.
PARSERS: Modules[Provider] = Modules("parser", __name__, "steelyard.parsers", _DEMANDS)


def parsers() -> list[str]:
    """Return what a parser may be called, beside modules and files of a user's own."""
    return sorted([GIVEN, *PARSERS.names()])


def parser_named(name: str) -> Parser:
    """Return the provider that `NAME`, `MODULE` or `FILE.py:NAME` means, each with `:MODEL` or without.

    A name with a dot in it is that of a module.
    """
    if not isinstance(name, str):
        raise SpecError(f"{name!r:.60} is no parser; give its name: it is opened again in other processes")
    chosen, _, model = name.partition(":")
    if chosen.endswith(".py"):
        part, _, model = model.partition(":")
        chosen = f"{chosen}:{part}"
    elif "." in chosen and chosen not in PARSERS.own():
        return _of_module(chosen, model)
    elif chosen not in PARSERS:
        raise SpecError(f"unknown parser {chosen!r}" + suggestion(chosen, parsers()))
    provider, origin = PARSERS.sourced(chosen)
    return Parser(provider, model, origin)


def _of_module(name: str, model: str) -> Parser:
    try:
        with importing(f"parser {name}"):
            module = import_module(name)
    except SpecError as error:
        problem = error.__cause__
        if isinstance(problem, ImportError):
            raise MissingResource(f"parser {name}: {problem}; install the module or correct its name") from None
        raise MissingResource(f"parser {name}: the module cannot be imported ({problem}); correct it") from problem
    if lacking := [word for word in _DEMANDS if not hasattr(module, word)]:
        raise SpecError(f"parser {name}: the module has no {', '.join(lacking)}; see docs/annotation.md")
    return Parser(cast(Provider, module), model, origin_of(name, module, ""))
