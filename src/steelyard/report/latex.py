"""Tables as LaTeX, for the booktabs package."""

from __future__ import annotations

import re

from steelyard.report.table import Cell, Column, Table

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


def render(table: Table) -> str:
    """Return a tabular; signatures, reasons of undefined values and other remarks are comments."""
    kinds = "l" * len(table.heads) + "r" * len(table.columns)
    notes = [f"({n}) {column.signature}" for n, column in enumerate(table.columns, 1)]
    notes += table.remarks()
    lines = [
        r"% needs \usepackage{booktabs}",
        *(f"% {_one_line(note)}" for note in notes),
        rf"\begin{{tabular}}{{{kinds}}}",
        r"\toprule",
        _row([*map(escaped, table.heads), *map(_head, table.columns)]),
        r"\midrule",
        *(_row([*map(escaped, row.heads), *map(_cell, row.cells)]) for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return a text as LaTeX prints it."""
    return re.sub(r'[\\~^<>|"&%$#_{}]', lambda match: _ESCAPES[match[0]], _one_line(text))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _head(column: Column) -> str:
    arrow = r"\uparrow" if column.higher_is_better else r"\downarrow"
    return f"{escaped(column.measure)} ${arrow}$"


def _cell(cell: Cell) -> str:
    value = _negative(cell.value())
    if cell.best:
        value = rf"\textbf{{{value}}}"
    return value + (rf" {{\scriptsize {_negative(cell.interval())}}}" if cell.interval() else "")


def _negative(text: str) -> str:
    """Return numbers with minus signs for their hyphens."""
    return re.sub(r"-(?=\d)", "$-$", text)
