"""Comparisons of systems as one self-contained page: standings, and every pair in a coloured matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from steelyard.inference.comparisons import Comparison, Comparisons
from steelyard.report.comparison import (
    arrow,
    heading,
    interval,
    legend,
    number,
    oriented,
    ranks,
    reasons,
    shown_p,
    signatures,
    stars,
    units,
)
from steelyard.report.html import page


def render(made: Comparisons, title: str = "Comparison of systems") -> str:
    """Return the page. Colours say which system is better and how surely; stars and titles say the same."""
    body = [f"<p>{escape(line)}.</p>" for line in heading(made)]
    for measure in made.measures:
        better = "higher is better" if made.higher_is_better[measure] else "lower is better"
        body.append(f'<h2>{escape(measure)} <abbr title="{better}">{arrow(made, measure)}</abbr></h2>')
        body += _standings(made, measure)
        body += _matrix(made, measure)
    body.append(
        '<p class="note">Cells hold the difference of row minus column, its stars and the corrected p. '
        '<span class="key up3">row is better</span> <span class="key down3">column is better</span>, '
        "the stronger the colour the smaller p; without colour the two are not told apart.</p>"
    )
    body += [f'<p class="note">{escape(line)}.</p>' for line in legend(made)]
    body += ["<h2>All comparisons</h2>", *_list(made), "<h2>Signatures</h2><ol>"]
    body += [f"<li><code>{escape(signature).replace('|', '|<wbr>')}</code></li>" for signature in signatures(made)]
    body.append("</ol>")
    body += [f'<p class="note">{escape(reason)}</p>' for reason in reasons(made)]
    content = f"{len(made.systems)} systems, {units(made)}"
    return page(title, content, body, ("page.css", "comparison.css"))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], names: int) -> Iterator[str]:
    """Yield a table whose first columns hold names and the others numbers."""
    yield '<div class="scroll"><table><thead><tr>'
    kinds = ["name" if n < names else "number" for n in range(len(heads))]
    yield "".join(f'<th scope="col" class="{k}">{escape(head)}</th>' for k, head in zip(kinds, heads, strict=True))
    yield "</tr></thead><tbody>"
    for row in rows:
        cells = (f'<td class="{k}">{escape(cell)}</td>' for k, cell in zip(kinds, row, strict=True))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _standings(made: Comparisons, measure: str) -> Iterator[str]:
    places, standings = made.digits[measure], made.of(measure)[1]
    heads = ["system", "score", "interval"] + (["ranks", "group"] if made.baseline is None else [])
    rows = []
    for one in standings:
        row = [one.system, number(one.value, places), interval(one.low, one.high, places)]
        rows.append(row + ([ranks(one), one.letters or ""] if made.baseline is None else []))
    yield from _table(heads, rows, 1)


def _matrix(made: Comparisons, measure: str) -> Iterator[str]:
    order = [one.system for one in made.of(measure)[1]]
    columns = order if made.baseline is None else [made.baseline]
    numbers = {name: n for n, name in enumerate(order, 1)}
    pairs, places = oriented(made, measure), made.digits[measure]
    shown = "every pair" if made.baseline is None else f"every system against {made.baseline}"
    yield f'<div class="scroll"><table class="matrix"><caption class="note">{escape(f"{measure}: {shown}")}</caption>'
    yield "<thead><tr><td></td>"
    for name in columns:
        yield f'<th scope="col"><abbr title="{escape(name)}">{numbers[name]}</abbr></th>'
    yield "</tr></thead><tbody>"
    for row in order:
        yield f'<tr><th scope="row">{numbers[row]} {escape(row)}</th>'
        for column in columns:
            if row == column:
                yield '<td class="self">·</td>'
            else:
                yield _cell(row, column, *pairs[row, column], places, made)
        yield "</tr>"
    yield "</tbody></table></div>"


def _cell(row: str, column: str, difference: float, one: Comparison, places: int, made: Comparisons) -> str:
    marks = stars(one, made.settings)
    if one.better is None:
        kind, told = "", f"{row} and {column} are not told apart"
    else:
        kind = f"{'up' if one.better == row else 'down'}{max(1, len(marks))}"
        told = f"{one.better} is better than {column if one.better == row else row}"
    shown = f"{number(difference, places, sign=True)}{marks}<small>{escape(shown_p(one.p_corrected))}</small>"
    return f'<td class="{kind}" title="{escape(told)}">{shown}</td>'


def _list(made: Comparisons) -> Iterator[str]:
    heads = ["a", "b", "measure", "a − b", "interval", "p", "corrected", "wins of a", "effect", "interval", "better"]
    rows = []
    for one in made.comparisons:
        places = made.digits[one.measure]
        rows.append(
            [
                one.a, one.b, one.measure, number(one.difference, places, sign=True),
                interval(one.low, one.high, places), shown_p(one.p), shown_p(one.p_corrected), number(one.wins, 3),
                number(one.effect, 2, sign=True), interval(one.effect_low, one.effect_high, 2), one.better or "",
            ]
        )  # fmt: skip
    yield f"<details><summary>{len(rows):,} comparisons with intervals and effect sizes</summary>"
    yield from _table(heads, rows, 3)
    yield "</details>"
