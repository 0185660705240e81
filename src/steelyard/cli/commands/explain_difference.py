"""`steelyard explain-difference`: why two measures, or two settings of one, score a segment differently."""

from __future__ import annotations

from typing import ClassVar

from steelyard.cli.groups import Input
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options


@options
class ExplainOptions(Input, Output):
    """Options of `steelyard explain-difference`."""

    # Here --system says whose output is shown.
    chosen_systems: ClassVar[tuple[str, ...]] = ()  # type: ignore[misc]

    measures: tuple[str, ...] = option(
        "-m", "--measure", multiple=True, metavar="MEASURE", help="name[@preset][(option=value,…)]; twice."
    )
    segment: str = option("--segment", required=True, metavar="ID", help="The segment's id, or its number from 0.")
    system: str | None = option(
        "--system", metavar="NAME", help="System whose output is shown, where there are several."
    )


@command_of("explain-difference", ExplainOptions, "Show why two measures score a segment differently.")
def command(asked: ExplainOptions) -> None:
    """Show why two measures, or two settings of one, score a segment differently.

    Shown are both scores and their statistics; the options that differ, with the score after changing each of them
    alone, and after changing them one after another; and what each setting sees of the texts, with the tokens
    [marked] that the other does not see.

    \b
    steelyard explain-difference A.txt -r ref.txt -m bleu -m bleu@mteval-v14 --segment 17
    """
    asked.check_input("score")
    asked.check_output()
    from steelyard.cli.inputs import check_measures
    from steelyard.scores.differences import explain_difference

    check_measures(asked.measures)
    difference = explain_difference(
        asked.read_corpus(),
        measures=asked.measures,
        segment=asked.segment,
        system=asked.system,
        accept=asked.accepted(),
    )
    asked.answer(difference)
