"""Writing a result to a file, in the form that the file's ending asks for."""

from __future__ import annotations

from pathlib import Path

from steelyard.arguments import public
from steelyard.errors import SpecError
from steelyard.files.disk import check_replaceable, replacing
from steelyard.report.forms import rendered
from steelyard.report.page import is_report
from steelyard.report.style import ENDINGS, Style, form_of
from steelyard.results.result import Result

_MOST_DIGITS = 15


@public
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
    replace         whether a file that is there already is replaced, in one step, whatever it is; else only an earlier
                    page of ours is, by a page
    """
    if not isinstance(result, Result):
        raise SpecError(f"{type(result).__name__} is no result; give what evaluate, score, compare … return")
    form = form_of(path)
    if form is None:
        raise SpecError(f"{path}: the ending says in which form; expected one of {', '.join(ENDINGS)}")
    if digits is not None and not 0 <= digits <= _MOST_DIGITS:
        raise SpecError(f"digits={digits} is not possible; expected 0 to {_MOST_DIGITS}")
    check_replaceable(path, replace, is_report if form == "html" else None)
    text = rendered(result, form, Style(digits=digits, caption=caption, label=label))
    with replacing(Path(path)) as file:
        file.write(text.encode())
