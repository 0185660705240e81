"""Accounts as Markdown, with tables as GitHub reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from steelyard.report.escapes import one_line
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account, lead
from steelyard.results.cells import decimals, texts, with_digits
from steelyard.results.table import Cell, Column, Number, Table

_SIGNS = re.compile(r"[\\`*_{}\[\]<>|#~$&]")
_BACKTICKS = re.compile("`+")


def render(account: Account, style: Style = PLAIN) -> str:
    """Return headings, findings, tables, terms and signatures; figures are left to other forms."""
    return "\n\n".join(_blocks(account, style, 2)) + "\n"


def escaped(text: str) -> str:
    """Return a text in one line that says nothing to Markdown."""
    return _SIGNS.sub(r"\\\g<0>", one_line(text))


def _blocks(account: Account, style: Style, depth: int) -> Iterator[str]:
    if account.title:
        yield f"{'#' * depth} {escaped(account.title)}"
    yield from map(escaped, filter(None, (*account.about, *account.notices)))
    yield from _list(map(escaped, account.findings))
    for table in account.tables:
        if table.shown:
            yield from _table(table, style, account.title)
    for part in account.parts:
        yield from _blocks(part, style, min(depth + 1, 6))
    yield from _list(f"{escaped(term)}: {escaped(meaning)}" for term, meaning in account.terms.items())
    columns = (column for table in account.tables if table.shown for column in table.columns)
    signatures = {column.head: column.signature for column in columns if column.signature} | dict(account.signatures)
    leads = (" ".join(filter(None, (escaped(lead(*pair)), _code(pair[1])))) for pair in signatures.items())
    yield from _list(leads)


def _list(sentences: Iterable[str]) -> Iterator[str]:
    if lines := [f"- {sentence}" for sentence in sentences]:
        yield "\n".join(lines)


def _table(table: Table, style: Style, above: str) -> Iterator[str]:
    if table.title and table.title != above:
        yield f"**{escaped(table.title)}**"
    if not table.columns:
        return
    text = [all(row[n] is None or isinstance(row[n], str) for row in table.rows) for n in range(len(table.columns))]
    table = with_digits(table, style.digits)
    digits = decimals(table)
    rows = zip(table.rows, texts(table), strict=True)
    yield "\n".join(
        [
            _row(map(_head, table.columns)),
            _row("---" if words else "---:" for words in text),
            *(_row(map(_cell, row, shown, digits)) for row, shown in rows),
        ]
    )
    notes = [f"{column.head}: {column.note}" for column in table.columns if column.note]
    yield from map(escaped, (*notes, *table.notes, *table.remarks()))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _head(column: Column) -> str:
    return escaped(f"{column.head} {column.arrow}")


def _cell(cell: Cell, shown: str, digits: int) -> str:
    if not isinstance(cell, Number):
        return escaped(shown)
    value = f"**{escaped(shown)}**" if cell.best else escaped(shown)
    # Letters and counts would be read as part of the number; stars are not.
    mark = escaped(cell.mark)
    mark = mark if set(cell.mark) <= {"*"} else f" ({mark})"
    return " ".join(filter(None, (value + mark, escaped(cell.interval(digits)))))


def _code(text: str) -> str:
    """Return a text as it is, between more backticks than it has in a row."""
    line = one_line(text)
    fence = "`" * (1 + max(map(len, _BACKTICKS.findall(line)), default=0))
    return f"{fence}{line}{fence}" if fence == "`" else f"{fence} {line} {fence}"
