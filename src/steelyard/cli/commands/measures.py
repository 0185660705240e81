"""`steelyard measures`: what there is, and what each choice means."""

from __future__ import annotations

from steelyard.cli.output import Output
from steelyard.cli.typed import argument, command_of, options

#: Where there is no terminal, for prose.
_WIDTH = 100


@options
class MeasuresOptions(Output):
    """Options of `steelyard measures`."""

    name: str | None = argument("name", required=False)


@command_of("measures", MeasuresOptions, "List the measures, or explain one.")
def command(asked: MeasuresOptions) -> None:
    """List the measures by family, or explain the one called NAME: formula, options, presets.

    ↑ higher is better, ↓ lower is better. A measure is additive (a function of sums over segments), a mean of
    segment scores, or fitted (additive, given something drawn from all references).
    """
    asked.check_output()
    from steelyard.measures.catalogue import catalogue

    asked.answer(catalogue(asked.name), width=_WIDTH)
