"""`steelyard convert`: a corpus from one file format to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.options import accept, sentences_at

if TYPE_CHECKING:
    from steelyard.corpus import Corpus


@click.command("convert", short_help="Convert a corpus to another file format.")
@click.argument("inputs", nargs=-1, required=True, metavar="IN...")
@click.argument("output", metavar="OUT")
@click.option("--from", "source_format", metavar="FORMAT", help="Format of IN, where its ending does not tell.")
@click.option("--to", "target_format", metavar="FORMAT", help="Format of OUT, where its ending does not tell.")
@click.option("--lossy", is_flag=True, help="Leave out what the format of OUT cannot hold, instead of refusing.")
@sentences_at
@accept
def command(
    inputs: tuple[str, ...],
    output: str,
    source_format: str | None,
    target_format: str | None,
    lossy: bool,
    sentences_at: str | None,
    accept: tuple[str, ...],
) -> None:
    """Convert a corpus to another file format, told by the endings.

    Several IN (the sets of an SGML corpus, the annotations of a pyramid) make one corpus; "-" is standard
    input or output, and then the format must be named. A directory holds parallel text files, unless its
    files tell another format. Endings take a further .gz.

    \b
    steelyard convert test.src.sgm test.ref.sgm test.tst.sgm test.jsonl
    """
    from steelyard.cli.reads import check_not_read
    from steelyard.cli.streams import say
    from steelyard.corpus.formats import read, write
    from steelyard.errors import SpecError

    if output == "-" and target_format in (None, "parallel"):
        raise SpecError("standard output (-) needs --to with the name of a file format, for instance --to jsonl")
    if output != "-":
        check_not_read(output)
    corpus = read(inputs, source_format, accept, sentences_at)
    left = write(corpus, output, target_format, lossy)
    left_out = f"; left out: {', '.join(left)}" if left else ""
    say(f"read {', '.join(_content(corpus))}; wrote {output}{left_out}")


def _content(corpus: Corpus) -> list[str]:
    from steelyard.corpus.formats.content import counted

    counts = {
        "segment": len(corpus),
        "system": len(corpus.systems),
        "reference set": len(corpus.references),
        "judgement": len(corpus.judgements),
    }
    told = [counted(count, what) for what, count in counts.items() if count]
    return told + ["source"] * (corpus.source is not None) + [f"facet {name}" for name in corpus.facets]
