"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

import click


def _words(ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Return the words of repeated, comma-separated options."""
    del ctx, parameter
    if not given:
        return ()
    from steelyard.corpus import check_accept

    words = (word.strip() for one in given for word in one.split(","))
    return check_accept(dict.fromkeys(filter(None, words)))


accept = click.option(
    "--accept",
    multiple=True,
    callback=_words,
    metavar="WHAT",
    help="Accept what is refused otherwise: bom, crlf, empty (outputs), long (segments); repeatable.",
)
