"""A study as one self-contained page: findings, tables, figures, signatures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from steelyard.report.figures import can_draw, svg
from steelyard.report.html import page, sorting
from steelyard.studies.base import Cell, Study, Table

_LACKING = "Figures are drawn with vl-convert-python: pip install 'steelyard[plots]', then run the study again."
_NAMES = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')


def render(study: Study) -> str:
    """Return the page; a figure is inline SVG with a text alternative, where figures can be drawn."""
    body = [
        "<h2>Findings</h2><ul>",
        *(f"<li>{escape(finding)}</li>" for finding in study.findings),
        "</ul>",
        *(line for table in study.tables if table.shown for line in _table(table)),
        *_figures(study.figures),
        "<h2>Signatures</h2><ol>",
        # Signatures are long words; they may be broken between options.
        *(f"<li><code>{escape(one).replace('|', '|<wbr>')}</code></li>" for one in study.signatures),
        "</ol>",
        sorting(),
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


def _table(table: Table) -> Iterator[str]:
    words = [any(isinstance(row[n], str) for row in table.rows) for n in range(len(table.heads))]
    classes = ["" if one else ' class="number"' for one in words]
    heads = "".join(f'<th scope="col"{c}>{escape(head)}</th>' for head, c in zip(table.heads, classes, strict=True))
    yield f'<h2>{escape(table.title)}</h2><div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>'
    for row in table.rows:
        yield "<tr>" + "".join(map(_cell, row, words)) + "</tr>"
    yield f'</tbody></table></div><p class="note">{escape(table.name)}.tsv</p>'


def _cell(cell: Cell, words: bool) -> str:
    if words:
        return f"<td>{escape(shown(cell))}</td>"
    return f'<td class="number" data-value="{cell!r}">{escape(shown(cell))}</td>'


def _figures(figures: Mapping[str, dict[str, Any]]) -> Iterator[str]:
    if not figures:
        return
    yield "<h2>Figures</h2>"
    if not can_draw():
        yield f'<p class="note">{escape(_LACKING)}</p>'
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
