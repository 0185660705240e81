"""`steelyard score`: systems against references."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from steelyard.cli.options import Number, WholeNumber, accept

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.scores import Intervals, Scores

_MEASURES = ("bleu", "chrf", "ter")
_LOOSE = ("systems", "references", "source", "ids", "documents", "facets")
_RESAMPLING = ("resamples", "confidence", "seed", "unit")
_FORMS = ("json", "tsv", "latex")


def _options(*groups: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def add(function: Any) -> Any:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return add


_INPUT = (
    click.argument("systems", nargs=-1, metavar="[NAME=]PATH..."),
    click.option("-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference set; repeatable."),
    click.option("--source", metavar="FILE", help="The source texts."),
    click.option("--ids", metavar="FILE", help="Segment names; without them segments are numbered from 0."),
    click.option("--documents", metavar="FILE", help="Document names, one per segment: --facet document=FILE."),
    click.option("--facet", "facets", multiple=True, metavar="NAME=FILE", help="A value per segment; repeatable."),
    click.option(
        "--corpus",
        multiple=True,
        metavar="PATH",
        help="A corpus in any known format, instead of loose files.",
    ),
    click.option("--from", "format_", metavar="FORMAT", help="Format of --corpus, where its ending does not tell."),
    click.option("--statistics", metavar="FILE.npz", help="Statistics written by --save, instead of texts."),
    accept,
)
_CHOICE = (
    click.option(
        "-m",
        "--measure",
        "measures",
        multiple=True,
        default=_MEASURES,
        show_default=True,
        metavar="MEASURE",
        help="name[@preset][(option=value,…)]; repeatable.",
    ),
    click.option(
        "--level",
        default="system",
        show_default=True,
        metavar="LEVEL",
        help="system, segment, document or any facet.",
    ),
    click.option("--intervals/--no-intervals", default=False, help="Bootstrap intervals, at level system."),
    click.option(
        "--resamples",
        type=WholeNumber(1),
        default=1000,
        show_default=True,
        metavar="N",
        help="Of the bootstrap.",
    ),
    click.option(
        "--confidence",
        type=Number(0, 1, min_open=True, max_open=True),
        default=0.95,
        show_default=True,
        metavar="SHARE",
        help="Of the intervals.",
    ),
    click.option(
        "--seed",
        type=WholeNumber(0, 2**64 - 1),
        default=12345,
        show_default=True,
        metavar="N",
        help="Of the bootstrap.",
    ),
    click.option(
        "--unit",
        default="segment",
        show_default=True,
        metavar="UNIT",
        help="What is drawn: segment, document or any facet.",
    ),
    click.option("--threads", type=WholeNumber(1), metavar="N", help="Default: all cores."),
)
_OUTPUT = (
    click.option("--json", is_flag=True, help="Print JSON."),
    click.option("--tsv", is_flag=True, help="Print tab-separated values, one row per score."),
    click.option("--latex", is_flag=True, help="Print a LaTeX table (booktabs)."),
    click.option("--out", metavar="FILE", help="Write the scores there instead of standard output."),
    click.option("--save", metavar="FILE.npz", help="Keep the statistics, from which all scores can be made again."),
)


@click.command("score", short_help="Score systems against references.")
@_options(_INPUT, _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Score systems against references.

    A system is a file with one output per line, named by its file name (without .gz, ending and leading "sys.")
    or as NAME=path; "-" is standard input, and gzip is unpacked.

    \b
    steelyard score A.txt B.txt -r ref1.txt -r ref2.txt -m bleu -m "ter(case=keep)"
    steelyard score --corpus test.jsonl --level document --json
    """
    _check(ctx, given)
    from steelyard.cli.output import check_writable, emit

    for path in (given["out"], given["save"]):
        if path is not None:
            check_writable(path)
    scores = _from_statistics(given) if given["statistics"] else _from_texts(given)
    if given["save"]:
        scores.save(given["save"])
    emit(_rendered(scores, given), given["out"])


