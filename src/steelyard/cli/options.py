"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click


class WholeNumber(click.IntRange):
    """A whole number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)
        return super().convert(value, param, ctx)


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
