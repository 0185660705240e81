"""Studies as text, and as a folder of tables and figures with one page."""

from __future__ import annotations

import csv
import io
from itertools import takewhile
from pathlib import Path

from steelyard.corpus.formats.files import replacing
from steelyard.report import json
from steelyard.report.figures import can_draw, draw
from steelyard.report.plain_plots import drawn
from steelyard.report.study_html import cells, render
from steelyard.report.text import grid, printable
from steelyard.studies.base import Study, Table


def text(study: Study) -> str:
    """Return the data, tables, plots in plain characters, terms, findings and signatures."""
    lines = [printable(study.paper), *([printable(study.data)] if study.data else [])]
    for table in (table for table in study.tables if table.shown):
        lines += ["", *table_lines(table)]
    lines += [line for plot in study.plots for line in ("", *drawn(plot))]
    lines += ["", *(f"{term}: {meaning}" for term, meaning in study.terms.items())] if study.terms else []
    lines += ["", *map(printable, study.findings), "", *map(printable, study.signatures)]
    return "\n".join(lines) + "\n"


def table_lines(table: Table) -> list[str]:
    """Return a table with its title for a terminal."""
    rows = [list(map(printable, row)) for row in cells(table.rows)]
    left = len([*takewhile(lambda cell: isinstance(cell, str), table.rows[0])]) if table.rows else 0
    return [printable(table.title), "", *grid(list(map(printable, table.heads)), rows, left=left)]


def tsv(table: Table) -> str:
    """Return a heading and the rows, numbers in full; an undefined number is "nan"."""
    held = io.StringIO()
    writer = csv.writer(held, "excel-tab", lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows(table.rows)
    return held.getvalue()


def save(study: Study, folder: str | Path) -> list[str]:
    """Write study.html, study.json, study.txt, a TSV for each table and each figure; return what could not be drawn.

    A figure is written as its Vega-Lite specification, and as SVG where vl-convert-python is there.
    """
    folder = Path(folder)
    _write(folder / "study.json", json.lines(study.to_dict()))
    _write(folder / "study.txt", text(study))
    _write(folder / "study.html", render(study))
    for table in study.tables:
        _write(folder / f"{table.name}.tsv", tsv(table))
    for name, figure in study.figures.items():
        _write(folder / f"{name}.vl.json", json.line(figure) + "\n")
        if can_draw():
            draw(figure, folder / f"{name}.svg")
    return [] if can_draw() else [f"{name}.svg" for name in study.figures]


def _write(path: Path, content: str) -> None:
    with replacing(path) as file:
        file.write(content.encode())
