"""Self-contained pages: they load nothing, and their tables can be read without JavaScript."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from pathlib import Path

from steelyard.version import VERSION

# Whatever a text may contain, the page can load and send nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_GENERATOR = '<meta name="generator" content="steelyard '


@dataclass(frozen=True)
class Number:
    """A number in a table: as it is shown, the value to sort by, and what else there is to see.

    detail   smaller, behind the number
    remark   where the pointer rests on it
    share    0 … 1, as the strength of the ground's colour
    """

    shown: str
    value: float
    detail: str = ""
    best: bool = False
    remark: str | None = None
    share: float | None = None


#: A row of a table: names as they are, numbers with what belongs to them.
Row = list[str | Number]


@dataclass(frozen=True)
class Head:
    """The head of a column; `better` says which way is better, and `number` that the column holds numbers."""

    name: str
    number: bool = False
    better: str | None = None


def page(
    title: str,
    content: str,
    body: Iterable[str],
    styles: Sequence[str] = ("page.css",),
    scripts: Sequence[str] = ("page.js",),
) -> str:
    """Return a page that loads nothing: a title, a line that says what it is about, and its body."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'{_GENERATOR}{VERSION}">',
        f"<title>{escape(title)}</title><style>{''.join(map(_part, styles))}</style>",
        f"<script>{_part('theme.js')}</script></head><body>",
        f'<header><h1>{escape(title)}</h1><p class="note">{escape(content)} · steelyard {VERSION}</p></header>',
        *body,
        *(f"<script>{_part(script)}</script>" for script in scripts),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def is_report(path: Path, title: str | None = None) -> bool:
    """Tell whether a file is a page that `page` made, with this title if one is given, by its first bytes."""
    with path.open("rb") as file:
        start = file.read(1000)
    return _GENERATOR.encode() in start and (title is None or f"<title>{escape(title)}</title>".encode() in start)


def _part(name: str) -> str:
    return (resources.files("steelyard.report") / name).read_text("utf-8")


def table(heads: Sequence[Head], rows: Iterable[Row], caption: str = "") -> Iterator[str]:
    """Yield a table that can be sorted; the first column names the rows."""
    yield '<div class="scroll" tabindex="0"><table>'
    if caption:
        yield f'<caption class="note">{escape(caption)}</caption>'
    yield f"<thead><tr>{''.join(map(_head, heads))}</tr></thead><tbody>"
    for name, *cells in rows:
        first = _cell(name) if isinstance(name, Number) else f'<th scope="row" class="name">{escape(name)}</th>'
        yield f"<tr>{first}{''.join(map(_cell, cells))}</tr>"
    yield "</tbody></table></div>"


def _head(head: Head) -> str:
    kind = ' class="number"' if head.number else ""
    arrow = {"higher": "↑", "lower": "↓"}.get(head.better or "")
    told = f' <abbr title="{head.better} is better">{arrow}</abbr>' if arrow else ""
    return f'<th scope="col"{kind}>{escape(head.name)}{told}</th>'


def _cell(cell: str | Number) -> str:
    if isinstance(cell, str):
        return f'<td class="name">{escape(cell)}</td>'
    shown = f"<strong>{escape(cell.shown)}</strong>" if cell.best else escape(cell.shown)
    detail = f" <small>{escape(cell.detail)}</small>" if cell.detail else ""
    remark = f' title="{escape(cell.remark)}"' if cell.remark else ""
    filled = cell.share is not None and not math.isnan(cell.share)
    ground = f' style="--share:{cell.share:.3f}"' if filled else ""
    kind = "number share" if filled else "number"
    return f'<td class="{kind}" data-value="{cell.value!r}"{remark}{ground}>{shown}{detail}</td>'


def direction(higher_is_better: bool) -> str:
    """Return which way is better, as a `Head` has it."""
    return "higher" if higher_is_better else "lower"


def notes(lines: Iterable[str]) -> Iterator[str]:
    """Yield a small paragraph for each line."""
    return (f'<p class="note">{escape(line)}</p>' for line in lines)


def listed(signatures: Iterable[str]) -> Iterator[str]:
    """Yield a numbered list of signatures, which are long words and may be broken between options."""
    yield "<ol>"
    yield from (f"<li><code>{escape(one).replace('|', '|<wbr>')}</code></li>" for one in signatures)
    yield "</ol>"
