"""Which returned relations of a sentence are those of the gold standard, and how many there are of each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steelyard.tasks.relations.hierarchy import Hierarchy
from steelyard.tasks.relations.relation import Relation


class Counts(NamedTuple):
    """Returned relations that are credited, all returned, those of the gold standard that are recalled, all."""

    credited: int
    returned: int
    recalled: int
    gold: int


@dataclass(frozen=True)
class Matching:
    """How relations are matched.

    only      the relations that count, each with what stands under it, which counts as it; if none, all, as named
    subsume   whether a returned relation may be more general than that of the gold standard
    ignored   slots that are not compared
    """

    hierarchy: Hierarchy
    only: tuple[str, ...] = ()
    subsume: bool = False
    ignored: tuple[str, ...] = ()

    def sentence(self, returned: Sequence[Relation], gold: Sequence[Relation], rows: Sequence[str]) -> list[Counts]:
        """Return the counts of all relations of a sentence together, and those of each row."""
        pairs = list(self._pairs(returned, gold))
        theirs, ours = [relation.name for relation in returned], [relation.name for relation in gold]
        return [self._all(theirs, ours, pairs), *(self._row(theirs, ours, pairs, row) for row in rows)]

    def taken_as(self, name: str) -> str | None:
        """Return the relation that another counts as, or None where it does not count."""
        if not self.only:
            return name
        names = {name} | self.hierarchy.above(name)
        return next((chosen for chosen in self.only if chosen in names), None)

    def _all(self, theirs: Sequence[str], ours: Sequence[str], pairs: Iterable[tuple[int, int]]) -> Counts:
        gold = [self.taken_as(name) for name in ours]
        returned = [self.taken_as(name) or self._above_chosen(name) for name in theirs]
        matched = most_pairs((i, j) for i, j in pairs if self._names_match(returned[i], gold[j]))
        counted = (sum(name is not None for name in names) for names in (returned, gold))
        of, wanted = counted
        return Counts(matched, of, matched, wanted)

    def _row(self, theirs: Sequence[str], ours: Sequence[str], pairs: Sequence[tuple[int, int]], row: str) -> Counts:
        within = [row == name or row in self.hierarchy.above(name) for name in theirs]
        wanted = [row == name or row in self.hierarchy.above(name) for name in ours]
        above = self.hierarchy.above(row) if self.subsume else frozenset()
        credited = most_pairs((i, j) for i, j in pairs if within[i] and wanted[j])
        recalled = credited
        if any(name in above for name in theirs):
            recalled = most_pairs((i, j) for i, j in pairs if wanted[j] and (within[i] or theirs[i] in above))
        return Counts(credited, sum(within), recalled, sum(wanted))

    def _above_chosen(self, name: str) -> str | None:
        covers = self.subsume and any(name in self.hierarchy.above(chosen) for chosen in self.only)
        return name if covers else None

    def _names_match(self, returned: str | None, gold: str | None) -> bool:
        if returned is None or gold is None:
            return False
        return returned == gold or (self.subsume and returned in self.hierarchy.above(gold))

    def _pairs(self, returned: Sequence[Relation], gold: Sequence[Relation]) -> Iterable[tuple[int, int]]:
        """Yield which relations have the same arguments, whatever their names."""
        values = [self.hierarchy.values(relation, self.ignored) for relation in gold]
        between: dict[tuple[str | None, str | None], list[int]] = defaultdict(list)
        for j, slots in enumerate(values):
            between[slots.get("head"), slots.get("dependent")].append(j)
        for i, relation in enumerate(returned):
            slots = self.hierarchy.values(relation, self.ignored)
            for j in between.get((slots.get("head"), slots.get("dependent")), ()):
                if self._agree(relation.name, slots, gold[j].name, values[j]):
                    yield i, j

    def _agree(self, name: str, own: dict[str, str], other: str, theirs: dict[str, str]) -> bool:
        """Tell whether the arguments are the same; of two kinds of relation, in the slots that both have."""
        if name == other or own == theirs:
            return own == theirs
        ours, others = self.hierarchy.slots(name), self.hierarchy.slots(other)
        if ours is None or others is None:
            return False
        return all(own.get(slot) == theirs.get(slot) for slot in ours if slot in others)


def most_pairs(pairs: Iterable[tuple[int, int]]) -> int:
    """Return how many pairs can be made at most if none is in two of them (by augmenting paths: Kuhn, 1955).

    >>> most_pairs([(0, 0), (0, 1), (1, 0)])
    2
    """
    options: dict[int, list[int]] = defaultdict(list)
    for i, j in pairs:
        options[i].append(j)
    taken: dict[int, int] = {}

    def placed(i: int, tried: set[int]) -> bool:
        free = next((j for j in options[i] if j not in taken), None)
        if free is not None:
            taken[free] = i
            return True
        for j in options[i]:
            if j not in tried:
                tried.add(j)
                if placed(taken[j], tried):
                    taken[j] = i
                    return True
        return False

    return sum(placed(i, set()) for i in list(options))
