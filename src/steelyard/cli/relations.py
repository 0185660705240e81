"""`steelyard relations`: parsers scored by the grammatical relations they return."""

from __future__ import annotations

from typing import Any

import click

from steelyard.cli.options import (
    CONFIDENCE,
    JSON,
    OUT,
    RANDOMISATION_TRIALS,
    accept,
    check_forms,
    correction,
    grouped,
    resamples,
    seed,
)

_DRAWS = ("trials", "resamples", "correct", "confidence", "seed")
_INPUT = (
    click.argument("references", metavar="GOLD"),
    click.argument("systems", nargs=-1, required=True, metavar="[NAME=]FILE..."),
    click.option("--only", multiple=True, metavar="NAME", help="Only this relation and those under it; repeatable."),
    click.option("--subsume", is_flag=True, help="Credit relations that are more general than those of GOLD."),
    click.option(
        "--ignore-slot", "ignore", multiple=True, metavar="SLOT",
        help="Do not compare these arguments: type, head, dependent or initial_gr; repeatable.",
    ),
    click.option("--hierarchy", metavar="FILE", help="Relations under others: relation, tab, the one above it."),
    accept,
)  # fmt: skip
#: How systems are compared and intervals made; those of `steelyard retrieval` too.
TESTED = (RANDOMISATION_TRIALS, resamples(2), correction("comparisons"), CONFIDENCE, seed("Of all random draws."))
OUTPUT = (JSON, click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per figure."), OUT)


@click.command("relations", short_help="Score parsers by grammatical relations.")
@grouped(_INPUT, TESTED, OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score parsers by grammatical relations: precision, recall and F against GOLD, and which parser is better.

    A file has one relation a line, as SUBJ(eat, man, _) or (ncsubj eat man _), and sentences that begin with
    "# sentence NAME" or are separated by blank lines; or it is a .conllu file, from which relations are derived.

    \b
    steelyard relations gold.gr link=A.gr conexor=B.gr
    steelyard relations gold.gr parser.conllu --only SUBJ --only OBJ --only XCOMP --only MOD
    """
    check_forms(ctx)
    from steelyard.cli.inputs import named_systems
    from steelyard.cli.output import check_writable, emit
    from steelyard.report.json import lines
    from steelyard.report.relations import relations_text, relations_tsv
    from steelyard.tasks.relations import relations

    if given["out"] is not None:
        check_writable(given["out"])
    parsers = named_systems(given["systems"], [given["references"]])
    options = {name: given[name] for name in ("only", "subsume", "ignore", "hierarchy", "accept", *_DRAWS)}
    report = relations(given["references"], parsers, **options)
    if given["json"]:
        emit(lines(report.to_dict()), given["out"])
    else:
        emit(relations_tsv(report) if given["tsv"] else relations_text(report), given["out"])
