"""Numbers on the command line, refused in plain words."""

from __future__ import annotations

from typing import Any

import click

from steelyard.files.numbers import number_in, whole_number_in


class WholeNumber(click.IntRange):
    """A whole number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and whole_number_in(value) is None:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        # Of 20 digits nobody sees that they are all a seed can have.
        return super()._describe_range().replace(str(2**64 - 1), "2^64-1")


class RealNumber(click.FloatRange):
    """A number within bounds, and a message in plain words for anything else."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and number_in(value) is None:
            self.fail(f"{value!r} is not a number", param, ctx)
        return super().convert(value, param, ctx)
