"""Reference sets by their kinds: those that outputs are compared with, and the others."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from steelyard.corpus.reference_kinds import DEFAULT, FIRST, KINDS, MULTI, ReferenceKind
from steelyard.corpus.texts import Texts
from steelyard.errors import InputError, worded

Sets = tuple[Texts, ...]


def kinds_in(sets: Iterable[Texts]) -> tuple[str, ...]:
    """Return the kinds that reference sets are marked with, in the order of `KINDS`."""
    kinds = {texts.kind.kind for texts in sets if texts.kind is not None}
    return tuple(kind for kind in KINDS if kind in kinds)


def of_kind(texts: Texts, kind: ReferenceKind) -> Texts:
    """Return a reference set marked with its kind."""
    marked = copy.copy(texts)
    # Columns of texts are frozen, but this copy is nobody's yet.
    object.__setattr__(marked, "kind", kind)
    return marked


def chosen_sets(sets: Sequence[Texts], kinds: Sequence[str]) -> tuple[Sets, Sets]:
    """Return the reference sets of some kinds, and the others, all marked with their kinds.

    A kind that is asked for must be there; of the default ones, whichever are.
    """
    marked = _marked(sets)
    there = kinds_in(marked)
    missing = [kind for kind in kinds if kind not in there]
    if missing and (tuple(kinds) != DEFAULT or len(missing) == len(kinds)):
        what = f"they are of kind {' and '.join(there)}" if there else "there are none at all"
        raise InputError(
            f"no references are of kind {' or '.join(missing)}; {what}; choose among these with "
            f"{worded('--references-of', 'references_of=…')}"
        )
    return _divided(marked, kinds)


def default_sets(sets: Sequence[Texts]) -> tuple[Sets, Sets]:
    """Return the reference sets that outputs are compared with where no kinds are asked for, and the others."""
    return _divided(_marked(sets), DEFAULT) if kinds_in(sets) else (tuple(sets), ())


def are_told_by_place(sets: Sequence[Texts]) -> bool:
    """Tell whether reference sets would be of the same kinds if these were not said."""
    return [kind for texts in sets if (kind := texts.kind)] in ([], [ReferenceKind(_at(n)) for n in range(len(sets))])


def _at(place: int) -> str:
    return MULTI if place else FIRST


def _marked(sets: Iterable[Texts]) -> list[Texts]:
    """Return reference sets that all have a kind, in the order of kinds."""
    listed = list(sets)
    place = int(FIRST in kinds_in(listed))
    for n, texts in enumerate(listed):
        if texts.kind is None:
            listed[n] = of_kind(texts, ReferenceKind(_at(place)))
            place += 1
    return [texts for kind in KINDS for texts in listed if kinds_in([texts]) == (kind,)]


def _divided(sets: Sequence[Texts], kinds: Sequence[str]) -> tuple[Sets, Sets]:
    within, others = (tuple(t for t in sets if (kinds_in([t])[0] in kinds) is wanted) for wanted in (True, False))
    return within, others
