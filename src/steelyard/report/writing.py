"""Writing a result to a file, in the form that the file's ending asks for."""

from __future__ import annotations

from pathlib import Path

from steelyard.errors import SpecError
from steelyard.files.disk import replacing
from steelyard.report.forms import rendered
from steelyard.report.style import Style
from steelyard.results.result import Result

ENDINGS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex", ".tsv": "tsv", ".txt": "text"}


def report(
    result: Result, path: str | Path = "report.html", *, digits: int | None = None, caption: str = "", label: str = ""
) -> None:
    """Write a result to a file: as a page, JSON, Markdown, LaTeX, TSV or text, by the ending of its name.

    result          of any function that answers as a command does, such as `steelyard.evaluate` or `steelyard.compare`
    path            a name that ends in .html, .json, .md, .tex, .tsv or .txt; the file is replaced in one step
    digits          decimals of all numbers that have decimals
    caption, label  of a LaTeX table, which then floats
    """
    if not isinstance(result, Result):
        raise SpecError(f"{type(result).__name__} is no result; give what evaluate, score, compare … return")
    form = ENDINGS.get(Path(path).suffix)
    if form is None:
        raise SpecError(f"{path}: the ending says in which form; expected one of {', '.join(ENDINGS)}")
    text = rendered(result, form, Style(digits=digits, caption=caption, label=label))
    with replacing(Path(path)) as file:
        file.write(text.encode())
