"""What commands ask of what is scored, be it a corpus or statistics, before any work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol


class Frame(Protocol):
    """What is scored: a corpus, or statistics."""

    @property
    def systems(self) -> Collection[str]:
        """Names of the systems."""

    @property
    def facets(self) -> Mapping[str, Sequence[str]]:
        """Facet → one value per segment."""


#: Raises if what is asked for cannot be had of a corpus or statistics.
Check = Callable[[Frame], None]


def pair_of(systems: Sequence[str], asked: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two systems that --pair names, or the only two there are."""
    from steelyard.errors import InputError, SpecError, suggestion

    if asked is None:
        if len(systems) != 2:
            problem = (
                f"there is one system, {systems[0]!r}" if len(systems) == 1 else f"there are {len(systems)} systems"
            )
            raise InputError(f"{problem}; give two, or name two of them with --pair A B")
        return systems[0], systems[1]
    for name in asked:
        if name not in systems:
            raise SpecError(f"--pair: no system {name!r}" + suggestion(name, systems))
    if asked[0] == asked[1]:
        raise SpecError(f"--pair: {asked[0]!r} is named twice; name two systems")
    return asked
