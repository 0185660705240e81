"""`steelyard ranks`: the order of systems, and how firm it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    CONFIDENCE,
    INPUT,
    JSON,
    MEASURES,
    OUT,
    OUTSIDE,
    STATISTICS,
    THREADS,
    accept,
    grouped,
    resamples,
    seed,
    told,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.inference.ranks import RankDistribution, Ranking

_DRAWS = ("resamples", "confidence", "seed", "unit")
_CHOICE = (
    MEASURES,
    *OUTSIDE,
    click.option("--over", metavar="FACET", help="Rank within each value of a facet, and average the ranks."),
    click.option("--references", "by_reference", is_flag=True, help="Rank against each reference set alone."),
    resamples(2),
    CONFIDENCE,
    seed("Of the bootstrap."),
    click.option(
        "--unit", default="segment", show_default=True, metavar="UNIT", help="What is drawn: segment or any facet."
    ),
    THREADS,
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values."),
    OUT,
)


@click.command("ranks", short_help="Rank systems, and say how firm their order is.")
@grouped(INPUT, [STATISTICS, accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Rank systems, and say how firm their order is: over bootstrap samples, facets (--over) or references.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard ranks A.txt B.txt C.txt -r ref.txt -m bleu
    steelyard ranks --corpus test.jsonl --over document -m rouge-2
    steelyard ranks A.txt B.txt -r ref1.txt -r ref2.txt --references
    """
    check_run(ctx, also=["scores"])
    names = told(ctx)
    if given["over"] and given["by_reference"]:
        raise click.UsageError("--over and --references exclude each other", ctx)
    if given["by_reference"] and (clash := [names[name] for name in ("statistics", "scores") if name in names]):
        raise click.UsageError(f"--references scores the texts anew; leave out {', '.join(clash)}", ctx)
    idle = [names[name] for name in _DRAWS if name in names and (given["over"] or given["by_reference"])]
    if idle:
        raise click.UsageError(f"{', '.join(idle)} has no effect with --over or --references", ctx)
    from steelyard.cli.output import check_writable, emit
    from steelyard.report import json, ranks

    if given["out"] is not None:
        check_writable(given["out"])
    made = _made(given)
    if given["json"]:
        emit(json.lines({"rankings": [one.to_dict() for one in made]}), given["out"])
    else:
        emit(ranks.tsv(made) if given["tsv"] else ranks.text(made), given["out"])


def _made(given: dict[str, Any]) -> tuple[Ranking | RankDistribution, ...]:
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import corpus_in, scores_in, with_facet
    from steelyard.inference.ranks import bootstrap_ranks, facet_ranks, reference_ranks

    if given["by_reference"]:
        corpus = corpus_in(given)
        with progress() as draw:
            return reference_ranks(corpus, given["measures"], given["threads"], given["accept"], draw)
    if given["over"]:
        return facet_ranks(scores_in(given, with_facet(given, given["over"])), given["over"])
    scores = scores_in(given, with_facet(given, given["unit"]))
    return bootstrap_ranks(scores, **{name: given[name] for name in _DRAWS}, threads=given["threads"])
