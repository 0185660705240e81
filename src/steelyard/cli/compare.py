"""`steelyard compare`: is the difference between systems real?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    COMPARISON,
    INPUT,
    JSON,
    LATEX,
    MEASURES,
    OUT,
    OUTSIDE,
    STATISTICS,
    THREADS,
    accept,
    grouped,
    told,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.inference.comparisons import Comparisons, Settings
    from steelyard.scores import Scores

_SETTINGS = ("test", "trials", "resamples", "unit", "correct", "level", "confidence", "seed")
_CHOICE = (MEASURES, *OUTSIDE, *COMPARISON, THREADS)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per comparison."),
    LATEX,
    OUT,
    click.option("--html", metavar="FILE", help="Also write a page with the matrix of all pairs."),
)


@click.command("compare", short_help="Say which differences between systems are real.")
@grouped(INPUT, [STATISTICS, accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say which differences between systems are real: all pairs, or each system against a baseline.

    Systems and references are given as for `steelyard score`.

    \b
    steelyard compare A.txt B.txt C.txt -r ref.txt -m bleu -m chrf
    steelyard compare --statistics run.npz --unit document --baseline A --html pairs.html
    steelyard compare A.txt B.txt -r ref.txt -m bleu --scores comet.tsv
    """
    check_run(ctx, "compare", also=["scores"])
    names = told(ctx)
    from steelyard.cli.output import check_pages, emit
    from steelyard.inference.comparisons import Settings

    check_pages(ctx, given)
    settings = Settings(**{name: given[name] for name in _SETTINGS})
    idle = [names[name] for name in settings.idle if name in names]
    if idle:
        raise click.UsageError(f"{', '.join(idle)} has no effect with --test {settings.test}", ctx)
    made = _compared(_scores(given, settings), given)
    if given["html"]:
        from steelyard.report.comparison_html import render

        emit(render(made), given["html"])
    emit(_rendered(made, given), given["out"])


def _scores(given: dict[str, Any], settings: Settings) -> Scores:
    """Return the scores; what could not be compared is refused before any work."""
    from steelyard.cli.inputs import check_unit
    from steelyard.cli.runs import Frame, place_of, scores_in

    def check(frame: Frame) -> None:
        _check_systems(tuple(frame.systems), given)
        check_unit(settings.unit, frame.facets, place_of(given))

    return scores_in(given, check)


def _check_systems(systems: tuple[str, ...], given: dict[str, Any]) -> None:
    """Refuse at once what could not be compared."""
    from steelyard.errors import InputError, SpecError, suggestion

    if len(systems) < 2:
        raise InputError(f"there is one system, {systems[0]!r}; a comparison needs two")
    if given["baseline"] is not None and given["baseline"] not in systems:
        raise SpecError(f"no system {given['baseline']!r} to compare with" + suggestion(given["baseline"], systems))


def _compared(scores: Scores, given: dict[str, Any]) -> Comparisons:
    from steelyard.cli.progress import progress
    from steelyard.inference.paired import compare

    options = {name: given[name] for name in (*_SETTINGS, "baseline", "threads")}
    with progress(what="draws") as draw:
        return compare(scores, **options, progress=draw)


def _rendered(made: Comparisons, given: dict[str, Any]) -> str:
    from steelyard.report import comparison
    from steelyard.report.json import lines

    if given["json"]:
        return lines(made.to_dict())
    if given["tsv"]:
        return comparison.tsv(made)
    return comparison.latex(made) if given["latex"] else comparison.text(made)
