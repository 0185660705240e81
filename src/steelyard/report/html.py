"""Scores as one self-contained page: it loads nothing, and works without JavaScript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from pathlib import Path

from steelyard.corpus import Corpus
from steelyard.corpus.formats.content import counted
from steelyard.report.table import Cell, Column, Row, Table, tabulate
from steelyard.scores import Scores
from steelyard.version import VERSION

# Whatever a text may contain, the page can load and send nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_GENERATOR = '<meta name="generator" content="steelyard '


def render(scores: Scores, corpus: Corpus, title: str = "Scores") -> str:
    """Return the page: the scores of all systems, every segment of every system, and the signatures.

    `scores` are those of the whole test set, made from `corpus`.
    """
    table, segments = tabulate(scores), tabulate(scores.at("segment"))
    body = [
        "<h2>Scores</h2>",
        *_table(table.heads, table, (_row(row) for row in table.rows)),
        *_legend(table),
        *_signatures("Signatures", table),
        "<h2>Segments</h2>",
        *_legend(segments),
        *_segments(segments, corpus),
        *_signatures("Signatures of segment scores", segments),
        sorting(),
    ]
    return page(title, _content(corpus), body)


def page(title: str, content: str, body: Iterable[str], styles: Sequence[str] = ("page.css",)) -> str:
    """Return a page that loads nothing: a title, a line that says what it is about, and its body."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'{_GENERATOR}{VERSION}">',
        f"<title>{escape(title)}</title><style>{''.join(map(_part, styles))}</style></head><body>",
        f'<h1>{escape(title)}</h1><p class="note">{escape(content)} · steelyard {VERSION}</p>',
        *body,
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def sorting() -> str:
    """Return the script by which a click on a heading sorts its table."""
    return f"<script>{_part('page.js')}</script>"


def is_report(path: Path) -> bool:
    """Tell whether a file is a page that `page` made, by its first bytes."""
    with path.open("rb") as file:
        return _GENERATOR.encode() in file.read(1000)


def _part(name: str) -> str:
    return (resources.files("steelyard.report") / name).read_text("utf-8")


def _content(corpus: Corpus) -> str:
    low, high = corpus.reference_counts()
    references = f"{low}" if low == high else f"{low} to {high}"
    counts = counted(len(corpus), "segment"), counted(len(corpus.systems), "system")
    return f"{', '.join(counts)}, references per segment: {references}"


def _table(heads: Sequence[str], table: Table, rows: Iterable[str]) -> Iterator[str]:
    yield '<div class="scroll"><table><thead><tr>'
    yield "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield "".join(map(_measure_head, table.columns))
    yield "</tr></thead><tbody>"
    yield from rows
    yield "</tbody></table></div>"


def _measure_head(column: Column) -> str:
    better = "higher is better" if column.higher_is_better else "lower is better"
    arrow = f'<abbr title="{better}">{column.arrow}</abbr>'
    return f'<th scope="col" class="number">{escape(column.measure)} {arrow}</th>'


def _legend(table: Table) -> Iterator[str]:
    if any(cell.best for row in table.rows for cell in row.cells):
        yield '<p class="note">bold: best</p>'


def _row(row: Row, texts: Iterable[str] = ()) -> str:
    heads = "".join(f'<td class="name">{escape(head)}</td>' for head in row.heads)
    held = "".join(f'<td class="text">{text}</td>' for text in texts)
    return f"<tr>{heads}{held}{''.join(map(_cell, row.cells))}</tr>"


def _cell(cell: Cell) -> str:
    value = f"<strong>{cell.value()}</strong>" if cell.best else cell.value()
    remark = cell.score.reason or cell.score.notice
    title = f' title="{escape(remark)}"' if remark else ""
    interval = f" <small>{cell.interval()}</small>" if cell.interval() else ""
    return f'<td class="number" data-value="{cell.score.value!r}"{title}>{value}{interval}</td>'


def _segments(table: Table, corpus: Corpus) -> Iterator[str]:
    """Yield, for each system, its outputs beside the source and all references."""
    sources = [] if corpus.source is None else [list(map(_paragraph, corpus.source))]
    references = ["".join(map(_paragraph, texts)) for texts in zip(*corpus.references, strict=True)]
    heads = ["segment", *["source"] * len(sources), f"reference{'s' * (len(corpus.references) > 1)}", "output"]
    for name, outputs in corpus.systems.items():
        rows = [row for row in table.rows if row.heads[1] == name]
        texts = zip(*sources, references, map(_paragraph, outputs), strict=True)
        lines = (_row(Row(row.heads[:1], row.cells), held) for row, held in zip(rows, texts, strict=True))
        yield f"<details><summary>{escape(name)}</summary>"
        yield from _table(heads, table, lines)
        yield "</details>"


def _paragraph(text: str | None) -> str:
    """Return a text, whichever way its script runs, or nothing for one that is not there."""
    return f'<p dir="auto">{escape(text)}</p>' if text and text.strip() else ""


def _signatures(title: str, table: Table) -> Iterator[str]:
    yield f"<h2>{title}</h2><ol>"
    # Signatures are long words; they may be broken between options.
    shown = (escape(column.signature).replace("|", "|<wbr>") for column in table.columns)
    yield from (f"<li><code>{signature}</code></li>" for signature in shown)
    yield "</ol>"
    yield from (f'<p class="note">{escape(remark)}</p>' for remark in table.remarks())
