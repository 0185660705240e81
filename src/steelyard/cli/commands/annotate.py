"""`steelyard annotate`: what a parser says of texts, to be looked at, corrected and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.groups import Work, table_columns
from steelyard.cli.output import Replacing
from steelyard.cli.typed import argument, command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Texts
    from steelyard.corpus.sentences import Annotation
    from steelyard.corpus.trees import AnnotatedText

_FORMS = ("conllu", "brackets")


@options
class AnnotateOptions(Work, Replacing):
    """Options of `steelyard annotate`."""

    texts: str = argument("texts", "", metavar="TEXTS")
    parser: str = option(
        "--parser", default="spacy", metavar="NAME", help="spacy, spacy:PIPELINE, link-grammar or a module of your own."
    )
    form: str | None = option(
        "--as", type=click.Choice(_FORMS), metavar="FORM",
        help="conllu (words, tags, dependencies, entities) or brackets (constituents). Default: as --out ends, or "
        "conllu.",
    )  # fmt: skip
    columns: tuple[str, ...] = table_columns()
    out: str | None = option("--out", metavar="FILE", help="Write there instead of standard output.")
    json: bool = option("--json", is_flag=True, help="Print JSON: the sentences of each text.")


@command_of("annotate", AnnotateOptions, "Parse texts, and write their trees.")
def command(asked: AnnotateOptions) -> None:
    """Parse texts, one a line, and write their trees.

    What is written can be corrected, and read again by any command; measures use it with parser=given. A file of
    trees in the place of texts is turned from one notation into the other: constituents into dependencies by head
    rules, and dependencies into constituents.

    \b
    steelyard annotate A.txt --out A.conllu
    steelyard annotate A.conllu --as brackets
    """
    from steelyard.annotation.texts import annotate
    from steelyard.cli.inputs import open_columns
    from steelyard.cli.output import check_outputs, emit
    from steelyard.cli.progress import progress
    from steelyard.cli.streams import say
    from steelyard.errors import InputError
    from steelyard.report import json

    check_outputs(click.get_current_context(), [("--out", asked.out)], asked.replace)
    form = asked.form or _form(asked.out)
    if asked.json:
        asked.refuse(("form",), "{} and --json exclude each other")
    else:
        _check_out(asked.out, form)
    column = open_columns([asked.texts], asked.accepted(), columns=asked.columns)[asked.texts]
    parsed = not column.has_trees
    if not parsed and "parser" in asked.written:
        raise click.UsageError(f"{asked.texts} holds trees, which are not parsed again; leave out --parser")
    with progress(what="texts") as draw:
        annotations = annotate(column, asked.parser, threads=asked.threads, accept=asked.accepted(), progress=draw)
    notices = _unannotated(annotations)
    if asked.json:
        texts = [_records(sentences) for sentences in annotations]
        emit(json.lines({"texts": texts, "notices": notices}), asked.out)
    else:
        if form == "brackets" and None in annotations:
            raise InputError("brackets cannot say that a text is not annotated; write --as conllu")
        lines = _lines(column, annotations, form, asked.parser if parsed else "")
        emit("".join(f"{line}\n" for line in lines), asked.out)
    for notice in notices:
        say(f"note: {notice}")


def _unannotated(annotations: Sequence[Annotation | None]) -> list[str]:
    lost = [number for number, sentences in enumerate(annotations, 1) if sentences is None]
    share = f"{len(lost):,} of {len(annotations):,} texts"
    return [f"{share} could not be annotated and have no sentences, the first in line {lost[0]}"] if lost else []


def _records(sentences: Annotation | None) -> list[dict[str, Any]] | None:
    return None if sentences is None else [sentence.to_record() for sentence in sentences]


def _check_out(out: str | None, form: str) -> None:
    """Refuse a file that could not be read again as what it is."""
    from steelyard.corpus.bracketed import read_bracketed
    from steelyard.corpus.columns import TREES, reader
    from steelyard.errors import InputError

    if out is None or out == "-":
        return
    if reader(out) is None or (reader(out) is read_bracketed) != (form == "brackets"):
        endings = [ending for ending in TREES if (reader(ending) is read_bracketed) == (form == "brackets")]
        raise InputError(f"--out {out}: trees are told by the ending of their file; end it in {' or '.join(endings)}")


def _form(out: str | None) -> str:
    from steelyard.corpus.bracketed import read_bracketed
    from steelyard.corpus.columns import reader

    return "brackets" if out is not None and reader(out) is read_bracketed else "conllu"


def _lines(column: Texts, annotations: tuple[Annotation | None, ...], form: str, parser: str) -> Iterator[str]:
    from steelyard.annotation.chunk import parser_identity
    from steelyard.corpus.bracketed import bracketed
    from steelyard.corpus.conllu import written

    if form == "brackets":
        yield from (" ".join(map(bracketed, sentences or ())) for sentences in annotations)
        return
    if parser:
        yield f"# parser = {parser_identity(parser)}"
    yield from written(_texts(column, annotations))


def _texts(column: Texts, annotations: tuple[Annotation | None, ...]) -> Iterator[AnnotatedText]:
    from steelyard.corpus.texts import AnnotatedTexts
    from steelyard.corpus.trees import AnnotatedText

    names = column.names if isinstance(column, AnnotatedTexts) else ()
    for n, (text, sentences) in enumerate(zip(column, annotations, strict=True)):
        yield AnnotatedText(text or "", sentences or (), names[n] if names else None)
