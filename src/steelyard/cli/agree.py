"""`steelyard agree`: how far assessors agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    CONFIDENCE,
    JSON,
    LATEX,
    MQM_WEIGHT,
    OUT,
    accept,
    annotated,
    check_forms,
    grouped,
    resamples,
    seed,
    told,
)

if TYPE_CHECKING:
    from steelyard.inference.agreement_report import AgreementReport
    from steelyard.inference.ratings import Ratings

_RATINGS = (
    click.argument("ratings", metavar="[FILE]", required=False, callback=annotated),
    click.option("--corpus", multiple=True, metavar="PATH", help="A corpus that holds judgements, instead of a file."),
    click.option("--from", "format_", metavar="FORMAT", help="Format of --corpus, where its ending does not tell."),
    accept,
    MQM_WEIGHT,
    click.option("--dimension", metavar="NAME", help="What was asked, where the ratings are on several dimensions."),
)
_CHOICE = (
    click.option(
        "--coefficient",
        "coefficients",
        multiple=True,
        metavar="NAME",
        help="raw, uniform, pi, cohen or alpha; repeatable.  [default: all]",
    ),
    click.option(
        "--distance",
        metavar="NAME",
        help="Of alpha: nominal, ordinal, interval or ratio.  [default: nominal for tags, ordinal for numbers]",
    ),
    click.option(
        "--weights",
        default="none",
        show_default=True,
        metavar="NAME",
        help="Of uniform, pi and cohen: none, linear or quadratic.",
    ),
    resamples(2, "Of items."),
    CONFIDENCE,
    seed("Of the resamples."),
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values."),
    LATEX,
    OUT,
    click.option(
        "--normalised",
        metavar="FILE.tsv",
        help="Also write each item's score, normalised by assessor and averaged over them.",
    ),
    click.option(
        "--distributions",
        metavar="FILE",
        help="Also draw the answers of each assessor (.svg or .html; needs the extra plots).",
    ),
)


@click.command("agree", short_help="Say how far assessors agree.")
@grouped(_RATINGS, _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say how far assessors agree: raw, and beyond what chance would give.

    FILE is TSV with the columns item, assessor and answer (several tags as a|b), and optionally tags (those an item
    allows, or how many), dimension, repeat and polarity; or a file of human scores, with system, seg, score and
    assessor; or MQM annotations, of which each rater's scores of outputs are compared.

    \b
    steelyard agree ratings.tsv
    steelyard agree human.tsv --dimension fluency --distance interval --weights quadratic
    """
    _check(ctx)
    from steelyard.cli.output import check_outputs, emit
    from steelyard.judgements.agreement import agree

    check_outputs(ctx, ((f"--{name}", given[name]) for name in ("out", "normalised", "distributions")))
    if given["distributions"]:
        from steelyard.report.figures import check_figure

        check_figure(given["distributions"])
    ratings = _ratings(given)
    options = {name: given[name] for name in ("distance", "weights", "resamples", "confidence", "seed")}
    chosen = {"coefficients": given["coefficients"]} if given["coefficients"] else {}
    report = agree(ratings, **chosen, **options)
    if given["normalised"]:
        emit(_normalised(ratings), given["normalised"])
    if given["distributions"]:
        _draw(report, given["distributions"])
    emit(_rendered(report, given), given["out"])


def _check(ctx: click.Context) -> None:
    check_forms(ctx)
    names = told(ctx)
    if ("ratings" in names) == ("corpus" in names):
        raise click.UsageError("give a file of ratings or --corpus, one of them", ctx)
    if "format_" in names and "corpus" not in names:
        raise click.UsageError("--from goes with --corpus", ctx)


def _ratings(given: dict[str, Any]) -> Ratings:
    from steelyard.corpus.formats import read
    from steelyard.judgements.agreement import ratings_of

    held = read(given["corpus"], given["format_"], given["accept"]) if given["corpus"] else given["ratings"]
    return ratings_of(held, given["dimension"], given["accept"])


def _normalised(ratings: Ratings) -> str:
    """Return normalised scores as a file of human scores, and say what was left out."""
    from steelyard.cli.streams import say
    from steelyard.inference.assessors import normalise

    made = normalise(ratings)
    for notice in made.notices():
        say(notice)
    with_system = any(one.system for one in made.scores)
    rows = [["system", "seg", "score"] if with_system else ["item", "score"]]
    rows += [[*([one.system] if with_system else []), one.item, repr(one.score)] for one in made.scores]
    return "".join("\t".join(row) + "\n" for row in rows)


def _draw(report: AgreementReport, path: str) -> None:
    from steelyard.report.agreement import distributions_figure
    from steelyard.report.figures import draw

    draw(distributions_figure(report), path)


def _rendered(report: AgreementReport, given: dict[str, Any]) -> str:
    from steelyard.report import agreement
    from steelyard.report.json import lines

    if given["json"]:
        return lines(report.to_dict())
    if given["tsv"]:
        return agreement.tsv(report)
    return agreement.latex(report) if given["latex"] else agreement.text(report)
