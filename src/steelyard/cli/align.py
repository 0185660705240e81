"""`steelyard align`: which words of an output are matched with which words of a reference."""

from __future__ import annotations

import shutil
from typing import Any

import click

from steelyard.cli.options import INPUT, JSON, OUT, accept, check_input, grouped, told

_CHOICE = (
    click.option(
        "-m",
        "--measure",
        default="meteor",
        show_default=True,
        metavar="MEASURE",
        help="name[@preset][(option=value,…)] of a measure that aligns words.",
    ),
    click.option(
        "--segment", "segments", multiple=True, metavar="ID", help="A segment's id, or its number from 0; repeatable."
    ),
    click.option(
        "--system", "chosen", multiple=True, metavar="NAME", help="Whose output, if not all systems'; repeatable."
    ),
)
_OUTPUT = (
    JSON,
    click.option("--html", metavar="FILE", help="Write a page with drawings there instead."),
    OUT,
)
_COLUMNS = 100


@click.command("align", short_help="Show which words a measure matches.")
@grouped(INPUT, [accept], _CHOICE, _OUTPUT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Show which words of an output are matched with which words of a reference, and by which stage.

    [2 to the house] is the second chunk, a run of words that are neighbours in both texts. Words outside brackets are
    not matched. Chunks whose numbers are out of order in the reference cross.

    \b
    steelyard align A.txt -r ref1.txt -r ref2.txt --segment 17
    steelyard align --corpus test.jsonl -m "meteor(modules=exact:stem)" --segment news-1 --html alignments.html
    """
    check_input(ctx)
    names = told(ctx)
    if not names.keys() & {"corpus", "systems"}:
        raise click.UsageError("nothing to align; give a system output and references (-r), or --corpus", ctx)
    if len(forms := [f"--{form}" for form in ("json", "html") if form in names]) > 1:
        raise click.UsageError(f"{' and '.join(forms)} exclude each other", ctx)
    if "html" in names and "out" in names:
        raise click.UsageError("--html says where to write; leave out --out", ctx)
    from steelyard.alignments import align_segments
    from steelyard.cli.inputs import check_measures, corpus_of
    from steelyard.cli.output import check_writable, emit

    path = given["html"] or given["out"]
    if path is not None:
        check_writable(path)
    check_measures([given["measure"]])
    corpus = corpus_of(given)
    segments = given["segments"] or _only_segment(corpus)
    made = align_segments(corpus, segments, given["measure"], systems=given["chosen"], accept=given["accept"])
    emit(_rendered(made, given), path)


def _only_segment(corpus: Any) -> list[int]:
    from steelyard.errors import SpecError

    if len(corpus) > 1:
        first, last = corpus.segment_name(0), corpus.segment_name(len(corpus) - 1)
        raise SpecError(f"there are {len(corpus):,} segments, {first} to {last}; say which: --segment {first}")
    return [0]


def _rendered(made: Any, given: dict[str, Any]) -> str:
    from steelyard.cli.output import styled
    from steelyard.report import alignment_html, alignment_text, json

    if given["json"]:
        return json.lines({"alignments": [one.to_dict() for one in made]})
    if given["html"]:
        return alignment_html.render(made)
    terminal = given["out"] is None and styled()
    columns = shutil.get_terminal_size((_COLUMNS, 24)).columns if terminal else _COLUMNS
    return alignment_text.render(made, columns, colour=terminal)
