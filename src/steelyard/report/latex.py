"""Accounts as LaTeX tables, for the booktabs package and no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from steelyard.report.escapes import one_line
from steelyard.report.latex_signs import as_latex, escaped
from steelyard.report.measure_names import in_print
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account, lead
from steelyard.results.cells import decimals, texts, with_digits
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Number, Table

_ARROWS = {"higher": r"$\uparrow$", "lower": r"$\downarrow$"}
#: Terms that say what marks at numbers mean, and the signs these are made of.
_MARKS = {"stars": re.compile(r"\*+"), "group": re.compile(r"([a-z]\d*)+")}


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a tabular for each table, with its notes, which floats if it has a caption or label.

    What was done, notices, findings and signatures are said in comments.
    """
    captioned = [*_captioned(account)]
    setting = _Setting(style, in_print(account), len(captioned))
    said = {term for entry in captioned for term in entry.said_terms()}
    lines = [r"% needs \usepackage{booktabs}", *_comments(account, said)]
    for n, entry in enumerate(captioned, 1):
        lines += setting.floating(entry, n) if style.caption or style.label else setting.standing(entry)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Captioned:
    """A table with what it is called, and the terms that may stand in it."""

    caption: str
    table: Table
    terms: Mapping[str, str]

    def said_terms(self) -> list[str]:
        """Return the terms that are heads of the table, or explain its marks."""
        marks = {cell.mark for row in self.table.rows for cell in row if isinstance(cell, Number) and cell.mark}
        heads = {column.head for column in self.table.columns}
        return [
            term for term in self.terms if term in heads or (term in _MARKS and any(map(_MARKS[term].fullmatch, marks)))
        ]

    def notes(self) -> Iterator[str]:
        """Yield what stands below the table; how numbers were made is for comments."""
        yield from (f"{column.head}: {column.note}" for column in self.table.columns if column.note)
        yield from (note for note in self.table.notes if not isinstance(note, Signature))
        for term in self.said_terms():
            yield self.terms[term] if term in _MARKS else f"{term}: {self.terms[term]}"


def _captioned(account: Account, above: str = "", terms: Mapping[str, str] | None = None) -> Iterator[_Captioned]:
    """Yield the tables of an account and its parts; those of a part are called after it."""
    terms = {**(terms or {}), **account.terms}
    for table in account.tables:
        if table.shown and table.papers and table.columns:
            title = "" if table.title == above else table.title
            yield _Captioned(": ".join(filter(None, (above, title))) or account.title, table, terms)
    for part in account.parts:
        yield from _captioned(part, part.title, terms)


def _comments(account: Account, said: set[str]) -> Iterator[str]:
    """Yield what the tables rest on: what was done, notices, signatures, why values are undefined."""
    shown = [table for table in account.tables if table.shown]
    columns = [column for table in shown for column in table.columns]
    signatures = {column.head: column.signature for column in columns if column.signature} | dict(account.signatures)
    notes = (note for table in shown for note in table.notes if isinstance(note, Signature) or not table.columns)
    sentences = [
        *account.about,
        *account.notices,
        *(f"{lead(label, signature)}{signature}" for label, signature in signatures.items()),
        *notes,
        *(remark for table in shown for remark in table.remarks()),
        *(f"{term}: {meaning}" for term, meaning in account.terms.items() if term not in said),
        *account.findings,
    ]
    yield from map(_comment, sentences)
    for part in account.parts:
        yield from _comments(part, said)


def _comment(sentence: str) -> str:
    return f"% {as_latex(one_line(sentence))}"


@dataclass(frozen=True)
class _Setting:
    """How tables are set: the style, measures as they are printed, and how many tables there are."""

    style: Style
    in_print: Callable[[str], str]
    tables: int

    def floating(self, entry: _Captioned, n: int) -> list[str]:
        """Return a table that floats; of several, each has its own title behind the caption, and a label of its own."""
        caption, label = one_line(self.style.caption), self.style.label
        title = self.in_print(entry.caption)
        if self.tables == 1 and caption:
            title = ""
        between = "" if not (caption and title) else " " if caption.endswith((".", "!", "?", ":")) else ": "
        return [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{escaped(caption + between + title)}}}",
            *([rf"\label{{{one_line(label)}{f'-{n}' * (n > 1)}}}"] if label else []),
            *self._tabular(entry.table),
            *self._notes(entry),
            r"\end{table}",
        ]

    def standing(self, entry: _Captioned) -> list[str]:
        """Return a table where it stands, with its title in a comment if there are several."""
        above = ["", _comment(self.in_print(entry.caption))] if self.tables > 1 else []
        return [*above, *self._tabular(entry.table), *self._notes(entry)]

    def _notes(self, entry: _Captioned) -> Iterator[str]:
        if notes := [escaped(self.in_print(note)) + r"\par" for note in entry.notes()]:
            yield r"\par\smallskip"
            yield rf"{{\footnotesize {' '.join(notes)}}}"

    def _tabular(self, table: Table) -> list[str]:
        text = [all(row[n] is None or isinstance(row[n], str) for row in table.rows) for n in range(len(table.columns))]
        table = with_digits(table, self.style.digits)
        digits = decimals(table)
        rows = zip(table.rows, texts(table), strict=True)
        return [
            rf"\begin{{tabular}}{{{''.join('l' if words else 'r' for words in text)}}}",
            r"\toprule",
            _row(list(map(self._head, table.columns))),
            r"\midrule",
            *(_row(list(map(self._cell, row, shown, digits, table.columns))) for row, shown in rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]

    def _head(self, column: Column) -> str:
        name = escaped(self.in_print(column.head) if column.names_measures else column.head)
        return f"{name} {_ARROWS[column.better]}" if column.better else name

    def _cell(self, cell: Cell, shown: str, digits: int, column: Column) -> str:
        if cell is None or isinstance(cell, str):
            return escaped(self.in_print(shown) if column.names_measures else shown)
        value = _negative(escaped(shown))
        if not isinstance(cell, Number):
            return value
        value = rf"\textbf{{{value}}}" if cell.best else value
        interval = cell.interval(digits)
        return value + _mark(cell.mark) + (rf" {{\scriptsize {_negative(interval)}}}" if interval else "")


def _row(cells: Sequence[str]) -> str:
    # What begins with a bracket or a star would be read as an argument of the line's end before it.
    guard = "{}" if cells[0].startswith(("[", "*")) else ""
    return guard + " & ".join(cells) + r" \\"


def _mark(mark: str) -> str:
    """Return stars and letters raised, and what is longer, as a count, in parentheses."""
    if not mark or any(signs.fullmatch(mark) for signs in _MARKS.values()):
        return f"$^{{\\mathrm{{{escaped(mark)}}}}}$" if mark else ""
    return f" ({escaped(mark)})"


def _negative(text: str) -> str:
    """Return numbers with minus signs for their hyphens."""
    return re.sub(r"-(?=\d)", "$-$", text)
