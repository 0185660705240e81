"""`steelyard report`: everything about some systems as one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    COMPARISON,
    INPUT,
    MEASURES,
    STATISTICS,
    THREADS,
    WholeNumber,
    accept,
    grouped,
    told,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.inference.comparisons import Settings
    from steelyard.meta.human import HumanScores
    from steelyard.scores import Scores

_SEGMENTS = 2000
_CHOICE = (
    click.option(
        "--human", metavar="FILE.tsv", help="Human scores: system, seg, score, and maybe assessor, dimension."
    ),
    click.option("--dimension", metavar="NAME", help="Which human scores; default: all dimensions."),
    THREADS,
)
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
    """Write one page with everything: scores, which differences are real, ranks, human scores if there are any, and
    every segment with its words compared with the reference.

    Systems and references are given as for `steelyard score`. The page needs no network and nothing beside it.

    \b
    steelyard report A.txt B.txt C.txt -r ref.txt
    steelyard report --corpus test.jsonl -m bleu -m chrf --unit document --out test.html
    """
    check_run(ctx, "report")
    names = told(ctx)
    if clash := [
        names[name] for name in ("human", "dimension", "most_segments") if name in names and "statistics" in names
    ]:
        raise click.UsageError(f"{', '.join(clash)} goes with texts; statistics do not have them", ctx)
    from steelyard.cli.output import check_own, emit
    from steelyard.cli.progress import progress
    from steelyard.inference.comparisons import Settings
    from steelyard.report.evaluation import gather
    from steelyard.report.evaluation_html import render

    check_own(given["out"], "--out")
    settings = Settings(**{option: given[option] for option in vars(Settings())})
    if idle := [names[name] for name in settings.idle if name in names]:
        raise click.UsageError(f"{', '.join(idle)} has no effect with --test {settings.test}", ctx)
    scores, corpus, human = _scored(given, settings)
    made = gather(
        scores,
        settings,
        corpus,
        baseline=given["baseline"],
        human=human,
        most_segments=given["most_segments"],
        threads=given["threads"],
        bar=progress,
    )
    emit(render(made, given["title"]), given["out"])
    emit(f"{given['out']}: {made.content()}\n")


def _scored(given: dict[str, Any], settings: Settings) -> tuple[Scores, Corpus | None, tuple[HumanScores, ...]]:
    """Score the texts, which are checked with all that goes with them before any work; or load statistics."""
    from steelyard.cli.inputs import check_unit
    from steelyard.cli.progress import progress
    from steelyard.cli.runs import corpus_in
    from steelyard.report.evaluation import every_dimension
    from steelyard.scores import load_scores, score

    if given["statistics"]:
        scores = load_scores(given["statistics"])
        check_unit(settings.unit, scores.statistics[0].facets, "in these statistics")
        _check_baseline(scores.systems, given["baseline"])
        return scores, None, ()
    corpus = corpus_in(given)
    check_unit(settings.unit, corpus.facets, "in this corpus" if given["corpus"] else "here")
    _check_baseline(tuple(corpus.systems), given["baseline"])
    human = every_dimension(corpus, given["human"], given["dimension"], given["accept"])
    with progress() as draw:
        scores = score(
            corpus, measures=given["measures"], threads=given["threads"], accept=given["accept"], progress=draw
        )
    return scores, corpus, human


def _check_baseline(systems: tuple[str, ...], baseline: str | None) -> None:
    from steelyard.errors import SpecError, suggestion

    if baseline is not None and baseline not in systems:
        raise SpecError(f"no system {baseline!r} to compare with" + suggestion(baseline, systems))
