"""`steelyard corroborate`: which improvements do all measures confirm, and how much is that worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import (
    BASELINE,
    HUMAN,
    INPUT,
    JSON,
    OUT,
    OUTSIDE,
    RANDOMISATION_TRIALS,
    STATISTICS,
    THREADS,
    Number,
    accept,
    correction,
    grouped,
    seed,
    significance_level,
    told,
)
from steelyard.cli.runs import check_run

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.meta.verdicts import Corroboration
    from steelyard.scores import Scores

_CHOICE = (
    click.option(
        "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
        help="The set; repeatable. Default: bleu, chrf, ter, rouge-l, meteor.",
    ),
    *OUTSIDE,
    click.option(
        "--candidate", "candidates", multiple=True, metavar="MEASURE",
        help="Choose the next measure from these instead of a list of our own; repeatable.",
    ),
    *HUMAN,
    BASELINE,
    RANDOMISATION_TRIALS,
    click.option("--unit", default="segment", show_default=True, metavar="UNIT",
                 help="What is exchanged: segment, document or any facet."),
    correction("pairs"),
    significance_level("--level", "Significance level: a corrected p up to it confirms."),
    click.option("--redundant", type=Number(0, 1), default=0.1, show_default=True, metavar="SHARE",
                 help="Measures that contradict each other on this share of pairs or less say the same."),
    seed("Of all random draws."),
    THREADS,
)  # fmt: skip
_OUTPUT = (
    JSON,
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per pair."),
    OUT,
    click.option("--html", metavar="FILE", help="Also write it as a page."),
)
_PASSED = ("baseline", "trials", "unit", "correct", "level", "redundant", "seed", "threads", "human", "lower")


@click.command("corroborate", short_help="Say which improvements all measures confirm.")
@grouped(INPUT, [STATISTICS, accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Say which improvements all measures confirm, and how much that is worth. It needs no human scores, and
    uses them where they are.

    Systems and references are given as for `steelyard score`; without them, the set is the columns of --scores.

    \b
    steelyard corroborate old.txt new.txt -r ref.txt --baseline old
    steelyard corroborate --corpus corpus.jsonl -m bleu -m ter -m meteor --scores comet.tsv --html page.html
    """
    check_run(ctx, "corroborate", ("scores",))
    from steelyard.cli.output import check_pages, emit

    check_pages(ctx, given)
    names = told(ctx)
    if "candidates" in names and not names.keys() & {"corpus", "systems"}:
        instead = "leave out --statistics" if "statistics" in names else "give system outputs and references (-r)"
        raise click.UsageError(f"{names['candidates']} needs the texts; {instead}", ctx)
    made = _corroborated(given)
    if given["html"]:
        from steelyard.report.corroboration_html import render

        emit(render(made), given["html"])
    emit(_rendered(made, given), given["out"])


def _corroborated(given: dict[str, Any]) -> Corroboration:
    from steelyard.cli.progress import progress
    from steelyard.meta.corroboration import CANDIDATES, corroborate

    source = _source(given)
    options = {name: given[name] for name in _PASSED}
    with progress(what="segments") as draw:
        return corroborate(
            source, given["measures"] or None, outside=given["scores"], candidates=given["candidates"] or CANDIDATES,
            dimensions=[given["dimension"]] if given["dimension"] else [], accept=given["accept"], progress=draw,
            **options,
        )  # fmt: skip


def _source(given: dict[str, Any]) -> Corpus | Scores | None:
    if given["statistics"]:
        from steelyard.scores import load_scores

        return load_scores(given["statistics"])
    if not given["corpus"] and not given["systems"]:
        return None
    from steelyard.cli.inputs import check_measures, corpus_of

    check_measures([*given["measures"], *given["candidates"]])
    return corpus_of(given)


def _rendered(made: Corroboration, given: dict[str, Any]) -> str:
    from steelyard.report import corroboration
    from steelyard.report.json import lines

    if given["json"]:
        return lines(made.to_dict())
    return corroboration.tsv(made) if given["tsv"] else corroboration.text(made)
