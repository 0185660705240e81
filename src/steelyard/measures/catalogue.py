"""The catalogue: what measures there are, with their options, formulas and presets."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import Field, dataclass, field
from typing import Any

from steelyard.arguments import public
from steelyard.measures.kinds.base import Fitted, Mean, Measure, typed_options, write_value
from steelyard.measures.notation import parse
from steelyard.measures.presets import reproduced
from steelyard.measures.registry import MEASURES, registry
from steelyard.results.account import Account
from steelyard.results.result import Result, plain
from steelyard.results.table import HIGHER, LOWER, Column, Table

# The name to write in a notation, and not the one in print.
_NOTATION = Column("measure", measures=False)
_HEADS = ("measure", "family", "better", "kind", "needs", "presets", "summary")
#: Lines of docstrings are ended before this place.
_PROSE_WIDTH = 100


@dataclass(frozen=True, repr=False)
class MeasureOption(Result):
    """One option of a measure: what it means, its default and, where it is one of a few words, which."""

    name: str
    default: str | None
    explanation: str
    choices: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class MeasureEntry(Result):
    """What there is to know about one measure.

    kind is additive, mean or fitted; presets map a name to the options it fixes, tools to what it reproduces.
    """

    name: str
    family: str
    higher_is_better: bool
    kind: str
    needs: tuple[str, ...]
    options: tuple[MeasureOption, ...]
    presets: Mapping[str, Mapping[str, str]]
    tools: Mapping[str, str]
    summary: str
    explanation: str

    @property
    def better(self) -> str:
        """Which way is better."""
        return HIGHER if self.higher_is_better else LOWER

    def preset_table(self) -> Table:
        """Return the options in which some preset differs, under the default and each preset."""
        fixed = {option for settled in self.presets.values() for option in settled}
        rows = []
        for option in (option for option in self.options if option.name in fixed):
            default = option.default or ""
            values = [default, *(settled.get(option.name, default) for settled in self.presets.values())]
            if len(set(values)) > 1:
                rows.append([option.name, *values])
        return Table("presets", "Presets", ["option", "default", *(f"@{preset}" for preset in self.presets)], rows)

    def account(self) -> Account:
        """Return formula, options and presets."""
        arrow = Column("", better=self.better).arrow
        options = [
            [option.name, option.default or "", ", ".join(option.choices), option.explanation]
            for option in self.options
        ]
        tools = [
            [f"{self.name}@{preset}", self.tools[preset] + ("" if choices else "; the same as the defaults")]
            for preset, choices in self.presets.items()
        ]
        differing = self.preset_table()
        tables = (
            Table("options", "Options", ["option", "default", "choices", "meaning"], options),
            *([differing] if differing.rows else []),
            *([Table("tools", "What presets reproduce", ["preset", "tool"], tools)] if tools else []),
        )
        title = f"{self.name}  ({self.family}, {self.kind}, {arrow} {self.better} is better)"
        return Account(title, tables, about=("", *self._prose()), name=self.name)

    def _prose(self) -> list[str]:
        """Return the explanation as paragraphs and formulas, without its examples, which are Python."""
        paragraphs: list[str] = []
        before = ""
        for line in self.explanation.partition("\n>>>")[0].rstrip().split("\n"):
            if before and line and not _ends(before, line):
                paragraphs[-1] += f" {line}"
            else:
                paragraphs.append(line)
            before = line
        return paragraphs

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as the JSON output has it."""
        return {
            "name": self.name,
            "family": self.family,
            "higher_is_better": self.higher_is_better,
            "additive": self.kind == "additive",
            "kind": self.kind,
            "needs": list(self.needs),
            "options": plain(self.options),
            "presets": plain(self.presets),
            "tools": plain(self.tools),
            "summary": self.summary,
        }


@dataclass(frozen=True, repr=False)
class Catalogue(Result):
    """All measures, or the one asked for.

    offered   name → package of measures that installed packages offer; they are imported only when they are named
    """

    entries: tuple[MeasureEntry, ...]
    offered: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        """Return {"measures": […]} as the JSON output has it."""
        return {"measures": plain(self.entries)}

    def account(self) -> Account:
        """Return a row for each measure by family, or what there is to know of a single one."""
        if len(self.entries) == 1:
            return self.entries[0].account()
        families = dict.fromkeys(entry.family for entry in self.entries)
        tables = (
            Table(family, family, [_NOTATION, "better", "kind", "summary"], self._rows(family)) for family in families
        )
        offered = [f"{name} is offered by the package {package}." for name, package in self.offered.items()]
        return Account(
            "Measures",
            tuple(tables),
            findings=(*offered, "`steelyard measures NAME` explains one, with all its options."),
            records=Table("measures", "Measures", _HEADS, map(_record, self.entries)),
            name="measures",
        )

    def _rows(self, family: str) -> list[list[str]]:
        return [
            [
                entry.name,
                Column("", better=entry.better).arrow,
                entry.kind,
                entry.summary + (f" Presets: {', '.join(entry.presets)}." if entry.presets else ""),
            ]
            for entry in self.entries
            if entry.family == family
        ]


@public
def catalogue(name: str | None = None) -> Catalogue:
    """Return every measure, or the named one."""
    if name is None:
        return Catalogue(tuple(_entry(kind) for kind in registry().values()), MEASURES.entry_points())
    return Catalogue((_entry(type(parse(name))),))


def _record(entry: MeasureEntry) -> list[str]:
    needs, presets = ", ".join(entry.needs), ", ".join(entry.presets)
    return [entry.name, entry.family, entry.better, entry.kind, needs, presets, entry.summary]


def _ends(line: str, following: str) -> bool:
    """Tell whether a line was ended on purpose, as before a formula or in a list: there was room for more."""
    return line[-1] in ".,;:" and len(line) + 1 + len(following.split()[0]) <= _PROSE_WIDTH


def _entry(kind: type[Measure]) -> MeasureEntry:
    explanation = inspect.cleandoc(kind.__doc__ or "")
    return MeasureEntry(
        name=kind.name,
        family=kind.family,
        higher_is_better=kind().higher_is_better,
        kind="mean" if issubclass(kind, Mean) else "fitted" if _is_fitted(kind()) else "additive",
        needs=kind.needs,
        options=tuple(_option(*typed) for typed in typed_options(kind)),
        presets={
            name: {option: write_value(value) for option, value in settled.items()}
            for name, settled in kind.presets.items()
        },
        tools=reproduced(kind),
        summary=explanation.split("\n")[0],
        explanation=explanation,
    )


def _is_fitted(measure: Measure) -> bool:
    return isinstance(measure, Fitted) and measure.needs_context


def _option(field: Field[Any], hint: Any) -> MeasureOption:
    choices = ("false", "true") if hint is bool else tuple(map(str, field.metadata["choices"]))
    default = None if field.default is None else write_value(field.default)
    return MeasureOption(field.name, default, field.metadata["explanation"], choices)
