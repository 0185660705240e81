"""`steelyard meta`: how far do measures go with people?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    CONFIDENCE,
    HUMAN_FILE,
    INPUT,
    JSON,
    LATEX,
    MEASURES,
    OUT,
    STATISTICS,
    THREADS,
    accept,
    correction,
    grouped,
    resamples,
    seed,
    significance_level,
    told,
    trials_of_each,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.meta.evaluation import MetaEvaluation
    from steelyard.meta.table import ScoreTable
    from steelyard.scores import Scores

_SCORES = (
    STATISTICS,
    click.option(
        "--scores",
        multiple=True,
        metavar="FILE",
        help="Scores there are: TSV with system, seg and a column for each measure, score files of mt-metrics-eval, or "
        "a .npz of --save; repeatable.",
    ),
    click.option("--lower", multiple=True, metavar="NAME", help="A column of --scores of which less is better."),
    accept,
)
_HUMAN = (
    *HUMAN_FILE,
    click.option(
        "--dimension",
        "dimensions",
        multiple=True,
        metavar="NAME",
        help="Of the human scores; default: all; repeatable.",
    ),
    click.option(
        "--judgements",
        default="raw",
        show_default=True,
        metavar="KIND",
        help="raw, normalised (each assessor's to mean 0 and deviation 1) or both.",
    ),
)
_CHOICE = (
    MEASURES,
    *_HUMAN,
    click.option(
        "--level",
        "levels",
        multiple=True,
        metavar="LEVEL",
        help="system, segment:pooled, segment:item, segment:system, document or any facet; repeatable. Default: all of "
        "these but other facets; those of segments take the time, system hardly any.",
    ),
    click.option(
        "--coefficient",
        "coefficients",
        multiple=True,
        metavar="NAME",
        help="pearson, spearman, kendall, accuracy, accuracy-calibrated, soft-accuracy …; repeatable.",
    ),
    click.option("--over", metavar="WHAT", help="What intervals are about: systems, segments or both."),
    resamples(2, "Of the bootstrap of intervals."),
    CONFIDENCE,
    trials_of_each("Of the permutation tests."),
    click.option("--significance", is_flag=True, help="Also test all pairs of measures."),
    click.option(
        "--test",
        default="permutation",
        show_default=True,
        metavar="TEST",
        help="Of two measures: permutation, or williams where it is apt.",
    ),
    correction("pairs of measures"),
    significance_level(
        "--alpha",
        "Significance level, in other commands --level: a corrected p up to it tells two measures apart.",
    ),
    click.option(
        "--with",
        "sections",
        multiple=True,
        metavar="WHAT",
        help="More than correlations: prediction, reliability, qarla, orange, axioms, severity; repeatable.",
    ),
    click.option(
        "--system-test", default="z", show_default=True, metavar="TEST", help="Of two systems, for --with prediction."
    ),
    seed("Of all random draws."),
    THREADS,
)
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per correlation."),
    LATEX,
    OUT,
    click.option(
        "--plot",
        metavar="FILE",
        help="Draw systems' scores against human scores, and what sections have: FILE.svg or FILE.html (extra: plots).",
    ),
)
_PASSED = ("human", "dimensions", "judgements", "levels", "coefficients", "over", "resamples", "confidence", "trials",
           "seed", "significance", "test", "correct", "alpha", "sections", "system_test", "threads",
           "accept")  # fmt: skip


@click.command("meta", short_help="Say how far measures go with people.")
@grouped(INPUT, _SCORES, _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say how far measures go with people: correlations of every measure with every human dimension at every level.

    Systems and references are given as for `steelyard score`; scores there are, of any measure, by --scores. Scores
    are oriented so that more is better.

    \b
    steelyard meta --corpus test.jsonl -m bleu -m chrf
    steelyard meta --scores comet.tsv --human human.tsv --level segment:item
    steelyard meta A.txt B.txt C.txt -r ref.txt --scores judge.tsv --human human.tsv --json
    """
    check_run(ctx, "evaluate", ("scores",))
    _check_given(ctx, given)
    from steelyard.cli.output import check_outputs, emit
    from steelyard.meta.sections import check_sections
    from steelyard.report.figures import check_figure, draw
    from steelyard.report.meta_figures import figures, places

    check_sections(given["sections"])
    drawn = []
    if given["plot"] is not None:
        check_figure(given["plot"])
        drawn = places(given["plot"], given["sections"])
    check_outputs(ctx, (("--out", given["out"]), *(("--plot", path) for path in drawn)))
    found = _evaluated(given)
    if given["plot"] is not None:
        for path, figure in figures(found, given["plot"]).items():
            draw(figure, path)
    emit(_rendered(found, given), given["out"])


