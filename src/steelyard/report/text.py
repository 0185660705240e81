"""Accounts as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steelyard.characters import visible
from steelyard.errors import worded
from steelyard.report.grid import GridColumn, fitted
from steelyard.report.signatures import named, numbered, shortened
from steelyard.report.style import PLAIN, Style
from steelyard.report.terminal import highlighted, wrapped
from steelyard.results.account import Account, lead
from steelyard.results.cells import decimals, texts, with_digits
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Number, Table

_INDENT = 4


def render(account: Account, style: Style = PLAIN) -> str:
    """Return title, notices, tables, figures, parts, terms, findings and signatures.

    The best of a column is marked with a star, which stays when it is copied, and set bold where that can be shown.
    """
    page = _Page(style, numbered(account))
    blocks = [*page.blocks(account, _says_more(account)), page.signatures(account)]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _says_more(account: Account) -> bool:
    """Tell whether there is more than a table, which needs no title."""
    if account.about or account.parts or len(account.tables) != 1:
        return True
    return any(figure.plain for figure in account.figures)


@dataclass(frozen=True, eq=False, repr=False)
class _Page:
    """What an account is written with: the style, and the numbers of signatures."""

    style: Style
    numbers: Mapping[Signature, int]

    def blocks(self, account: Account, titled: bool = True) -> Iterator[list[str]]:
        """Yield blocks of lines, between which a line stays empty."""
        yield [*self._lines([account.title] if titled else []), *self._lines(account.about, indent=0)]
        yield self._lines(account.notices)
        for table in account.tables:
            if table.shown and table.most != 0:
                yield from self.table(table, account.title if titled else "")
        for figure in account.figures:
            if figure.plain:
                from steelyard.report.plots import plot

                yield plot(figure, self.style.width)
        for part in account.parts:
            yield from self.blocks(part)
        yield self._lines(f"{term}: {meaning}" for term, meaning in account.terms.items())
        yield self._lines(account.findings)

    def table(self, table: Table, above: str) -> Iterator[list[str]]:
        """Yield a table in as many blocks as the width asks for, and what is said of it."""
        if table.title and table.title != above:
            yield self._lines([table.title])
        rows = len(table.rows)
        table = with_digits(replace(table, rows=table.rows[: table.most]), self.style.digits)
        cut = (
            [f"{len(table.rows):,} of {rows:,} rows; all are in other forms, as {worded('--tsv', 'to_pandas()')}"]
            if len(table.rows) < rows
            else []
        )
        star = _star(table)
        yield from fitted(self._columns(table, star), table.labels, self.style.width)
        best = any(isinstance(cell, Number) and cell.best for row in table.rows for cell in row)
        notes = [f"{star} best"] if best else []
        notes += [f"{column.head}: {column.note}" for column in table.columns if column.note]
        yield self._lines([*cut, *notes, *table.notes, *table.remarks()])

    def signatures(self, account: Account) -> list[str]:
        """Return all signatures, shortened on a terminal."""
        labels = named(account)
        leads = [
            *(f"({n}) " for n in self.numbers.values()),
            *(lead(label, signature) for signature, label in labels.items()),
        ]
        whole = [*self.numbers, *labels]
        short, shared = (whole, Signature()) if self._in_whole else shortened(whole)
        lines = [f"{lead}{signature}" for lead, signature in zip(leads, short, strict=True)]
        return self._lines([*lines, *([f"all: {shared}"] if shared else [])])

    @property
    def _in_whole(self) -> bool:
        return self.style.signatures or self.style.width is None

    def _lines(self, sentences: Iterable[str], indent: int = _INDENT) -> list[str]:
        return [line for sentence in sentences for line in wrapped(sentence, self.style.width, indent)]

    def _columns(self, table: Table, star: str) -> list[GridColumn]:
        digits, shown = decimals(table), texts(table)
        columns = []
        for n in range(len(table.columns)):
            cells, words = [row[n] for row in table.rows], [visible(row[n]) for row in shown]
            text = all(cell is None or isinstance(cell, str) for cell in cells)
            columns.append(GridColumn(self._head(table, n), tuple(self._cells(cells, words, digits[n], star)), text))
        return columns

    def _head(self, table: Table, place: int) -> str:
        column = table.columns[place]
        number = f"({self.numbers[column.signature]})" if column.signature in self.numbers else ""
        return visible(" ".join(filter(None, (column.head, column.arrow, number))))

    def _cells(self, cells: Sequence[Cell], words: Sequence[str], digits: int, star: str) -> Iterator[str]:
        """Yield cells with their values in line, whether marked and with intervals or not."""
        numbers = [cell if isinstance(cell, Number) else None for cell in cells]
        marks = ["" if number is None else visible(number.mark) + star * number.best for number in numbers]
        intervals = ["" if number is None else number.interval(digits) for number in numbers]
        marked, longest = max(map(len, marks), default=0), max(map(len, intervals), default=0)
        for number, word, mark, interval in zip(numbers, words, marks, intervals, strict=True):
            best = number is not None and number.best and self.style.bold
            behind = f" {interval:>{longest}}" if longest else ""
            yield (highlighted(word) if best else word) + f"{mark:{marked}}{behind}"


def _star(table: Table) -> str:
    """Return what marks the best: a star, unless stars mark something else."""
    marks = "".join(cell.mark for row in table.rows for cell in row if isinstance(cell, Number))
    return "†" if "*" in marks else "*"
