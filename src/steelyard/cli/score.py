"""`steelyard score`: systems against references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    CONFIDENCE,
    INPUT,
    JSON,
    LATEX,
    MEASURES,
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
    from steelyard.scores import Intervals, Scores

_RESAMPLING = ("resamples", "confidence", "seed", "unit")
_CHOICE = (
    MEASURES,
    *OUTSIDE,
    click.option(
        "--level",
        default="system",
        show_default=True,
        metavar="LEVEL",
        help="system, segment, document or any facet.",
    ),
    click.option("--intervals/--no-intervals", default=False, help="Bootstrap intervals, at level system."),
    resamples(1),
    CONFIDENCE,
    seed("Of the bootstrap."),
    click.option(
        "--unit",
        default="segment",
        show_default=True,
        metavar="UNIT",
        help="What is drawn: segment, document or any facet.",
    ),
    THREADS,
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per score."),
    LATEX,
    click.option("--out", metavar="FILE", help="Write the scores there instead of standard output."),
    click.option("--save", metavar="FILE.npz", help="Keep the statistics, from which all scores can be made again."),
)


@click.command("score", short_help="Score systems against references.")
@grouped(INPUT, [STATISTICS, accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score systems against references.

    A system is a file with one output per line, named by its file name (without .gz, ending and leading "sys.")
    or as NAME=path; "-" is standard input, and gzip is unpacked.

    \b
    steelyard score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu -m "ter(case=keep)"
    steelyard score --corpus test.jsonl --level document --json
    steelyard score A.txt B.txt -r ref.txt -m bleu --scores comet.tsv
    """
    _check(ctx, given)
    from steelyard.cli.output import check_outputs, emit
    from steelyard.cli.runs import scores_in

    check_outputs(ctx, (("--out", given["out"]), ("--save", given["save"])))
    scores = scores_in(given, lambda frame: _check_facets(given, frame.facets))
    scores = scores.at(given["level"], _intervals(given), given["threads"])
    if given["save"]:
        scores.save(given["save"])
    emit(_rendered(scores, given), given["out"])


def _check(ctx: click.Context, given: dict[str, Any]) -> None:
    """Refuse options that contradict each other, or that would have no effect."""
    names = told(ctx)
    check_run(ctx, also=["scores"])
    if "save" in names and "scores" in names:
        raise click.UsageError("--save keeps what is computed here; leave out --scores, and keep its file", ctx)
    if idle := [names[name] for name in _RESAMPLING if name in names and not given["intervals"]]:
        raise click.UsageError(f"{', '.join(idle)} has no effect without --intervals", ctx)


def _check_facets(given: dict[str, Any], facets: Any) -> None:
    from steelyard.cli.inputs import check_facet
    from steelyard.cli.runs import place_of

    place = place_of(given)
    check_facet("level", given["level"], ("system", "segment"), facets, place)
    check_facet("unit", given["unit"], ("segment",), facets, place)


def _intervals(given: dict[str, Any]) -> Intervals | None:
    from steelyard.scores import Intervals

    return Intervals(**{name: given[name] for name in _RESAMPLING}) if given["intervals"] else None


def _rendered(scores: Scores, given: dict[str, Any]) -> str:
    from steelyard.cli.output import styled
    from steelyard.report import json, latex, text, tsv
    from steelyard.report.table import tabulate

    if given["json"]:
        return json.render(scores)
    if given["tsv"]:
        return tsv.render(scores)
    if given["latex"]:
        return latex.render(tabulate(scores))
    return text.render(tabulate(scores), bold=given["out"] is None and styled())
