"""Tables as HTML: on pages, and in notebooks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from steelyard.characters import markup
from steelyard.results.account import Account
from steelyard.results.cells import decimals, texts, with_digits
from steelyard.results.table import Cell, Column, Number, Table

#: How many steps of a colour the sheet has, beside none.
_SHARES = 20


def tables(account: Account) -> Iterator[str]:
    """Yield title, notices and tables of an account and its parts."""
    yield f"<p><strong>{markup(account.title)}</strong></p>"
    yield from (f"<p>{markup(notice)}</p>" for notice in account.notices)
    for table in account.tables:
        if table.shown:
            yield from table_lines(table)
    for part in account.parts:
        yield from tables(part)


def table_lines(table: Table, digits: int | None = None) -> Iterator[str]:
    """Yield a table that a page's script can sort; the first columns name the rows."""
    table = with_digits(table, digits)
    shown = decimals(table)
    yield '<div class="scroll" tabindex="0"><table>'
    if table.title:
        yield f'<caption class="note">{markup(table.title)}</caption>'
    numeric = [
        any(not isinstance(row[place], str) and row[place] is not None for row in table.rows)
        for place in range(len(table.columns))
    ]
    heads = map(_head, table.columns, numeric)
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for row, words in zip(table.rows, texts(table), strict=True):
        cells = (_cell(*cell, n == 0) for n, cell in enumerate(zip(row, words, shown, numeric, strict=True)))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _head(column: Column, numeric: bool) -> str:
    kind = ' class="number"' if numeric else ""
    arrow = f' <abbr title="{column.better} is better">{column.arrow}</abbr>' if column.arrow else ""
    return f'<th scope="col"{kind}>{markup(column.head)}{arrow}</th>'


def _cell(cell: Cell, shown: str, digits: int, numeric: bool, first: bool) -> str:
    if cell is None or isinstance(cell, str):
        tag, scope = ("th", ' scope="row"') if first else ("td", "")
        kind = "number" if numeric else "name"
        return f'<{tag}{scope} class="{kind}">{markup(shown)}</{tag}>'
    number = cell if isinstance(cell, Number) else Number(cell)
    text = f"<strong>{markup(shown)}</strong>" if number.best else markup(shown)
    behind = " ".join(filter(None, (number.mark, number.interval(digits))))
    detail = f" <small>{markup(behind)}</small>" if behind else ""
    remark = f' title="{markup(number.remark)}"' if number.remark else ""
    bare = number.share is None or math.isnan(number.share)
    # A class and no style: pages forbid styles outside their own sheet.
    kind = "number" if bare else f"number share share-{round((number.share or 0.0) * _SHARES)}"
    return f'<td class="{kind}" data-value="{number.value!r}"{remark}>{text}{detail}</td>'
