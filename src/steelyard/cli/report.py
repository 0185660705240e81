"""`steelyard report`: everything about some systems as one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    COMPARISON,
    HUMAN,
    INPUT,
    MEASURES,
    OUTSIDE,
    STATISTICS,
    THREADS,
    WholeNumber,
    accept,
    grouped,
    told,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.inference.comparisons import Settings
    from steelyard.meta.human import HumanScores
    from steelyard.meta.table import ScoreTable

_SEGMENTS = 2000
_CHOICE = (*OUTSIDE, *HUMAN, THREADS)
_OUTPUT = (
    click.option("--title", default="Report", show_default=True, metavar="TEXT", help="Of the page."),
    click.option(
        "--segments",
        "most_segments",
        type=WholeNumber(1),
        default=_SEGMENTS,
        show_default=True,
        metavar="N",
        help="How many can be looked at one by one, at most; scores are always of all.",
    ),
    click.option("--out", default="report.html", show_default=True, metavar="FILE", help="Where the page is written."),
)


@click.command("report", short_help="Write one page with everything.")
@grouped(INPUT, [STATISTICS, accept, MEASURES], COMPARISON, _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Write one page with everything: scores, which differences are real, which of them all measures confirm, ranks,
    human scores if there are any, and every segment with its words compared with the reference.

    Systems and references are given as for `steelyard score`; without them, the page is of the columns of --scores.
    The page needs no network and nothing beside it.

    \b
    steelyard report A.txt B.txt C.txt -r ref.txt
    steelyard report --corpus test.jsonl -m bleu -m chrf --unit document --out test.html
    """
    check_run(ctx, "report", ("scores",))
    names = told(ctx)
    if "most_segments" in names and not names.keys() & {"corpus", "systems"}:
        held = "statistics" if "statistics" in names else "columns of scores"
        raise click.UsageError(f"--segments goes with texts; {held} do not have them", ctx)
    from steelyard.cli.output import check_own, emit
    from steelyard.cli.progress import progress
    from steelyard.inference.comparisons import Settings
    from steelyard.report.evaluation import gather
    from steelyard.report.evaluation_html import render

    check_own(given["out"], "--out")
    settings = Settings(**{option: given[option] for option in vars(Settings())})
    if idle := [names[name] for name in settings.idle if name in names]:
        raise click.UsageError(f"{', '.join(idle)} has no effect with --test {settings.test}", ctx)
    table, human = _scored(given, settings)
    made = gather(
        table,
        settings,
        baseline=given["baseline"],
        human=human,
        most_segments=given["most_segments"],
        threads=given["threads"],
        bar=progress,
    )
    emit(render(made, given["title"]), given["out"])
    if given["out"] != "-":
        emit(f"{given['out']}: {made.content()}\n")


def _scored(given: dict[str, Any], settings: Settings) -> tuple[ScoreTable, tuple[HumanScores, ...]]:
    """Score the texts, or take the scores there are; all that goes with them is checked before any work."""
    from steelyard.cli.inputs import check_unit
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import corpus_in, place_of
    from steelyard.meta.human import any_human_scores
    from steelyard.meta.table import score_table
    from steelyard.scores import load_scores

    people = given["human"], [given["dimension"]] if given["dimension"] else [], given["accept"]
    outside = {name: given[name] for name in ("lower", "threads", "accept")} | {"outside": given["scores"]}
    if not given["corpus"] and not given["systems"]:
        scores = load_scores(given["statistics"]) if given["statistics"] else None
        table = score_table(scores, **outside, human=given["human"])
        check_unit(settings.unit, table.facets, place_of(given))
        _check_baseline(table.systems, given["baseline"])
        return table, any_human_scores(table, *people)
    corpus = corpus_in(given)
    check_unit(settings.unit, corpus.facets, place_of(given))
    _check_baseline(tuple(corpus.systems), given["baseline"])
    any_human_scores(corpus, *people)
    with progress() as draw:
        table = score_table(corpus, given["measures"], **outside, progress=draw)
    # Fewer systems may be left, if a file has no scores of some.
    _check_baseline(table.systems, given["baseline"])
    return table, any_human_scores(table, *people)


def _check_baseline(systems: tuple[str, ...], baseline: str | None) -> None:
    from steelyard.errors import SpecError, suggestion

    if baseline is not None and baseline not in systems:
        raise SpecError(f"no system {baseline!r} to compare with" + suggestion(baseline, systems))
