"""`steelyard align`: which words of an output are matched with which words of a reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.cli.groups import Input
from steelyard.cli.output import Output
from steelyard.cli.typed import command_of, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus


@options
class AlignOptions(Input, Output):
    """Options of `steelyard align`."""

    # Here --system says whose outputs are shown.
    chosen_systems: ClassVar[tuple[str, ...]] = ()  # type: ignore[misc]

    measure: str = option(
        "-m", "--measure", default="meteor", metavar="MEASURE",
        help="name[@preset][(option=value,…)] of a measure that aligns words.",
    )  # fmt: skip
    segments: tuple[str, ...] = option(
        "--segment", multiple=True, metavar="ID", help="A segment's id, or its number from 0; repeatable."
    )
    chosen: tuple[str, ...] = option(
        "--system", multiple=True, metavar="NAME", help="Show the outputs of this system; default: all; repeatable."
    )


@command_of("align", AlignOptions, "Show which words a measure matches.")
def command(asked: AlignOptions) -> None:
    """Show which words of an output are matched with which words of a reference, and by which stage.

    [2 to the house] is the second chunk, a run of words that are neighbours in both texts. Words outside brackets are
    not matched. Chunks whose numbers are out of order in the reference cross.

    \b
    steelyard align A.txt -r ref1.txt -r ref2.txt --segment 17
    steelyard align --corpus test.jsonl -m "meteor(modules=exact:stem)" --segment news-1 --html --out page.html
    """
    asked.check_input("align")
    asked.check_output()
    from steelyard.cli.inputs import check_measures
    from steelyard.scores.alignments import align_segments

    check_measures([asked.measure])
    corpus = asked.read_corpus()
    segments = asked.segments or _only_segment(corpus)
    asked.answer(align_segments(corpus, segments, asked.measure, systems=asked.chosen, accept=asked.accepted()))


def _only_segment(corpus: Corpus) -> list[str]:
    from steelyard.errors import SpecError

    if len(corpus) > 1:
        first, last = corpus.segment_name(0), corpus.segment_name(len(corpus) - 1)
        raise SpecError(f"there are {len(corpus):,} segments, {first} to {last}; say which: --segment {first}")
    return [corpus.segment_name(0)]
