"""Corroboration as a page of its own, and as a section of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from steelyard.corpus.formats.content import counted
from steelyard.inference.plain import shown
from steelyard.meta.verdicts import VERDICTS, Corroboration, Improvement
from steelyard.report.comparison import shown_p
from steelyard.report.corroboration import SHARE, SIGNED, explanations, is_tested, measures_told, summary, systems_told
from steelyard.report.html import Head, Number, Row, listed, notes, page, table

STYLES = ("page.css", "comparison.css", "corroboration.css")
# What a cell of the matrix shows beside its colour, seen from the better system's row and from the other's.
_MARKS = {"confirmed": ("✓", "✗"), "unanimous": ("+", "−"), "disputed": ("±", "±"), "open": ("=", "=")}


def render(made: Corroboration, title: str = "Corroboration") -> str:
    """Return the page: verdicts first, then what the measures are worth, then how it was made."""
    body = [*content(made), "<h2>Signatures</h2>", *listed([*made.signatures, made.figures.signature])]
    about = f"{counted(len(made.systems), 'system')}, {counted(len(made.measures), 'measure')}"
    return page(title, about, [*body, *notes(made.notices)], STYLES)


def content(made: Corroboration) -> Iterator[str]:
    """Yield what there is to say, without headings of the page."""
    yield from (f"<p>{escape(line)}</p>" for line in summary(made))
    yield from _matrix(made)
    for verdict in VERDICTS:
        if found := made.of(verdict):
            is_open = " open" if verdict == "confirmed" else ""
            yield f"<details{is_open}><summary>{len(found)} {verdict}: {escape(explanations(made)[verdict])}</summary>"
            yield from _table(made, found)
            yield "</details>"
    yield "<h3>The measures</h3><ul>"
    yield from (f"<li>{escape(line)}</li>" for line in measures_told(made))
    yield "</ul>"
    if made.additions:
        yield from _additions(made)


def _matrix(made: Corroboration) -> Iterator[str]:
    """Yield every pair as a table of marks; a row is better where the mark is ✓ or +."""
    order = _ordered(made)
    columns = order if made.baseline is None else [made.baseline]
    found = {(one.better, one.worse): one for one in made.improvements}
    yield '<div class="scroll" tabindex="0"><table class="matrix verdicts">'
    yield '<caption class="note">Row against column; measures for the row, of all</caption><thead><tr><td></td>'
    for name in columns:
        yield f'<th scope="col"><abbr title="{escape(name)}">{order.index(name) + 1}</abbr></th>'
    yield "</tr></thead><tbody>"
    for number, row in enumerate(order, 1):
        yield f'<tr><th scope="row">{number} {escape(row)}</th>'
        yield from (_cell(made, found, row, column) for column in columns)
        yield "</tr>"
    yield "</tbody></table></div>"
    keys = (
        f'<span class="key {verdict}">{_MARKS[verdict][0]} {verdict}</span>' for verdict in VERDICTS if made.of(verdict)
    )
    yield f'<p class="note">{" ".join(keys)}; ✗ and − where the column is the better one.</p>'


def _ordered(made: Corroboration) -> list[str]:
    """Return the systems, those first that more measures favour in more pairs."""
    votes = dict.fromkeys(made.systems, 0)
    for one in made.improvements:
        votes[one.better] += len(one.supporting) - len(one.opposing)
        votes[one.worse] -= len(one.supporting) - len(one.opposing)
    return sorted(made.systems, key=lambda name: -votes[name])


def _cell(made: Corroboration, found: dict[tuple[str, str], Improvement], row: str, column: str) -> str:
    if row == column:
        return '<td class="self">·</td>'
    one = found.get((row, column)) or found[column, row]
    first = one.better == row
    votes = len(one.supporting if first else one.opposing)
    kind = one.verdict if first or one.verdict == "disputed" else ""
    p = f", p {shown_p(one.p_corrected)} corrected" if is_tested(one) else ""
    told = f"{one.better} over {one.worse}: {one.verdict}{p}"
    mark = _MARKS[one.verdict][0 if first else 1]
    cell = f'<span class="mark">{mark}</span><small>{votes}/{len(made.measures)}</small>'
    return f'<td class="{kind}" title="{escape(told)}">{cell}</td>'


def _table(made: Corroboration, found: Sequence[Improvement]) -> Iterator[str]:
    """Yield the pairs with one verdict; p and who is least sure where the measures do not contradict each other."""
    tested = is_tested(found[0])
    heads = [*map(Head, (*systems_told(found[0]), *(["least sure"] if tested else ["for", "against"])))]
    numbers = ["p", "corrected"] if tested else []
    numbers += ["segments for", "segments against", *(f"people: {name}" for name in made.dimensions)]
    rows: list[Row] = []
    for one in found:
        row: Row = [one.better, one.worse]
        if tested:
            row += [one.weakest or "several", *(Number(shown_p(p), p) for p in (one.p, one.p_corrected))]
        else:
            row += [_named(one.supporting), _named(one.opposing)]
        row += [Number(shown(share, SHARE), share) for share in (one.agreed, one.contrary)]
        row += [Number(shown(one.human[name], SIGNED), one.human[name]) for name in made.dimensions]
        rows.append(row)
    yield from table([*heads, *(Head(name, number=True) for name in numbers)], rows)


def _additions(made: Corroboration) -> Iterator[str]:
    rows: list[list[str | Number]] = [
        [one.measure, Number(shown(one.increase, SIGNED), one.increase),
         Number(shown(one.figures.heterogeneity, ".3f"), one.figures.heterogeneity)]
        for one in made.additions
    ]  # fmt: skip
    heads = [Head("measure"), Head("raises heterogeneity by", number=True), Head("to", number=True)]
    yield f"<details><summary>What {counted(len(rows), 'other measure')} would add</summary>"
    yield from table(heads, rows)
    yield "</details>"


def _named(names: Sequence[str]) -> str:
    return ", ".join(names) or "–"
