"""`steelyard relations`: parsers scored by the grammatical relations they return."""

from __future__ import annotations

from steelyard.cli.groups import Accepted, Compared, Spanned
from steelyard.cli.output import Output
from steelyard.cli.typed import argument, command_of, option, options


@options
class RelationsOptions(Accepted, Compared, Spanned, Output):
    """Options of `steelyard relations`."""

    references: str = argument("references", "", metavar="GOLD")
    systems: tuple[str, ...] = argument("systems", (), nargs=-1, required=True, metavar="[NAME=]FILE...")
    only: tuple[str, ...] = option(
        "--only", multiple=True, metavar="NAME", help="Only this relation and those under it; repeatable."
    )
    subsume: bool = option("--subsume", is_flag=True, help="Credit relations that are more general than those of GOLD.")
    ignore: tuple[str, ...] = option(
        "--ignore-slot", multiple=True, metavar="SLOT",
        help="Do not compare these arguments: type, head, dependent or initial_gr; repeatable.",
    )  # fmt: skip
    hierarchy: str | None = option(
        "--hierarchy", metavar="FILE", help="Relations under others: relation, tab, the one above it."
    )


@command_of("relations", RelationsOptions, "Score parsers by grammatical relations.")
def command(asked: RelationsOptions) -> None:
    """Score parsers by grammatical relations: precision, recall and F against GOLD, and which parser is better.

    A file has one relation a line, as SUBJ(eat, man, _) or (ncsubj eat man _), and sentences that begin with
    "# sentence NAME" or are separated by blank lines; or it is a .conllu file, from which relations are derived.

    \b
    steelyard relations gold.gr link=A.gr conexor=B.gr
    steelyard relations gold.gr parser.conllu --only SUBJ --only OBJ --only XCOMP --only MOD
    """
    asked.check_output()
    from steelyard.cli.inputs import named_systems
    from steelyard.draws import Run
    from steelyard.tasks.relations.relations import relations

    parsers = named_systems(asked.systems, [asked.references])
    report = relations(
        asked.references, parsers, only=asked.only, subsume=asked.subsume, ignore=asked.ignore,
        hierarchy=asked.hierarchy, correct=asked.correct, draws=asked.draws(), run=Run(accept=asked.accepted()),
    )  # fmt: skip
    asked.answer(report)
