"""A study as one self-contained page: findings, tables, figures, signatures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from steelyard.report.figures import can_draw, svg
from steelyard.report.html import Head, Number, listed, notes, page, table
from steelyard.studies.base import Cell, Study, Table

_LACKING = "Figures are drawn with vl-convert-python: pip install 'steelyard[plots]', then run the study again."
_NAMES = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')


def render(study: Study) -> str:
    """Return the page; a figure is inline SVG with a text alternative, where figures can be drawn."""
    body = [
        "<h2>Findings</h2><ul>",
        *(f"<li>{escape(finding)}</li>" for finding in study.findings),
        "</ul>",
        *(line for made in study.tables if made.shown for line in _table(made)),
        *_figures(study.figures),
        "<h2>Signatures</h2>",
        *listed(study.signatures),
    ]
    return page(study.name, study.paper, body)


def alternative(figure: Mapping[str, Any]) -> str:
    """Return what a figure says in words: its description, or else its title."""
    title = figure.get("title", "")
    told = title.get("text", "") if isinstance(title, Mapping) else title
    return str(figure.get("description") or told)


def shown(cell: Cell) -> str:
    """Return a cell as a reader sees it."""
    if isinstance(cell, float):
        return "undefined" if math.isnan(cell) else f"{cell:.4g}" if abs(cell) < 1 else f"{cell:.2f}"
    return str(cell)


def _table(made: Table) -> Iterator[str]:
    words = [any(isinstance(row[n], str) for row in made.rows) for n in range(len(made.heads))]
    heads = [Head(name, number=not one) for name, one in zip(made.heads, words, strict=True)]
    yield f"<h2>{escape(made.title)}</h2>"
    yield from table(heads, (list(map(_cell, row, words)) for row in made.rows))
    yield from notes([f"{made.name}.tsv"])


def _cell(cell: Cell, words: bool) -> str | Number:
    return shown(cell) if words or isinstance(cell, str) else Number(shown(cell), cell)


def _figures(figures: Mapping[str, dict[str, Any]]) -> Iterator[str]:
    if not figures:
        return
    yield "<h2>Figures</h2>"
    if not can_draw():
        yield from notes([_LACKING])
    for n, (name, figure) in enumerate(figures.items()):
        told = escape(alternative(figure))
        drawn = _drawing(figure, n, told) if can_draw() else ""
        yield f'<figure>{drawn}<figcaption>{told} <span class="note">({escape(name)})</span></figcaption></figure>'


def _drawing(figure: dict[str, Any], n: int, told: str) -> str:
    # Names inside a drawing must differ from those of others on the page, and be the same whenever it is drawn.
    names: dict[str, str] = {}
    drawn = _NAMES.sub(lambda m: m[1] + names.setdefault(m[2], f"figure-{n}-{len(names)}"), svg(figure))
    # For a reader who does not see it, a figure is one image with its words and not hundreds of marks.
    return f'<div class="scroll">{drawn.replace("<svg ", f"""<svg role="img" aria-label="{told}" """, 1)}</div>'
