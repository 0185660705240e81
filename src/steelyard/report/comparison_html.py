"""Comparisons of systems as one self-contained page: standings, and every pair in a coloured matrix."""

from __future__ import annotations

from collections.abc import Iterator
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
from steelyard.report.html import Head, Number, Row, direction, listed, notes, page, table

_KEY = (
    '<p class="note">Cells hold the difference of row minus column, its stars and the corrected p. '
    '<span class="key up3">row is better</span> <span class="key down3">column is better</span>, '
    "the stronger the colour the smaller p; without colour the two are not told apart.</p>"
)


def render(made: Comparisons, title: str = "Comparison of systems") -> str:
    """Return the page. Colours say which system is better and how surely; stars and titles say the same."""
    body = [*what_was_done(made)]
    for measure in made.measures:
        better = f"{direction(made.higher_is_better[measure])} is better"
        body.append(f'<h2>{escape(measure)} <abbr title="{better}">{arrow(made, measure)}</abbr></h2>')
        body += standings(made, measure)
        body += matrix(made, measure)
    body += [*key(made), "<h2>All comparisons</h2>", *every_pair(made)]
    body += ["<h2>Signatures</h2>", *listed(signatures(made)), *notes(reasons(made))]
    content = f"{len(made.systems)} systems, {units(made)}"
    return page(title, content, body, ("page.css", "comparison.css"))


def what_was_done(made: Comparisons) -> Iterator[str]:
    """Yield how the systems were compared, and what that does not allow for."""
    first, *others = heading(made)
    yield from (f"<p>{escape(line)}.</p>" for line in (first[:1].upper() + first[1:], *others))


def key(made: Comparisons) -> Iterator[str]:
    """Yield what the colours, stars and letters mean."""
    yield _KEY
    yield from notes(f"{line}." for line in legend(made))


def standings(made: Comparisons, measure: str) -> Iterator[str]:
    """Yield the systems from best to worst with intervals and, where all pairs are compared, ranks and letters."""
    places = made.digits[measure]
    ranked = made.baseline is None
    heads = [Head("system"), Head("score", number=True), Head("interval")]
    rows: list[Row] = []
    for one in made.of(measure)[1]:
        row: Row = [one.system, Number(number(one.value, places), one.value), interval(one.low, one.high, places)]
        rows.append([*row, *([ranks(one), one.letters or ""] if ranked else [])])
    yield from table(heads + ([Head("ranks"), Head("group")] if ranked else []), rows)


def matrix(made: Comparisons, measure: str) -> Iterator[str]:
    """Yield every pair, or every system against the baseline, as a table of coloured cells."""
    order = [one.system for one in made.of(measure)[1]]
    columns = order if made.baseline is None else [made.baseline]
    numbers = {name: n for n, name in enumerate(order, 1)}
    pairs, places = oriented(made, measure), made.digits[measure]
    shown = "every pair" if made.baseline is None else f"every system against {made.baseline}"
    yield '<div class="scroll" tabindex="0"><table class="matrix">'
    yield f'<caption class="note">{escape(f"{measure}: {shown}")}</caption><thead><tr><td></td>'
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


def every_pair(made: Comparisons) -> Iterator[str]:
    """Yield a list of all comparisons with intervals and effect sizes, folded."""
    numbers = ("a − b", "p", "corrected", "wins of a", "effect")
    heads = ["a", "b", "measure", "a − b", "interval", "p", "corrected", "wins of a", "effect", "interval", "better"]
    rows: list[Row] = []
    for one in made.comparisons:
        places = made.digits[one.measure]
        rows.append(
            [
                one.a, one.b, one.measure, Number(number(one.difference, places, sign=True), one.difference),
                interval(one.low, one.high, places), Number(shown_p(one.p), one.p),
                Number(shown_p(one.p_corrected), one.p_corrected), Number(number(one.wins, 3), one.wins),
                Number(number(one.effect, 2, sign=True), one.effect),
                interval(one.effect_low, one.effect_high, 2), one.better or "",
            ]
        )  # fmt: skip
    yield f"<details><summary>{len(rows):,} comparisons with intervals and effect sizes</summary>"
    yield from table([Head(head, number=head in numbers) for head in heads], rows)
    yield "</details>"
