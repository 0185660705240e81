"""Options that take some of the systems and segments that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from steelyard.cli.typed import Options, option, options

if TYPE_CHECKING:
    from steelyard.corpus import Corpus
    from steelyard.scores import Scores

Selectable = TypeVar("Selectable", "Corpus", "Scores")
#: The options by their names.
SELECTED = ("chosen_systems", "only", "without", "chosen_segments")


@options
class Selected(Options):
    """Which systems and segments are taken of those that are there."""

    LAST: ClassVar[int] = 1
    #: Whether what was left out is said on standard error, for the result does not have it.
    SAYS_NOTICES: ClassVar[bool] = True

    chosen_systems: tuple[str, ...] = option(
        "--system", multiple=True, metavar="NAME", help="Take this system only; repeatable."
    )
    only: tuple[str, ...] = option(
        "--only", multiple=True, metavar="FACET=VALUE",
        help="Take the segments that have this value of a facet; repeatable: one of a facet's values, of all facets.",
    )  # fmt: skip
    without: tuple[str, ...] = option(
        "--without", multiple=True, metavar="FACET=VALUE",
        help="Leave out the segments that have this value of a facet; repeatable.",
    )  # fmt: skip
    chosen_segments: tuple[str, ...] = option(
        "--segments", multiple=True, metavar="RANGE",
        help="Take these segments, by number from 0 or by id: 0-99,200; repeatable.",
    )  # fmt: skip

    def selected(self, source: Selectable) -> Selectable:
        """Return what is asked for of a corpus, or of scores."""
        asked = (self.chosen_systems, self.only, self.without, self.chosen_segments)
        part = source.select(*asked) if any(asked) else source
        if self.SAYS_NOTICES:
            from steelyard.cli.streams import say

            for notice in part.notices:
                say(notice)
        return part
