"""The registry: every named measure in this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from functools import lru_cache
from pathlib import Path

from steelyard.errors import SpecError, suggestion
from steelyard.measures.base import Measure

_SEPARATORS = re.compile(r"[-_.\s]")


@lru_cache(maxsize=1)
def registry() -> dict[str, type[Measure]]:
    """Return name → measure for every class with a name of its own, found by walking the folder."""
    found: dict[str, type[Measure]] = {}
    for file in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for kind in _measures_in(f"steelyard.measures.{file.name}"):
            if found.setdefault(kind.name, kind) is not kind:
                raise SpecError(
                    f"two measures are called {kind.name!r}, in {found[kind.name].__module__} and {kind.__module__}; "
                    f"rename one"
                )
    return dict(sorted(found.items()))


def unknown(name: str) -> SpecError:
    """Return the error that no measure is called so, with the one that was meant first.

    Names are compared without case and separators (rougeL, ROUGE_1); a number at the end may be the option that is
    given by position (rouge-su4).
    """
    known = {_SEPARATORS.sub("", own): own for own in registry()}
    bare = _SEPARATORS.sub("", name.lower())
    stem = bare.rstrip("0123456789")
    if bare in known:
        return SpecError(f"unknown measure {name!r}; did you mean {known[bare]!r}?")
    if stem != bare and stem in known and (positional := registry()[known[stem]].positional):
        return SpecError(
            f"unknown measure {name!r}; did you mean '{known[stem]}({positional[0]}={bare[len(stem) :]})'?"
        )
    return SpecError(f"unknown measure {name!r}" + suggestion(name, registry()))


def _measures_in(module: str) -> list[type[Measure]]:
    try:
        members = inspect.getmembers(importlib.import_module(module), inspect.isclass)
    except Exception as error:
        raise SpecError(f"{module} cannot be imported ({type(error).__name__}: {error}); mend or remove it") from error
    kinds = [kind for _, kind in members if issubclass(kind, Measure) and "name" in vars(kind)]
    for kind in kinds:
        lacking = [part for part in ("family", "higher_is_better", "bounds") if not hasattr(kind, part)]
        if lacking:
            raise SpecError(f"{module}: the measure {kind.name!r} does not say its {', '.join(lacking)}; add it")
    return kinds
