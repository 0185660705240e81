"""The catalogue: what measures there are, with their options, formulas and presets."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from steelyard.measures.base import Fitted, Mean, Measure, write_value
from steelyard.measures.presets import reproduced
from steelyard.measures.registry import registry, unknown


@dataclass(frozen=True)
class Option:
    """One option of a measure: what it means, its default and, where it is one of a few words, which."""

    name: str
    default: str | None
    explanation: str
    choices: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the option as the JSON output has it."""
        return {
            "name": self.name,
            "default": self.default,
            "explanation": self.explanation,
            "choices": list(self.choices),
        }


@dataclass(frozen=True)
class Entry:
    """What there is to know about one measure.

    kind is additive, mean or fitted; presets map a name to the options it fixes, tools to what it reproduces.
    """

    name: str
    family: str
    higher_is_better: bool
    kind: str
    needs: tuple[str, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, str]]
    tools: Mapping[str, str]
    summary: str
    explanation: str

    def preset_table(self) -> tuple[list[str], list[list[str]]]:
        """Return heads and rows: the options in which some preset differs, under the default and each preset."""
        fixed = {option for settled in self.presets.values() for option in settled}
        rows = []
        for option in (option for option in self.options if option.name in fixed):
            default = "" if option.default is None else option.default
            values = [default, *(settled.get(option.name, default) for settled in self.presets.values())]
            if len(set(values)) > 1:
                rows.append([option.name, *values])
        return ["option", "default", *(f"@{preset}" for preset in self.presets)], rows

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as the JSON output has it."""
        return {
            "name": self.name,
            "family": self.family,
            "higher_is_better": self.higher_is_better,
            "additive": self.kind == "additive",
            "kind": self.kind,
            "needs": list(self.needs),
            "options": [option.to_dict() for option in self.options],
            "presets": {name: dict(settled) for name, settled in self.presets.items()},
            "tools": dict(self.tools),
            "summary": self.summary,
        }


@dataclass(frozen=True)
class Catalogue:
    """All measures, or the one asked for."""

    entries: tuple[Entry, ...]

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return {"measures": […]} as the JSON output has it."""
        return {"measures": [entry.to_dict() for entry in self.entries]}


def catalogue(name: str | None = None) -> Catalogue:
    """Return every measure, or the named one."""
    known = registry()
    if name is not None and name not in known:
        raise unknown(name)
    return Catalogue(tuple(_entry(kind) for key, kind in known.items() if name in (None, key)))


def _entry(kind: type[Measure]) -> Entry:
    explanation = inspect.cleandoc(kind.__doc__ or "")
    return Entry(
        name=kind.name,
        family=kind.family,
        higher_is_better=kind.higher_is_better,
        kind="mean" if issubclass(kind, Mean) else "fitted" if issubclass(kind, Fitted) else "additive",
        needs=kind.needs,
        options=tuple(_option(kind, field) for field in kind.options()),
        presets={
            name: {option: write_value(value) for option, value in settled.items()}
            for name, settled in kind.presets.items()
        },
        tools=reproduced(kind.name, kind.presets),
        summary=explanation.split("\n")[0],
        explanation=explanation,
    )


def _option(kind: type[Measure], field: Any) -> Option:
    choices = tuple(map(str, field.metadata["choices"]))
    if get_type_hints(kind)[field.name] is bool:
        choices = ("false", "true")
    default = None if field.default is None else write_value(field.default)
    return Option(field.name, default, field.metadata["explanation"], choices)
