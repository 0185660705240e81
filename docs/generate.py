"""Writes docs/measures.md from the catalogue of measures.

python docs/generate.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import steelyard as sy
from steelyard.measures.catalogue import MeasureEntry, MeasureOption
from steelyard.measures.kinds.base import Measure

PAGE = Path(__file__).with_name("measures.md")
COMMAND = "python docs/generate.py"

_HEAD = f"""\
# Measures

This page is written by `{COMMAND}` from the measures themselves; edit their docstrings, not this page.
`steelyard measures NAME` shows the same in a terminal.

A measure is written `name`, `name@preset`, `name(option=value,…)` or `name@preset(option=value,…)`, the same on the
command line, in Python and in tables. Options after a preset override it. A vector is written with colons:
`bleu(weights=0.4:0.3:0.2:0.1)`. Options on tokens are explained in [tokens](tokens.md), levels in
[scoring](scoring.md).

A measure is of one of three kinds.

- **additive**: the score is a function of sums over segments. A document, a resample or a test set is scored from the
  sum of its segments' statistics.
- **mean**: the score is the mean of segment scores, at every level.
- **fitted**: additive, given something drawn from all references of the test set first. The signature carries a digest
  of it (`context`). Segments, documents and resamples are scored given that same context.
"""


def render() -> str:
    """Return the page."""
    entries = sy.measures().entries
    parts = [_HEAD, *_overview(entries)]
    for family in _families(entries):
        parts.append(f"## {family[0].family.capitalize()} measures\n")
        parts += [part for entry in family for part in _section(entry)]
    return "\n".join(parts).rstrip() + "\n"


def _families(entries: tuple[MeasureEntry, ...]) -> list[list[MeasureEntry]]:
    order = list(dict.fromkeys(entry.family for entry in entries))
    held = sorted(entries, key=lambda entry: order.index(entry.family))
    return [list(group) for _, group in groupby(held, key=lambda entry: entry.family)]


def _overview(entries: tuple[MeasureEntry, ...]) -> Iterator[str]:
    yield "| measure | better | kind | bounds | presets |\n|---|---|---|---|---|"
    # Headings that differ only in signs (chrf, chrf++) are told apart by a number.
    seen: list[str] = []
    for entry in (entry for family in _families(entries) for entry in family):
        presets = ", ".join(f"`{entry.name}@{preset}`" for preset in entry.presets)
        better = "higher" if entry.higher_is_better else "lower"
        anchor = _anchor(entry.name)
        again = seen.count(anchor)
        seen.append(anchor)
        link = f"[`{entry.name}`](#{anchor}{f'-{again}' if again else ''})"
        yield f"| {link} | {better} | {entry.kind} | {_bounds(sy.parse(entry.name))} | {presets} |"
    yield ""


def _anchor(name: str) -> str:
    return re.sub(r"[^\w-]", "", name)


def _section(entry: MeasureEntry) -> Iterator[str]:
    measure = sy.parse(entry.name)
    better = "Higher" if entry.higher_is_better else "Lower"
    prose = entry.explanation.partition("\n>>>")[0].strip().replace("*", "\\*")
    yield f"### {entry.name}\n\n{prose}\n"
    yield f"- {better} is better; {entry.kind}; bounds {_bounds(measure)}."
    yield f"- Fields of the statistics: {', '.join(_fields(measure))}."
    yield f"- {_level(measure)}"
    if measure.undefined != Measure.undefined:
        yield f"- Undefined (`nan`) where {measure.undefined}."
    yield ""
    yield "| option | default | meaning |\n|---|---|---|"
    yield from (_option(option) for option in entry.options)
    yield ""
    if entry.presets:
        yield "| preset | reproduces |\n|---|---|"
        for name, tool in entry.tools.items():
            yield f"| `{entry.name}@{name}` | {tool}{'' if entry.presets[name] else '; the same as the defaults'} |"
        table = entry.preset_table()
        if table.rows:
            yield "\n| " + " | ".join(table.heads) + " |\n" + "|---" * len(table.heads) + "|"
            yield from ("| " + " | ".join(f"`{cell}`" if cell else "" for cell in row) + " |" for row in table.rows)
        yield ""


def _bounds(measure: Measure) -> str:
    low, high = (f"{bound:g}".replace("inf", "∞").replace("-", "−") for bound in measure.bounds)
    return f"{low} to {high}"


def _fields(measure: Measure) -> Iterator[str]:
    """Yield the names of the statistics, those of all orders as one."""
    found: dict[str, list[int]] = {}
    for name in measure.fields:
        number = re.search(r"\d+", name)
        found.setdefault(re.sub(r"\d+", "n", name, count=1), []).extend([int(number[0])] if number else [])
    for name, orders in found.items():
        yield f"`{name}`" + (f" (n = {orders[0]} … {orders[-1]})" if orders else "")


def _level(measure: Measure) -> str:
    default, there = measure.signature(), measure.at_level("segment").signature()
    changed = [f"`{name}={value}`" for name, value in there.items() if default[name] != value]
    if changed:
        return f"At level segment it is scored with {', '.join(changed)}; at other levels as written."
    return "The same formula at every level."


def _option(option: MeasureOption) -> str:
    choices = f": {', '.join(f'`{choice}`' for choice in option.choices)}" if option.choices else ""
    default = "" if option.default is None else f"`{option.default}`"
    return f"| `{option.name}` | {default} | {option.explanation}{choices} |"


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
