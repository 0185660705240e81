"""The registry: every named measure in this folder, and those from outside."""

from __future__ import annotations

import re
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.loading import Origin
from steelyard.measures.kinds.base import Measure
from steelyard.plugins import Classes

_SEPARATORS = re.compile(r"[-_.\s]")
#: How much of a name must be the same before another is taken for it; short names of measures soon sound alike.
_NEAR = 0.75


class _Measures(Classes[Measure]):
    """Classes of measures; a plain function from outside becomes one."""

    def adopted(self, thing: Any, origin: Origin) -> type[Measure]:
        """Return a class from outside, or that of the measures which a function gives."""
        if isinstance(thing, type):
            return super().adopted(thing, origin)
        if not callable(thing):
            raise SpecError(
                f"{origin.written} is no measure: expected a function, or a class derived from Measure; "
                f"see docs/plugins.md"
            )
        from steelyard.measures.kinds.function import function_kind

        return function_kind(thing, origin.short)


MEASURES = _Measures(
    "measure", "steelyard.measures", "steelyard.measures", Measure, ("family", "higher_is_better", "bounds")
)


def registry() -> dict[str, type[Measure]]:
    """Return name → measure of all in this folder, each imported."""
    return {name: MEASURES.load(name) for name in MEASURES.own()}


def unknown(name: str) -> SpecError:
    """Return the error that no measure is called so, with the one that was meant first.

    Names are compared without case and separators (rougeL, ROUGE_1); a number at the end may be the option that is
    given by position (rouge-su4).
    """
    if name.endswith(".py"):
        return MEASURES.unknown(name)
    names = {_SEPARATORS.sub("", own): own for own in MEASURES.names()}
    bare = _SEPARATORS.sub("", name.lower())
    stem = bare.rstrip("0123456789")
    if bare in names:
        return SpecError(f"unknown measure {name!r}; did you mean {names[bare]!r}?")
    if stem != bare and stem in names and (positional := MEASURES.load(names[stem]).positional):
        return SpecError(
            f"unknown measure {name!r}; did you mean '{names[stem]}({positional[0]}={bare[len(stem) :]})'?"
        )
    from steelyard.measures.elsewhere import answer_to

    answer = answer_to(name)
    return SpecError(answer or f"unknown measure {name!r}" + suggestion(name, names.values(), _NEAR))
