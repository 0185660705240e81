"""A study as one self-contained page: findings, tables, figures, signatures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from steelyard.report.figures import can_draw, svg
from steelyard.report.html import Head, Number, listed, notes, page, table
from steelyard.studies.base import Cell, Study, Table

_LACKING = "Figures are drawn with vl-convert-python: pip install 'steelyard[plots]', then run the study again."
# Columns of smaller numbers get more than four decimals.
_SMALL = 0.01
_MOST_DECIMALS = 8
# Long names of measures may be broken between their options.
_LONG = re.compile(r'(?<= class="name">)[^<]{20,}')
_NAMES = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')


def render(study: Study) -> str:
    """Return the page; a figure is inline SVG with a text alternative, where figures can be drawn."""
    numbers = {name: n for n, name in enumerate(study.figures)}
    placed = {name for made in study.tables for name in study.figures_of(made.name)}
    body = [
        "<h2>Findings</h2><ul>",
        *(f"<li>{escape(finding)}</li>" for finding in study.findings),
        "</ul>",
        *_terms(study.terms),
        *(notes([_LACKING]) if study.figures and not can_draw() else ()),
        *(line for made in study.tables for line in _part(study, made, numbers)),
        *_rest([name for name in study.figures if name not in placed], study, numbers),
        "<h2>Signatures</h2>",
        *listed(study.signatures),
    ]
    return page(study.name, " · ".join(filter(None, (study.paper, study.data))), body, ("page.css", "study.css"))


def alternative(figure: Mapping[str, Any]) -> str:
    """Return what a figure says in words: its description, or else its title."""
    title = figure.get("title", "")
    told = title.get("text", "") if isinstance(title, Mapping) else title
    return str(figure.get("description") or told)


def cells(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return cells as a reader sees them: the numbers of a column with as many decimals."""
    decimals = [decimals_of(column) for column in zip(*rows, strict=True)]
    return [[_shown(cell, n) for cell, n in zip(row, decimals, strict=True)] for row in rows]


def decimals_of(column: Sequence[Cell]) -> int:
    """Return how many decimals show three digits or more of most numbers, or fewer if those show all there is."""
    numbers = [abs(cell) for cell in column if isinstance(cell, float) and math.isfinite(cell)]
    most = _most_decimals([number for number in numbers if number])
    return next((n for n in range(1, most) if all(round(number, n) == number for number in numbers)), most)


def _most_decimals(numbers: Sequence[float]) -> int:
    largest, least = max(numbers, default=1.0), min(numbers, default=1.0)
    if largest < _SMALL:
        return min(2 - math.floor(math.log10(largest)), _MOST_DECIMALS)
    if largest <= 1:
        return 4
    return 3 if largest < 10 or least < 1 else 2


def _shown(cell: Cell, decimals: int) -> str:
    if not isinstance(cell, float):
        return str(cell)
    if math.isnan(cell):
        return "undefined"
    if cell and not round(cell, decimals):
        return f"<{10**-decimals:.{decimals}f}" if cell > 0 else f">-{10**-decimals:.{decimals}f}"
    return f"{cell:.{decimals}f}"


def _terms(terms: Mapping[str, str]) -> Iterator[str]:
    if terms:
        yield "<h2>Terms</h2><dl>"
        yield from (f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>" for term, meaning in terms.items())
        yield "</dl>"


def _part(study: Study, made: Table, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield a table with its figures; of one that is not shown, its figures alone."""
    names = study.figures_of(made.name)
    if not made.shown and not names:
        return
    yield f"<h2>{escape(made.title)}</h2>"
    for name in names:
        yield from _figure(study.figures[name], numbers[name])
    if made.shown:
        yield from _table(made)
    yield from notes([f"In full: {made.name}.tsv"])


def _table(made: Table) -> Iterator[str]:
    words = [any(isinstance(row[n], str) for row in made.rows) for n in range(len(made.heads))]
    heads = [Head(name, number=not one) for name, one in zip(made.heads, words, strict=True)]
    rows = (list(map(_cell, *both, words)) for both in zip(made.rows, cells(made.rows), strict=True))
    for line in table(heads, rows):
        yield _LONG.sub(lambda found: found[0].replace(",", ",<wbr>").replace("(", "(<wbr>"), line)


def _cell(cell: Cell, shown: str, words: bool) -> str | Number:
    return shown if words or isinstance(cell, str) else Number(shown, cell)


def _rest(names: Sequence[str], study: Study, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield the figures that stand with no table."""
    if names:
        yield "<h2>Figures</h2>"
    for name in names:
        yield from _figure(study.figures[name], numbers[name])


def _figure(figure: dict[str, Any], n: int) -> Iterator[str]:
    told = escape(alternative(figure))
    # What is drawn has its title inside; only more than that is said below.
    caption = f"<figcaption>{told}</figcaption>" if figure.get("description") or not can_draw() else ""
    yield f"<figure>{_drawing(figure, n, told) if can_draw() else ''}{caption}</figure>"


def _drawing(figure: dict[str, Any], n: int, told: str) -> str:
    # Names inside a drawing must differ from those of others on the page, and be the same whenever it is drawn.
    names: dict[str, str] = {}
    drawn = _NAMES.sub(lambda m: m[1] + names.setdefault(m[2], f"figure-{n}-{len(names)}"), svg(figure))
    # For a reader who does not see it, a figure is one image with its words and not hundreds of marks.
    return f'<div class="scroll">{drawn.replace("<svg ", f"""<svg role="img" aria-label="{told}" """, 1)}</div>'
