"""Accounts as self-contained pages, whose tables can be read without JavaScript."""

from __future__ import annotations

from steelyard.characters import markup
from steelyard.report.page import STYLES, page
from steelyard.report.sections import sections
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a page of findings, terms, tables with their figures, parts and signatures."""
    first, *others = account.about or ("",)
    body = [*(f"<p>{markup(line)}</p>" for line in others if line), *sections(account, style)]
    return page(account.title, first, body, STYLES)