def _check(ctx: click.Context, given: dict[str, Any]) -> None:
    """Refuse options that contradict each other, or that would have no effect."""
    default = ParameterSource.DEFAULT
    told = [p for p in ctx.command.params if ctx.get_parameter_source(p.name or "") is not default]
    names = {p.name: p.opts[-1] if isinstance(p, click.Option) else "systems" for p in told}
    forms = [names[form] for form in _FORMS if form in names]
    if len(forms) > 1:
        raise click.UsageError(f"{' and '.join(forms)} exclude each other", ctx)
    for one, others in (
        ("statistics", (*_LOOSE, "corpus", "format_", "accept", "measures", "save")),
        ("corpus", _LOOSE),
    ):
        if clash := [names[other] for other in others if one in names and other in names]:
            raise click.UsageError(f"--{one} holds everything; leave out {', '.join(clash)}", ctx)
    if idle := [names[name] for name in _RESAMPLING if name in names and not given["intervals"]]:
        raise click.UsageError(f"{', '.join(idle)} has no effect without --intervals", ctx)
    if "format_" in names and "corpus" not in names:
        raise click.UsageError("--from goes with --corpus", ctx)
    if not names.keys() & {"statistics", "corpus", "systems"}:
        raise click.UsageError("nothing to score; give system outputs and references (-r), or --corpus", ctx)


def _from_statistics(given: dict[str, Any]) -> Scores:
    from steelyard.scores import from_statistics
    from steelyard.statistics import load

    statistics = load(given["statistics"])
    _check_facets(given, statistics[0].facets)
    return from_statistics(statistics, given["level"], _intervals(given), given["threads"])


def _from_texts(given: dict[str, Any]) -> Scores:
    from steelyard.cli.progress import progress
    from steelyard.measures.notation import parse
    from steelyard.scores import score

    for measure in given["measures"]:
        _check_single(measure)
        parse(measure)
    corpus = _corpus(given)
    _check_facets(given, corpus.facets)
    with progress() as draw:
        return score(
            corpus,
            measures=given["measures"],
            level=given["level"],
            intervals=_intervals(given) or False,
            threads=given["threads"],
            accept=given["accept"],
            progress=draw,
        )


def _check_single(measure: str) -> None:
    """Refuse several measures with commas between them; within parentheses commas are between options."""
    from steelyard.errors import SpecError

    parts = [part.strip() for part in re.split(r",(?![^()]*\))", measure)]
    if len(parts) > 1 and measure.count("(") == measure.count(")"):
        again = " ".join(f"-m {part}" for part in parts)
        raise SpecError(f"-m {measure}: one measure at a time; repeat -m: {again}")


def _corpus(given: dict[str, Any]) -> Corpus:
    if given["corpus"]:
        return _read_corpus(given)
    from steelyard.cli.inputs import LooseFiles

    documents = [f"document={given['documents']}"] if given["documents"] else []
    loose = {name: given[name] for name in ("systems", "references", "source", "ids")}
    return LooseFiles(**loose, facets=[*documents, *given["facets"]]).corpus(given["accept"])


def _read_corpus(given: dict[str, Any]) -> Corpus:
    from steelyard.corpus.formats import read
    from steelyard.errors import InputError

    corpus, name = read(given["corpus"], given["format_"], given["accept"]), ", ".join(given["corpus"])
    if not corpus.systems:
        raise InputError(f"{name}: the corpus has no system outputs; scoring needs at least one system")
    if not corpus.references:
        raise InputError(f"{name}: the corpus has no references; scoring needs at least one reference set")
    return corpus


def _check_facets(given: dict[str, Any], facets: Any) -> None:
    from steelyard.cli.inputs import check_facet

    place = "in this corpus" if given["corpus"] else "in these statistics" if given["statistics"] else "here"
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
