"""Results as a folder: a page, JSON and text of all of it, a file for each table and figure."""

from __future__ import annotations

from pathlib import Path

from steelyard.files.disk import replacing
from steelyard.report import json
from steelyard.report.figures import can_draw, draw
from steelyard.report.forms import rendered
from steelyard.report.tsv import of_one
from steelyard.report.vega import specification
from steelyard.results.result import Result

#: Form → ending of its file.
_ENDINGS = {"json": ".json", "text": ".txt", "html": ".html"}
#: Endings of files that are named for a table or a figure.
PART_ENDINGS = (".tsv", ".svg", ".vl.json")


def save(result: Result, folder: str | Path, stem: str) -> list[str]:
    """Write STEM.html, STEM.json, STEM.txt, a TSV for each table and each figure; return what could not be drawn.

    A figure is written as its Vega-Lite specification, and as SVG where vl-convert-python is there.
    """
    folder, account = Path(folder), result.account()
    for form, ending in _ENDINGS.items():
        _write(folder / f"{stem}{ending}", rendered(result, form))
    for table in account.tables:
        _write(folder / f"{table.name}.tsv", of_one(table, account))
    for figure in account.figures:
        _write(folder / f"{figure.name}.vl.json", json.line(specification(figure)) + "\n")
        if can_draw():
            draw(figure, folder / f"{figure.name}.svg")
    return [] if can_draw() else [f"{figure.name}.svg" for figure in account.figures]


def _write(path: Path, content: str) -> None:
    with replacing(path) as file:
        file.write(content.encode())
