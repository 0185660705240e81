"""The frame of every page that we write: it loads nothing, and runs no script but our own."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib import resources
from pathlib import Path

from steelyard.characters import markup
from steelyard.version import VERSION

#: Of every page that holds accounts or figures.
STYLES = ("page.css", "study.css", "account.css")
_GENERATOR = '<meta name="generator" content="steelyard '
_START = 4096


def page(
    title: str,
    content: str,
    body: Iterable[str],
    styles: Sequence[str] = ("page.css",),
    scripts: Sequence[str] = ("page.js",),
) -> str:
    """Return a page that loads nothing: a title, a line that says what it is about, and its body."""
    css, first, last = "".join(map(_part, styles)), _part("theme.js"), [*map(_part, scripts)]
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(css, [first, *last])}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'{_GENERATOR}{VERSION}">',
        f"<title>{markup(title)}</title><style>{css}</style>",
        f"<script>{first}</script></head><body>",
        f'<header><h1>{markup(title)}</h1><p class="note">{_lead(content)}steelyard {VERSION}</p></header>',
        *body,
        *(f"<script>{script}</script>" for script in last),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def is_report(path: Path, title: str | None = None) -> bool:
    """Tell whether a file is a page that `page` made, with this title if one is given, by its first bytes."""
    with path.open("rb") as file:
        start = file.read(_START)
    return _GENERATOR.encode() in start and (title is None or f"<title>{markup(title)}</title>".encode() in start)


def note(line: str) -> str:
    """Return a small paragraph."""
    return f'<p class="note">{markup(line)}</p>'


def _policy(css: str, scripts: Sequence[str]) -> str:
    """Return what the page may do: whatever a text holds, nothing is loaded or sent, and only these parts run."""
    hashes = " ".join(map(_hash, scripts))
    return f"default-src 'none'; style-src {_hash(css)}; script-src {hashes}; base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _lead(content: str) -> str:
    return f"{markup(content)} · " if content else ""


def _part(name: str) -> str:
    return (resources.files("steelyard.report") / "static" / name).read_text("utf-8")