def _check_given(ctx: click.Context, given: dict[str, Any]) -> None:
    names = told(ctx)
    if "system_test" in names and "prediction" not in given["sections"]:
        raise click.UsageError("--system-test has no effect without --with prediction", ctx)
    for shape in ("tsv", "latex"):
        more = [names[name] for name in ("significance", "sections") if given[name]]
        if given[shape] and more:
            raise click.UsageError(
                f"--{shape} has correlations only, and nothing of {' or '.join(more)}; take --json or leave it out", ctx
            )
    idle = [names[name] for name in ("test", "correct", "alpha") if name in names and not given["significance"]]
    if idle:
        raise click.UsageError(f"{', '.join(idle)} has no effect without --significance", ctx)
    texts = names.keys() & {"corpus", "systems"}
    if any(path.endswith(".npz") for path in given["scores"]) and (texts or given["statistics"]):
        raise click.UsageError(
            "--scores FILE.npz holds all texts' scores; leave texts, --corpus and --statistics out", ctx
        )


def _evaluated(given: dict[str, Any]) -> MetaEvaluation:
    from steelyard.cli.progress import progress
    from steelyard.cli.streams import say
    from steelyard.meta.evaluation import meta

    table = _table(given)
    with progress(what="correlations") as draw:
        found = meta(table, **{name: given[name] for name in _PASSED}, progress=draw)
    if given["json"] or given["tsv"] or given["latex"] or given["out"]:
        for notice in found.notices:
            say(f"note: {notice}")
    return found


def _table(given: dict[str, Any]) -> ScoreTable:
    from steelyard.cli.progress import progress
    from steelyard.meta.table import score_table

    outside = [path for path in given["scores"] if not path.endswith(".npz")]
    held = _held(given)
    measures = given["measures"] if given["corpus"] or given["systems"] else ()
    with progress() as draw:
        return score_table(
            held, measures, outside=outside, lower=given["lower"], human=given["human"], threads=given["threads"],
            accept=given["accept"], progress=draw,
        )  # fmt: skip


def _held(given: dict[str, Any]) -> Corpus | Scores | None:
    """Open the texts, or load saved statistics, if there are any."""
    from steelyard.cli.runs import corpus_in

    if given["corpus"] or given["systems"]:
        return corpus_in(given)
    files = [given["statistics"]] if given["statistics"] else [f for f in given["scores"] if f.endswith(".npz")]
    return _joined(files) if files else None


def _joined(files: list[str]) -> Scores:
    """Load files of statistics of the same outputs under several measures."""
    from steelyard.errors import InputError
    from steelyard.scores import from_statistics
    from steelyard.statistics_files import load

    held = {file: load(file) for file in files}
    (first, own), *others = held.items()
    for file, statistics in others:
        if (statistics[0].systems, statistics[0].ids, statistics[0].values.shape[1]) != (
            own[0].systems, own[0].ids, own[0].values.shape[1],
        ):  # fmt: skip
            raise InputError(f"{file} has other systems or segments than {first}; save the same outputs' scores")
    return from_statistics([one for statistics in held.values() for one in statistics])


def _rendered(found: MetaEvaluation, given: dict[str, Any]) -> str:
    from steelyard.cli.output import styled
    from steelyard.report import json, meta

    if given["json"]:
        return json.lines(found.to_dict())
    if given["tsv"]:
        return meta.tsv(found)
    return meta.latex(found) if given["latex"] else meta.text(found, bold=styled() and not given["out"])
