"""Writing a result to a file, in the form that the file's ending asks for."""

from __future__ import annotations

from pathlib import Path

from steelyard.errors import InputError, SpecError
from steelyard.files.disk import replacing
from steelyard.report.forms import rendered
from steelyard.report.style import Style
from steelyard.results.result import Result

ENDINGS = {".html": "html", ".json": "json", ".md": "markdown", ".tex": "latex", ".tsv": "tsv", ".txt": "text"}


def report(
    result: Result,
    path: str | Path = "report.html",
    *,
    digits: int | None = None,
    caption: str = "",
    label: str = "",
    replace: bool = False,
) -> None:
    """Write a result to a file: as a page, JSON, Markdown, LaTeX, TSV or text, by the ending of its name.

    result          of any function that answers as a command does, such as `steelyard.evaluate` or `steelyard.compare`
    path            a name that ends in .html, .json, .md, .tex, .tsv or .txt
    digits          decimals of all numbers that have decimals
    caption, label  of a LaTeX table, which then floats
    replace         whether a file that is there already is replaced, in one step; else it is refused
    """
    if not isinstance(result, Result):
        raise SpecError(f"{type(result).__name__} is no result; give what evaluate, score, compare … return")
    form = ENDINGS.get(Path(path).suffix)
    if form is None:
        raise SpecError(f"{path}: the ending says in which form; expected one of {', '.join(ENDINGS)}")
    if not replace and Path(path).is_file():
        raise InputError(f"{path} exists; give another name, or replace=True to replace it")
    text = rendered(result, form, Style(digits=digits, caption=caption, label=label))
    with replacing(Path(path)) as file:
        file.write(text.encode())
