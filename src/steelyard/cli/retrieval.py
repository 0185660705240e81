"""`steelyard retrieval`: what searches return for queries, against what is relevant."""

from __future__ import annotations

from typing import Any

import click

from steelyard.cli.options import accept, check_forms, grouped
from steelyard.cli.relations import OUTPUT, TESTED

_INPUT = (
    click.argument("references", metavar="RELEVANT"),
    click.argument("systems", nargs=-1, required=True, metavar="[NAME=]FILE..."),
    accept,
)


@click.command("retrieval", short_help="Score what searches return for queries.")
@grouped(_INPUT, TESTED, OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score what searches return for queries: precision, recall and F, averaged over queries, and which is better.

    Files are TSV with the columns query and item; RELEVANT has every query and the items that are relevant for it. A
    row with an empty item names a query that has none.

    \b
    steelyard retrieval relevant.tsv A.tsv B.tsv
    """
    check_forms(ctx)
    from steelyard.cli.inputs import named_systems
    from steelyard.cli.output import check_writable, emit
    from steelyard.report.json import lines
    from steelyard.report.relations import retrieval_text, retrieval_tsv
    from steelyard.tasks.retrieval import retrieval

    if given["out"] is not None:
        check_writable(given["out"])
    systems = named_systems(given["systems"], [given["references"]])
    options = {name: given[name] for name in ("accept", "trials", "resamples", "correct", "confidence", "seed")}
    report = retrieval(systems, given["references"], **options)
    if given["json"]:
        emit(lines(report.to_dict()), given["out"])
    else:
        emit(retrieval_tsv(report) if given["tsv"] else retrieval_text(report), given["out"])
