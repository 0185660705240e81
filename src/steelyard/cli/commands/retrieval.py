"""`steelyard retrieval`: what searches return for queries, against what is relevant."""

from __future__ import annotations

from steelyard.cli.groups import Accepted, Compared, Spanned
from steelyard.cli.output import Output
from steelyard.cli.typed import argument, command_of, options


@options
class RetrievalOptions(Accepted, Compared, Spanned, Output):
    """Options of `steelyard retrieval`."""

    references: str = argument("references", "", metavar="RELEVANT")
    systems: tuple[str, ...] = argument("systems", (), nargs=-1, required=True, metavar="[NAME=]FILE...")


@command_of("retrieval", RetrievalOptions, "Score what searches return for queries.")
def command(asked: RetrievalOptions) -> None:
    """Score what searches return for queries: precision, recall and F, averaged over queries, and which is better.

    Files are TSV with the columns query and item; RELEVANT has every query and the items that are relevant for it. A
    row with an empty item names a query that has none.

    \b
    steelyard retrieval relevant.tsv A.tsv B.tsv
    """
    asked.check_output()
    from steelyard.cli.inputs import named_systems
    from steelyard.draws import Run
    from steelyard.tasks.retrieval import retrieval

    systems = named_systems(asked.systems, [asked.references])
    run = Run(accept=asked.accepted())
    report = retrieval(systems, asked.references, correct=asked.correct, draws=asked.draws(), run=run)
    asked.answer(report)
