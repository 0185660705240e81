"""The forms an account is written in: one renderer each, for all accounts."""

from __future__ import annotations

from importlib import import_module

from steelyard.report.style import PLAIN, Style
from steelyard.results.result import Result

#: Form → the module that renders it; only the one that is asked for is imported.
FORMS = {
    "text": "steelyard.report.text",
    "tsv": "steelyard.report.tsv",
    "latex": "steelyard.report.latex",
    "markdown": "steelyard.report.markdown",
    "html": "steelyard.report.html",
    "json": "steelyard.report.json",
}
#: Result → the module that renders its page, where that draws more than tables and figures.
PAGES = {
    "Alignments": "steelyard.report.pages.alignments",
    "Evaluation": "steelyard.report.pages.evaluation",
}


def rendered(result: Result, form: str, style: Style = PLAIN) -> str:
    """Return a result in a form: its account, but for JSON, which has the result's own dictionary."""
    if form == "html" and (page := PAGES.get(type(result).__name__)):
        return str(import_module(page).render(result, style))
    render = import_module(FORMS[form]).render
    return str(render(result) if form == "json" else render(result.account(), style))
