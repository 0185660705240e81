"""Accounts as sections of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from steelyard.characters import markup
from steelyard.report.figures import can_draw, inline
from steelyard.report.style import PLAIN, Style
from steelyard.report.svg import drawn
from steelyard.results.account import Account, lead
from steelyard.results.figure import Figure
from steelyard.results.html import table_lines
from steelyard.results.signature import Signature
from steelyard.results.table import Table

_LACKING = "Figures are drawn with vl-convert-python: pip install 'steelyard[plots]', then do the same again."
# Long names of measures may be broken between their options.
_LONG = re.compile(r'(?<= class="name">)[^<]{20,}')
_LOWEST_HEADING = 6
_TOP = 2
#: Parts with headings of this depth are folded.
_FOLDED = 3


def sections(account: Account, style: Style = PLAIN) -> Iterator[str]:
    """Yield what an account says below its title: findings, terms, tables with their figures, parts, signatures."""
    yield from contents(account, style)
    if listed := [*signature_list(account)]:
        yield from ("<h2>Signatures</h2>", *listed)


def contents(account: Account, style: Style = PLAIN, depth: int = _TOP, first: str = "figure") -> Iterator[str]:
    """Yield an account without its signatures, with headings of a depth; names in its drawings begin with `first`."""
    if not can_draw() and any(drawn(figure) is None for figure in _figures(account)):
        yield f'<p class="note">{markup(_LACKING)}</p>'
    yield from _Sections(style, count(), first).of(account, depth)


def signature_list(account: Account) -> Iterator[str]:
    """Yield a list of the signatures of an account and its parts, each with what it is of."""
    if signatures := dict(_signatures(account)):
        yield "<ol>"
        for signature, label in signatures.items():
            yield f"<li>{markup(lead(label, signature))}<code>{breakable(signature)}</code></li>"
        yield "</ol>"


def breakable(signature: str) -> str:
    """Return a signature for a page, where a line may be broken after each of its parts."""
    return Signature(markup(signature)).breakable("<wbr>")


def _figures(account: Account) -> list[Figure]:
    return [*account.figures, *(figure for part in account.parts for figure in _figures(part))]


def _signatures(account: Account) -> Iterator[tuple[Signature, str]]:
    """Yield signatures with what they are of; one that several share is of the last."""
    for table in account.tables:
        yield from ((column.signature, column.head) for column in table.columns if column.signature and table.shown)
    yield from ((signature, label) for label, signature in account.signatures.items())
    for part in account.parts:
        yield from _signatures(part)


@dataclass(frozen=True)
class _Sections:
    """How sections are written, and numbers for the figures of the page."""

    style: Style
    numbers: count[int]
    first: str

    def of(self, account: Account, depth: int) -> Iterator[str]:
        """Yield an account with headings of a depth."""
        yield from (f'<p class="note">{markup(notice)}</p>' for notice in account.notices)
        if account.findings:
            yield f"{_heading('Findings', depth) if depth == _TOP else ''}<ul>"
            yield from (f"<li>{markup(finding)}</li>" for finding in account.findings)
            yield "</ul>"
        yield from _terms(account.terms, depth)
        for table in account.tables:
            yield from self._table(table, account, depth)
        names = {table.name for table in account.tables}
        if others := [figure for figure in account.figures if (figure.beside or figure.name) not in names]:
            yield from (f"<p>{markup(line)}</p>" for line in filter(None, [account.legend]))
            yield '<div class="figures">'
            for figure in others:
                yield from self._figure(figure)
            yield "</div>"
        for place, part in enumerate(account.parts):
            yield from self._part(part, depth, place == 0)

    def _part(self, part: Account, depth: int, is_open: bool) -> Iterator[str]:
        """Yield an account within another; one that is deep inside is folded, but the first."""
        folded = depth >= _FOLDED
        begin = f"<details{' open' * is_open}><summary>" if folded else ""
        yield f"{begin}{markup(part.title)}</summary>" if folded else f"<section>{_heading(part.title, depth)}"
        yield from (f'<p class="note">{markup(line)}</p>' for line in part.about)
        yield from self.of(part, depth + 1)
        yield "</details>" if folded else "</section>"

    def _table(self, table: Table, account: Account, depth: int) -> Iterator[str]:
        """Yield a table with its figures; of one that is not shown, its figures alone.

        What a terminal does not show is folded.
        """
        figures = [figure for figure in account.figures if (figure.beside or figure.name) == table.name]
        if not table.shown and not figures:
            return
        titled = bool(table.title) and table.title != account.title
        folded = titled and table.most == 0
        if titled:
            yield f"<details><summary>{markup(table.title)}</summary>" if folded else _heading(table.title, depth)
        for figure in figures:
            yield from self._figure(figure)
        if table.shown and table.columns:
            yield from self._rows(table)
        if folded:
            yield "</details>"

    def _rows(self, table: Table) -> Iterator[str]:
        """Yield a table, and what is said of it."""
        yield from (_LONG.sub(_broken, line) for line in table_lines(replace(table, title=""), self.style.digits))
        notes = [f"{column.head}: {column.note}" for column in table.columns if column.note]
        sentences = (*notes, *table.notes, *table.remarks())
        yield from (f'<p class="note">{markup(sentence)}</p>' for sentence in sentences)

    def _figure(self, figure: Figure) -> Iterator[str]:
        words = figure.description or figure.title
        if (lines := drawn(figure)) is not None:
            yield from (f"<figure><figcaption>{markup(figure.title)}</figcaption>", *lines, "</figure>")
            return
        # What is drawn has its title inside; only more than that is said below.
        caption = (
            f"<figcaption><small>{markup(words)}</small></figcaption>" if figure.description or not can_draw() else ""
        )
        first = f"{self.first}-{next(self.numbers)}"
        yield f"<figure>{inline(figure, first) if can_draw() else ''}{caption}</figure>"


def _heading(title: str, depth: int) -> str:
    depth = min(depth, _LOWEST_HEADING)
    return f"<h{depth}>{markup(title)}</h{depth}>"


def _terms(terms: Mapping[str, str], depth: int) -> Iterator[str]:
    if terms:
        yield f"{_heading('Terms', depth)}<dl>"
        yield from (f"<dt>{markup(term)}</dt><dd>{markup(meaning)}</dd>" for term, meaning in terms.items())
        yield "</dl>"


def _broken(name: re.Match[str]) -> str:
    return name[0].replace(",", ",<wbr>").replace("(", "(<wbr>")
