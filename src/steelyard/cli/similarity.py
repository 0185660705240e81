"""`steelyard similarity`: every text against every other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import click

from steelyard.cli.options import WholeNumber, accept, sentences_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.similarities import SimilarityMatrix


@click.command("similarity", short_help="Compare every text with every other.")
@click.argument("texts", metavar="TEXTS")
@click.argument("others", metavar="[OTHERS]", required=False)
@click.option("-m", "--measure", default="chrf", show_default=True, help="name[@preset][(option=value,…)].")
@click.option("--source", metavar="FILE", help="One source text for each of TEXTS, for measures that need it.")
@sentences_at
@accept
@click.option("--threads", type=WholeNumber(1), metavar="N", help="Default: all cores.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one list per text.")
@click.option("--tsv", "as_tsv", is_flag=True, help="Print tab-separated values, one row per pair.")
@click.option("--out", metavar="FILE", help="Write the values there instead of standard output.")
def command(
    texts: str,
    others: str | None,
    measure: str,
    source: str | None,
    sentences_at: str | None,
    accept: Sequence[str],
    threads: int | None,
    as_json: bool,
    as_tsv: bool,
    out: str | None,
) -> None:
    """Compare every line of TEXTS with every line of OTHERS (or of TEXTS again), each pair as one segment.

    A line of TEXTS is scored as an output, a line of OTHERS as its only reference. "-" is standard input.

    \b
    steelyard similarity summaries.txt -m rouge-l
    steelyard similarity A.txt models.txt -m chrf --tsv
    """
    if as_json and as_tsv:
        raise click.UsageError("--json and --tsv exclude each other", click.get_current_context())
    from steelyard.cli.inputs import open_columns
    from steelyard.cli.output import check_writable, emit
    from steelyard.cli.streams import say
    from steelyard.report.json import line
    from steelyard.similarities import Similarity

    if out is not None:
        check_writable(out)
    chosen = Similarity.of(measure)
    given = open_columns([path for path in (texts, others, source) if path is not None], accept, sentences_at)
    matrix = chosen.matrix(
        given[texts],
        None if others is None else given[others],
        threads=threads,
        accept=accept,
        source=None if source is None else given[source],
    )
    if as_tsv and matrix.notice is not None:
        say(f"note: {matrix.notice}")
    if as_json:
        emit(line(matrix.to_dict()) + "\n", out)
    else:
        emit("".join(f"{one}\n" for one in (_rows(matrix) if as_tsv else _table(matrix))), out)


def _rows(matrix: SimilarityMatrix) -> Iterator[str]:
    yield "text\tother\tmeasure\tvalue\treason\tsignature"
    for text, values in enumerate(matrix.values.tolist()):
        for other, value in enumerate(values):
            reason = matrix.reason if math.isnan(value) and matrix.reason else ""
            yield f"{text}\t{other}\t{matrix.measure}\t{value!r}\t{reason}\t{matrix.signature}"


def _table(matrix: SimilarityMatrix) -> Iterator[str]:
    from steelyard.inference.plain import shown
    from steelyard.measures.notation import parse
    from steelyard.report.table import decimals_of
    from steelyard.report.text import grid

    decimals = decimals_of(parse(matrix.measure))
    rows = [
        [str(text), *(shown(value, f".{decimals}f") for value in values)]
        for text, values in enumerate(matrix.values.tolist())
    ]
    yield from grid(["text", *map(str, range(matrix.values.shape[1]))], rows, left=1)
    yield from ("", matrix.signature)
    if matrix.reason is not None:
        yield f"undefined: {matrix.reason}"
    if matrix.notice is not None:
        yield f"note: {matrix.notice}"
