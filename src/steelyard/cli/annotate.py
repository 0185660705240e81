"""`steelyard annotate`: what a parser says of texts, to be looked at, corrected and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.options import OUT, THREADS, accept, told

if TYPE_CHECKING:
    from steelyard.corpus import Texts
    from steelyard.corpus.annotation import Annotation
    from steelyard.corpus.trees import AnnotatedText

_FORMS = ("conllu", "brackets")


@click.command("annotate", short_help="Show what a parser says of texts.")
@click.argument("texts", metavar="TEXTS")
@click.option(
    "--parser",
    default="spacy",
    show_default=True,
    metavar="NAME",
    help="spacy, spacy:PIPELINE, link-grammar or a module of your own.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(_FORMS),
    metavar="FORM",
    help="conllu (words, tags, dependencies, entities) or brackets (constituents). Default: as --out ends, or conllu.",
)
@accept
@THREADS
@OUT
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Show what a parser says of texts, one a line, as a file of trees.

    What is written can be corrected, and read again by any command; measures use it with parser=given. A file of
    trees in the place of texts is turned from one notation into the other: constituents into dependencies by head
    rules, and dependencies into constituents.

    \b
    steelyard annotate A.txt --out A.conllu
    steelyard annotate A.conllu --as brackets
    """
    from steelyard.annotations import annotate
    from steelyard.cli.output import check_outputs, emit
    from steelyard.cli.progress import progress
    from steelyard.cli.streams import say
    from steelyard.corpus.columns import read_column
    from steelyard.errors import InputError

    check_outputs(ctx, [("--out", given["out"])])
    form = given["form"] or _form(given["out"])
    _check_out(given["out"], form)
    column = read_column(given["texts"], given["accept"])
    parsed = not column.has_trees
    if not parsed and "parser" in told(ctx):
        raise click.UsageError(f"{given['texts']} holds trees, which are not parsed again; leave out --parser", ctx)
    with progress(what="texts") as draw:
        found = annotate(column, given["parser"], threads=given["threads"], accept=given["accept"], progress=draw)
    if form == "brackets" and None in found:
        raise InputError("brackets cannot say that a text is not annotated; write --as conllu")
    lines = _lines(column, found, form, given["parser"] if parsed else "")
    emit("".join(f"{line}\n" for line in lines), given["out"])
    if lost := [n for n, sentences in enumerate(found, 1) if sentences is None]:
        told_of = f"{len(lost):,} of {len(found):,} texts"
        say(f"note: {told_of} could not be annotated and have no sentences, the first in line {lost[0]}")


def _check_out(out: str | None, form: str) -> None:
    """Refuse a file that could not be read again as what it is, and one that may have been corrected."""
    from steelyard.corpus.bracketed import read_bracketed
    from steelyard.corpus.columns import TREES, reader
    from steelyard.errors import InputError

    if out is None or out == "-":
        return
    if reader(out) is None or (reader(out) is read_bracketed) != (form == "brackets"):
        endings = [ending for ending, read in TREES.items() if (read is read_bracketed) == (form == "brackets")]
        raise InputError(f"--out {out}: trees are told by the ending of their file; end it in {' or '.join(endings)}")
    if Path(out).exists():
        raise InputError(f"--out {out}: the file is there, and corrections in it would be lost; choose another name")


def _form(out: str | None) -> str:
    from steelyard.corpus.bracketed import read_bracketed
    from steelyard.corpus.columns import reader

    return "brackets" if out is not None and reader(out) is read_bracketed else "conllu"


def _lines(column: Texts, found: tuple[Annotation | None, ...], form: str, parser: str) -> Iterator[str]:
    from steelyard.corpus.bracketed import bracketed
    from steelyard.corpus.conllu import written
    from steelyard.text.annotation.chunk import parser_identity

    if form == "brackets":
        yield from (" ".join(map(bracketed, sentences or ())) for sentences in found)
        return
    if parser:
        yield f"# parser = {parser_identity(parser)}"
    yield from written(_texts(column, found))


def _texts(column: Texts, found: tuple[Annotation | None, ...]) -> Iterator[AnnotatedText]:
    from steelyard.corpus.texts import AnnotatedTexts
    from steelyard.corpus.trees import AnnotatedText

    names = column.names if isinstance(column, AnnotatedTexts) else ()
    for n, (text, sentences) in enumerate(zip(column, found, strict=True)):
        yield AnnotatedText(text or "", sentences or (), names[n] if names else None)
