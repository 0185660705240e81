"""`steelyard explain-difference`: why two measures, or two settings of one, score a segment differently."""

from __future__ import annotations

from typing import Any

import click

from steelyard.cli.options import INPUT, JSON, OUT, accept, check_input, grouped, told

_CHOICE = (
    click.option(
        "-m",
        "--measure",
        "measures",
        multiple=True,
        metavar="MEASURE",
        help="name[@preset][(option=value,…)]; twice.",
    ),
    click.option("--segment", required=True, metavar="ID", help="The segment's id, or its number from 0."),
    click.option("--system", metavar="NAME", help="Whose output, where there are several systems."),
)
_OUTPUT = (
    JSON,
    OUT,
)


@click.command("explain-difference", short_help="Say why two measures score a segment differently.")
@grouped(INPUT, [accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say why two measures, or two settings of one, score a segment differently.

    Shown are both scores and their statistics; the options that differ, with the score after changing each of them
    alone, and after changing them one after another; and what each setting sees of the texts, with the tokens
    [marked] that the other does not see.

    \b
    steelyard explain-difference A.txt -r ref.txt -m bleu -m bleu@mteval-v14 --segment 17
    """
    check_input(ctx)
    if not told(ctx).keys() & {"corpus", "systems"}:
        raise click.UsageError("nothing to score; give a system output and references (-r), or --corpus", ctx)
    from steelyard.cli.inputs import check_measures, corpus_of
    from steelyard.cli.output import check_writable, emit, styled
    from steelyard.differences import explain_difference
    from steelyard.report import difference
    from steelyard.report.json import line

    if given["out"] is not None:
        check_writable(given["out"])
    check_measures(given["measures"])
    found = explain_difference(
        corpus_of(given),
        measures=given["measures"],
        segment=given["segment"],
        system=given["system"],
        accept=given["accept"],
    )
    if given["json"]:
        emit(line(found.to_dict()) + "\n", given["out"])
    else:
        emit(difference.render(found, bold=given["out"] is None and styled()), given["out"])
