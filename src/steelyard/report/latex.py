"""Accounts as LaTeX tables, for the booktabs package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from steelyard.report.escapes import one_line
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account, lead
from steelyard.results.cells import decimals, texts, with_digits
from steelyard.results.table import Cell, Column, Number, Table

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}
_ARROWS = {"higher": r"$\uparrow$", "lower": r"$\downarrow$"}


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a tabular for each table, which floats if it has a caption or label; all else is said in comments."""
    lines = [r"% needs \usepackage{booktabs}", *_comments(account)]
    for n, (title, table) in enumerate(_tables(account), 1):
        lines += _floating(table, title, n, style) if style.caption or style.label else _tabular(table, style)
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return a text as LaTeX prints it."""
    return re.sub(r'[\\~^<>|"&%$#_{}]', lambda match: _ESCAPES[match[0]], one_line(text))


def _tables(account: Account) -> Iterator[tuple[str, Table]]:
    yield from ((table.title or account.title, table) for table in account.tables if table.shown)
    for part in account.parts:
        yield from _tables(part)


def _comments(account: Account) -> Iterator[str]:
    """Yield what the table rests on: what was done, notices, signatures, why values are undefined."""
    shown = [table for table in account.tables if table.shown]
    columns = [column for table in shown for column in table.columns]
    signatures = {column.head: column.signature for column in columns if column.signature} | dict(account.signatures)
    sentences = [
        *account.about,
        *account.notices,
        *(f"{lead(label, signature)}{signature}" for label, signature in signatures.items()),
        *(f"{column.head}: {column.note}" for column in columns if column.note),
        *(sentence for table in shown for sentence in (*table.notes, *table.remarks())),
        *(f"{term}: {meaning}" for term, meaning in account.terms.items()),
        *account.findings,
    ]
    yield from (f"% {one_line(sentence)}" for sentence in sentences)
    for part in account.parts:
        yield from _comments(part)


def _floating(table: Table, title: str, n: int, style: Style) -> list[str]:
    caption = style.caption if style.caption and n == 1 else title
    label = style.label if n == 1 or not style.label else f"{style.label}-{n}"
    return [
        r"\begin{table}",
        r"\centering",
        *([rf"\caption{{{escaped(caption)}}}"] if caption else []),
        *([rf"\label{{{one_line(label)}}}"] if label else []),
        *_tabular(table, style),
        r"\end{table}",
    ]


def _tabular(table: Table, style: Style) -> list[str]:
    text = [all(row[n] is None or isinstance(row[n], str) for row in table.rows) for n in range(len(table.columns))]
    table = with_digits(table, style.digits)
    digits = decimals(table)
    rows = zip(table.rows, texts(table), strict=True)
    return [
        rf"\begin{{tabular}}{{{''.join('l' if words else 'r' for words in text)}}}",
        r"\toprule",
        _row(list(map(_head, table.columns))),
        r"\midrule",
        *(_row(list(map(_cell, row, shown, digits))) for row, shown in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _head(column: Column) -> str:
    name = escaped(column.label or column.printed or column.name)
    return f"{name} {_ARROWS[column.better]}" if column.better else name


def _cell(cell: Cell, shown: str, digits: int) -> str:
    if cell is None or isinstance(cell, str):
        return escaped(shown)
    value = _negative(escaped(shown))
    if not isinstance(cell, Number):
        return value
    value = rf"\textbf{{{value}}}" if cell.best else value
    mark = f"$^{{\\mathrm{{{escaped(cell.mark)}}}}}$" if cell.mark else ""
    interval = cell.interval(digits)
    return value + mark + (rf" {{\scriptsize {_negative(interval)}}}" if interval else "")


def _negative(text: str) -> str:
    """Return numbers with minus signs for their hyphens."""
    return re.sub(r"-(?=\d)", "$-$", text)
