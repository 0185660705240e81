"""`steelyard similarity`: every text against every other."""

from __future__ import annotations

from steelyard.cli.groups import Work, sentence_mark, table_columns
from steelyard.cli.output import Output
from steelyard.cli.typed import argument, command_of, option, options


@options
class SimilarityOptions(Work, Output):
    """Options of `steelyard similarity`."""

    texts: str = argument("texts", "", metavar="TEXTS")
    others: str | None = argument("others", metavar="[OTHERS]", required=False)
    measure: str = option("-m", "--measure", default="chrf", metavar="MEASURE", help="name[@preset][(option=value,…)].")
    source: str | None = option(
        "--source", metavar="FILE", help="One source text for each of TEXTS, for measures that need it."
    )
    columns: tuple[str, ...] = table_columns()
    sentences_at: str | None = sentence_mark()


@command_of("similarity", SimilarityOptions, "Compare every text with every other.")
def command(asked: SimilarityOptions) -> None:
    """Compare every line of TEXTS with every line of OTHERS (or of TEXTS again), each pair as one segment.

    A line of TEXTS is scored as an output, a line of OTHERS as its only reference. "-" is standard input.

    \b
    steelyard similarity summaries.txt -m rouge-l
    steelyard similarity A.txt models.txt -m chrf --tsv
    """
    asked.check_output()
    from steelyard.cli.inputs import open_columns
    from steelyard.scores.similarities import Similarity

    similarity = Similarity.of(asked.measure)
    paths = [path for path in (asked.texts, asked.others, asked.source) if path is not None]
    columns = open_columns(paths, asked.accepted(), asked.sentences_at, asked.columns)
    matrix = similarity.matrix(
        columns[asked.texts],
        None if asked.others is None else columns[asked.others],
        threads=asked.threads,
        accept=asked.accepted(),
        source=None if asked.source is None else columns[asked.source],
    )
    asked.answer(matrix)
