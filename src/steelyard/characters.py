"""Characters that could steer a terminal or turn a line around, made visible."""

from __future__ import annotations

import re

# Control characters (C0, DEL, C1), separators of lines, marks that set the direction of writing, halves of surrogate
# pairs, marks of byte order, and the two that neither XML nor SVG can hold.
_STEERING = "\\x00-\\x1f\\x7f-\\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff"
_ALL = re.compile(f"[{_STEERING}]")
_BUT_LINES = re.compile(f"(?![\\t\\n])[{_STEERING}]")


def visible(text: str) -> str:
    r"""Return a text in one line with an escape for every character that is not seen, but for the space.

    >>> print(visible("a\x1b[2J\tb\u202ec\u200b"))
    a\x1b[2J\tb\u202ec\u200b
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def harmless(text: str) -> str:
    r"""Return a text with escapes for the characters that steer something; lines, tabs and letters stay as they are.

    >>> print(harmless("a\x1b\nb\r"))
    a\x1b
    b\r
    """
    return _BUT_LINES.sub(lambda sign: repr(sign[0])[1:-1], text)


def markup(text: str) -> str:
    r"""Return a text for HTML and SVG, between tags or in attributes: it is no markup, and harmless.

    >>> print(markup("<b>\u202e&"))
    &lt;b&gt;\u202e&amp;
    """
    from html import escape

    return escape(harmless(text))


def json_escaped(text: str) -> str:
    r"""Return JSON that says the same, with escapes where characters in its strings steer something.

    >>> print(json_escaped('"a\u202e"'))
    "a\u202e"
    """
    return _ALL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
