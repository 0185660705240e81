"""Self-contained pages: they load nothing, and their tables can be read without JavaScript."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from pathlib import Path

from steelyard.report.sections import sections
from steelyard.report.style import PLAIN, Style
from steelyard.results.account import Account
from steelyard.version import VERSION

#: Of every page that holds accounts.
STYLES = ("page.css", "study.css", "account.css")
# Whatever a text may contain, the page can load and send nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_GENERATOR = '<meta name="generator" content="steelyard '


def render(account: Account, style: Style = PLAIN) -> str:
    """Return a page of findings, terms, tables with their figures, parts and signatures."""
    first, *others = account.about or ("",)
    body = [*(f"<p>{escape(line)}</p>" for line in others if line), *sections(account, style)]
    return page(account.title, first, body, STYLES)


def page(
    title: str,
    content: str,
    body: Iterable[str],
    styles: Sequence[str] = ("page.css",),
    scripts: Sequence[str] = ("page.js",),
) -> str:
    """Return a page that loads nothing: a title, a line that says what it is about, and its body."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'{_GENERATOR}{VERSION}">',
        f"<title>{escape(title)}</title><style>{''.join(map(_part, styles))}</style>",
        f"<script>{_part('theme.js')}</script></head><body>",
        f'<header><h1>{escape(title)}</h1><p class="note">{_lead(content)}steelyard {VERSION}</p></header>',
        *body,
        *(f"<script>{_part(script)}</script>" for script in scripts),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _lead(content: str) -> str:
    return f"{escape(content)} · " if content else ""


def is_report(path: Path, title: str | None = None) -> bool:
    """Tell whether a file is a page that `page` made, with this title if one is given, by its first bytes."""
    with path.open("rb") as file:
        start = file.read(1000)
    return _GENERATOR.encode() in start and (title is None or f"<title>{escape(title)}</title>".encode() in start)


def _part(name: str) -> str:
    return (resources.files("steelyard.report") / "static" / name).read_text("utf-8")


def note(line: str) -> str:
    """Return a small paragraph."""
    return f'<p class="note">{escape(line)}</p>'
