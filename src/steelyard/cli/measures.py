"""`steelyard measures`: what there is, and what each choice means."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.measures.catalogue import Entry

_WIDTH = 100


@click.command("measures", short_help="List the measures, or explain one.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List the measures by family, or explain the one called NAME: formula, options, presets.

    ↑ higher is better, ↓ lower is better. A measure is additive (a function of sums over segments), a mean of
    segment scores, or fitted (additive, given something drawn from all references).
    """
    from steelyard.cli.output import emit
    from steelyard.measures.catalogue import catalogue
    from steelyard.measures.notation import parse
    from steelyard.report.json import lines

    if name is not None and set(name) & set("@("):
        name = parse(name).name
    found = catalogue(name)
    if as_json:
        emit(lines(found.to_dict()))
    elif name is None:
        emit(_listed(found.entries))
    else:
        emit(_explained(found.entries[0]))


def _listed(entries: Sequence[Entry]) -> str:
    families = dict.fromkeys(entry.family for entry in entries)
    longest = max(len(entry.name) for entry in entries)
    lines = []
    for family in families:
        lines.append(family)
        for entry in (entry for entry in entries if entry.family == family):
            lead = f"  {entry.name:{longest}}  {_arrow(entry)}  {entry.kind:8}  "
            presets = f" Presets: {', '.join(entry.presets)}." if entry.presets else ""
            lines += _wrapped(lead, entry.summary + presets)
        lines.append("")
    return "\n".join([*lines, "`steelyard measures NAME` explains one, with all its options."]) + "\n"


def _explained(entry: Entry) -> str:
    better = "higher is better" if entry.higher_is_better else "lower is better"
    title = f"{entry.name}  ({entry.family}, {entry.kind}, {_arrow(entry)} {better})"
    lines = [title, "", *_prose(entry), "", "Options"]
    longest = max((len(option.name) for option in entry.options), default=0)
    for option in entry.options:
        lead = f"  {option.name:{longest}}  "
        told = option.explanation + (f": {', '.join(option.choices)}" if option.choices else "")
        default = "" if option.default is None else f" (default {option.default or 'empty'})"
        lines += _wrapped(lead, told + default)
    return "\n".join([*lines, *_presets(entry)]) + "\n"


def _wrapped(lead: str, text: str) -> list[str]:
    """Return lines of a text that hang from what leads them."""
    indent = " " * len(lead)
    return textwrap.wrap(text, _WIDTH, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False)


def _prose(entry: Entry) -> list[str]:
    """Return the explanation as lines, without its examples, which are Python."""
    lines: list[str] = []
    before = ""
    for line in entry.explanation.partition("\n>>>")[0].rstrip().split("\n"):
        if before and line and not _ends(before, line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
        before = line
    return [part for line in lines for part in (_wrapped("", line) or [""])]


def _ends(line: str, following: str) -> bool:
    """Tell whether a line was ended on purpose, as before a formula or in a list: there was room for more."""
    return line[-1] in ".,;:" and len(line) + 1 + len(following.split()[0]) <= _WIDTH


def _presets(entry: Entry) -> list[str]:
    """Return what the presets reproduce, below a table of the options in which they differ."""
    from steelyard.report.text import grid

    if not entry.presets:
        return []
    heads, rows = entry.preset_table()
    table = [f"  {line}" for line in grid(heads, rows, left=len(heads))] if rows else []
    longest = max(len(f"{entry.name}@{preset}") for preset in entry.presets)
    told = []
    for preset, choices in entry.presets.items():
        default = "" if choices else "; the same as the defaults"
        told += _wrapped(f"  {f'{entry.name}@{preset}':{longest}}  ", entry.tools[preset] + default)
    return ["", "Presets", *table, *([""] if table else []), *told]


def _arrow(entry: Entry) -> str:
    return "↑" if entry.higher_is_better else "↓"
