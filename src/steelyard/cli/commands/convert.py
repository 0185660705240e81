"""`steelyard convert`: a corpus from one file format to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.groups import Accepted, sentence_mark, table_columns
from steelyard.cli.output import Replacing
from steelyard.cli.selection import Selected
from steelyard.cli.typed import argument, command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus


@options
class ConvertOptions(Accepted, Selected, Replacing):
    """Options of `steelyard convert`."""

    inputs: tuple[str, ...] = argument("inputs", (), nargs=-1, required=True, metavar="IN...")
    output: str = argument("output", "", metavar="OUT")
    source_format: str | None = option("--from", metavar="FORMAT", help="Format of IN, where its ending does not tell.")
    target_format: str | None = option("--to", metavar="FORMAT", help="Format of OUT, where its ending does not tell.")
    lossy: bool = option(
        "--lossy", is_flag=True, help="Leave out what the format of OUT cannot hold, instead of refusing."
    )
    columns: tuple[str, ...] = table_columns()
    sentences_at: str | None = sentence_mark()
    references_of: str | None = option(
        "--references-of", metavar="KIND[,KIND]",
        help="Write references of these kinds only: first, multi (further ones), post-edit.",
    )  # fmt: skip
    json: bool = option("--json", is_flag=True, help="Print what was read and written as JSON.")


@command_of("convert", ConvertOptions, "Convert a corpus to another file format.")
def command(asked: ConvertOptions) -> None:
    """Convert a corpus to another file format, told by the endings.

    Several IN (the sets of an SGML corpus, the annotations of a pyramid) make one corpus; "-" is standard
    input or output, and then the format must be named. A directory holds parallel text files, unless its
    files tell another format. Endings take a further .gz.

    \b
    steelyard convert test.src.sgm test.ref.sgm test.tst.sgm test.jsonl
    """
    from dataclasses import replace

    from steelyard.cli.inputs import said_columns
    from steelyard.cli.output import emit
    from steelyard.cli.reads import check_not_read
    from steelyard.cli.streams import say
    from steelyard.corpus.formats import read, write
    from steelyard.errors import SpecError
    from steelyard.files.disk import check_replaceable
    from steelyard.report.json import line

    if asked.output == "-" and asked.target_format in (None, "parallel"):
        raise SpecError("standard output (-) needs --to with the name of a file format, for instance --to jsonl")
    if asked.output == "-" and asked.json:
        raise SpecError("standard output (-) has the corpus; leave out --json, or write to a file")
    if asked.output != "-":
        check_not_read(asked.output)
        check_replaceable(asked.output, asked.replace)
    columns = said_columns(asked.columns, asked.inputs)
    corpus = read(
        asked.inputs, asked.source_format, asked.accepted(), asked.sentences_at, asked.references_of, columns=columns
    )
    corpus = asked.selected(corpus)
    if asked.references_of is not None:
        corpus = replace(corpus, unused_references=())
    left = write(corpus, asked.output, asked.target_format, asked.lossy, asked.replace)
    if asked.json:
        emit(line({"read": _counts(corpus), "wrote": asked.output, "left_out": left}) + "\n")
        return
    left_out = f"; left out: {', '.join(left)}" if left else ""
    say(f"read {', '.join(_content(corpus))}; wrote {asked.output}{left_out}")


def _content(corpus: Corpus) -> list[str]:
    from steelyard.results.numbers import counted

    amounts = [counted(count, what) for what, count in _counts(corpus).items() if count]
    return amounts + ["source"] * (corpus.source is not None) + [f"facet {name}" for name in corpus.facets]


def _counts(corpus: Corpus) -> dict[str, int]:
    return {
        "segment": len(corpus),
        "system": len(corpus.systems),
        "reference set": len(corpus.references) + len(corpus.unused_references),
        "judgement": len(corpus.judgements),
    }
