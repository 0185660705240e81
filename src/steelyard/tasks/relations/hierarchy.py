"""The hierarchy of grammatical relations: which is a kind of which, and what the arguments of each are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from steelyard.errors import FormatError, InputError
from steelyard.files.disk import decoded_lines
from steelyard.tasks.relations.relation import UNSPECIFIED, Relation

#: What an argument can be: the word that introduces the dependent, the head, the dependent, and what the dependent was
#: before the sentence was turned, as the object that a passive makes its subject.
SLOTS = ("type", "head", "dependent", "initial_gr")
_WITH_TYPE = (
    "dependent", "mod", "ncmod", "xmod", "cmod", "detmod", "arg", "comp", "iobj", "clausal", "xcomp", "ccomp", "aux",
)  # fmt: skip
_WITH_INITIAL = ("subj_or_dobj", "subj", "ncsubj", "xsubj", "csubj", "obj", "dobj", "obj2")
#: Relation → its slots, in any hierarchy; other relations have those of the nearest above them.
_SLOTS_OF: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_WITH_TYPE, SLOTS[:3]),
    **dict.fromkeys(_WITH_INITIAL, SLOTS[1:]),
    "arg_mod": SLOTS,
}


@dataclass(frozen=True)
class Hierarchy:
    """Relations with those right above them; one may stand under several.

    label   what signatures call it
    """

    parents: Mapping[str, tuple[str, ...]]
    label: str
    ancestors: Mapping[str, frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Asked for once per relation and row, so found once.
        object.__setattr__(self, "ancestors", {name: self._ancestors(name) for name in self.parents})
        for name, above in self.ancestors.items():
            if name in above:
                raise InputError(f"the hierarchy runs in a circle: {name.upper()} stands above itself")

    def above(self, name: str) -> frozenset[str]:
        """Return all relations that are more general."""
        return self.ancestors.get(name, frozenset())

    def _ancestors(self, name: str) -> frozenset[str]:
        ancestors: set[str] = set()
        waiting = list(self.parents.get(name, ()))
        while waiting:
            ancestor = waiting.pop()
            if ancestor not in ancestors:
                ancestors.add(ancestor)
                waiting += self.parents.get(ancestor, ())
        return frozenset(ancestors)

    def order(self) -> list[str]:
        """Return all relations, each before what stands under it."""
        names = dict.fromkeys([*(p for several in self.parents.values() for p in several), *self.parents])
        below: dict[str, list[str]] = {name: [] for name in names}
        for name, several in self.parents.items():
            for parent in several:
                below[parent].append(name)
        ordered: dict[str, None] = {}
        waiting = [name for name in reversed(names) if not self.parents.get(name)]
        while waiting:
            name = waiting.pop()
            # One that stands under several comes after the last of them.
            if all(parent in ordered for parent in self.parents.get(name, ())) and name not in ordered:
                ordered[name] = None
                waiting += reversed(below[name])
        return list(ordered)

    def slots(self, name: str) -> tuple[str, ...] | None:
        """Return what a relation's arguments are, or None where nothing is known of it or what stands above it."""
        level = [name]
        while level:
            if slots := next((_SLOTS_OF[relation] for relation in level if relation in _SLOTS_OF), None):
                return slots
            level = [parent for relation in level for parent in self.parents.get(relation, ())]
        return None

    def values(self, relation: Relation, ignored: Iterable[str] = ()) -> dict[str, str]:
        """Return slot → argument, without those that are not specified or ignored.

        One or two arguments are the head and the dependent. Where slots are not known, their numbers stand for them.
        """
        count = len(relation.arguments)
        slots = SLOTS[1:3] if count <= len(SLOTS[1:3]) else self.slots(relation.name) or ()
        named = [*slots, *(str(n) for n in range(len(slots) + 1, count + 1))]
        pairs = zip(named, relation.arguments, strict=False)
        return {slot: word for slot, word in pairs if word != UNSPECIFIED and slot not in ignored}


#: Carroll, Briscoe & Sanfilippo (1998), with the relations added in 2000: detmod, aux and conj.
CARROLL = Hierarchy(
    {
        "mod": ("dependent",),
        "ncmod": ("mod",),
        "xmod": ("mod",),
        "cmod": ("mod",),
        "detmod": ("mod",),
        "arg_mod": ("dependent",),
        "arg": ("dependent",),
        "subj_or_dobj": ("arg",),
        "subj": ("subj_or_dobj",),
        "ncsubj": ("subj",),
        "xsubj": ("subj",),
        "csubj": ("subj",),
        "comp": ("arg",),
        "obj": ("comp",),
        "dobj": ("obj", "subj_or_dobj"),
        "obj2": ("obj",),
        "iobj": ("obj",),
        "clausal": ("comp",),
        "xcomp": ("clausal",),
        "ccomp": ("clausal",),
        "aux": ("dependent",),
        "conj": ("dependent",),
    },
    "carroll-1998",
)


def read_hierarchy(path: str | Path, accept: Sequence[str] = ()) -> Hierarchy:
    """Read a hierarchy: a relation and the one above it on each line, with a tab between them."""
    parents: dict[str, tuple[str, ...]] = {}
    digest = hashlib.sha256()
    for number, line in enumerate(decoded_lines(Path(path), accept), 1):
        cells = [cell.strip().lower() for cell in line.split("\t")]
        if cells == [""] or cells[0].startswith("#"):
            continue
        if len(cells) != 2 or not all(cells):
            raise FormatError(f"{path}, line {number}: expected a relation, a tab, and the relation above it")
        parents[cells[0]] = tuple(dict.fromkeys((*parents.get(cells[0], ()), cells[1])))
        digest.update("\t".join(cells).encode() + b"\n")
    if not parents:
        raise FormatError(f"{path}: there is no relation; expected lines of a relation, a tab, and the one above it")
    try:
        return Hierarchy(parents, f"{Path(path).name}#{digest.hexdigest()[:12]}")
    except InputError as error:
        raise FormatError(f"{path}: {error}; leave one of its lines out") from None
