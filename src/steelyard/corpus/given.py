"""Corpora from Python objects: every shape that can be read in one way only."""

from __future__ import annotations

from collections.abc import Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from steelyard.corpus.texts import AnnotatedTexts, HeldTexts, Texts
from steelyard.errors import InputError


class Parts(TypedDict):
    """What a corpus is made of."""

    systems: dict[str, Texts]
    references: tuple[Texts, ...]
    source: Texts | None
    ids: tuple[str, ...] | None
    facets: dict[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Given:
    """Texts as a caller gave them."""

    systems: Any
    references: Any
    source: Any
    ids: Any
    facets: Any
    accept: tuple[str, ...]

    def parts(self) -> Parts:
        """Check the shapes and return the parts of a corpus."""
        if not isinstance(self.systems, Mapping):
            raise InputError("systems must be given by name: {'A': [...], 'B': [...]}")
        if not self.systems:
            raise InputError("there is no system output to score; give at least one")
        if not isinstance(self.facets, Mapping):
            raise InputError("facets must be given by name: {'document': [...]}")
        systems = {name: listed(texts, f"system {name!r}") for name, texts in self.systems.items()}
        sets = self._reference_sets(len(next(iter(systems.values()))))
        return Parts(
            systems={name: self._texts(texts, f"system {name!r}") for name, texts in systems.items()},
            references=tuple(self._texts(texts, f"reference set {n}") for n, texts in enumerate(sets, 1)),
            source=None if self.source is None else self._texts(listed(self.source, "source"), "source"),
            ids=None if self.ids is None else _labels(self.ids, "the list of segment ids"),
            facets={name: _labels(values, f"facet {name!r}") for name, values in self.facets.items()},
        )

    def _texts(self, texts: Sequence[Any], name: str) -> Texts:
        return texts if isinstance(texts, AnnotatedTexts) else HeldTexts.of(texts, name, self.accept)

    def _reference_sets(self, count: int) -> list[Sequence[Any]]:
        """Return the references as sets, whichever way round they were given."""
        if isinstance(self.references, Mapping):
            return [listed(texts, f"reference set {name!r}") for name, texts in self.references.items()]
        rows = listed(self.references, "references")
        if not rows:
            return []
        kinds = set(map(type, rows))
        if all(kind is type(None) or issubclass(kind, str) for kind in kinds):
            return [rows]
        if any(kind is type(None) or issubclass(kind, str) for kind in kinds):
            raise InputError("references mix strings and lists; give sets, or one list of references per segment")
        return _turned([listed(row, f"references[{n}]") for n, row in enumerate(rows)], count)


def _turned(rows: list[Sequence[Any]], count: int) -> list[Sequence[Any]]:
    lengths = {len(row) for row in rows}
    by_set, by_segment = lengths == {count}, len(rows) == count
    if by_set and by_segment and count > 1:
        raise InputError(
            f"references are {count} lists of {count} strings for {count} segments: that may be {count} reference sets "
            f"of {count} segments or {count} references for each of {count} segments; "
            f"give the sets by name, {{'A': [...], 'B': [...]}}, to say which"
        )
    if by_set:
        return rows
    if by_segment:
        return [[row[i] if i < len(row) else None for row in rows] for i in range(max(lengths))]
    sizes = ", ".join(f"{n:,}" for n in sorted(lengths)[:4])
    raise InputError(
        f"{len(rows):,} lists of references with {sizes} strings do not fit {count:,} segments: "
        f"expected sets of {count:,} strings each, or {count:,} lists with the references of one segment each"
    )


def listed(texts: Any, name: str, expected: str = "a list with one string per segment") -> Sequence[Any]:
    """Return what was given as a list: lists, tuples, generators, and columns of numpy or pandas."""
    if isinstance(texts, (str, bytes)):
        raise InputError(f"{name} is one string; give {expected}")
    if isinstance(texts, Sequence):
        return texts
    if isinstance(texts, Iterator):
        return list(texts)
    if getattr(texts, "ndim", None) == 1 and hasattr(texts, "tolist"):
        column: list[Any] = texts.tolist()
        return column
    raise InputError(f"{name} is a {type(texts).__name__}; give {expected}")


def several(values: Any, name: str, expected: str, single: Any = str) -> list[Any]:
    """Return what was given as a list: a single thing, such as a string, stands for a list of it; sets are sorted."""
    if isinstance(values, single):
        return [values]
    if isinstance(values, set | frozenset):
        return sorted(values, key=str)
    return list(values if isinstance(values, KeysView) else listed(values, name, expected))


def several_names(names: Any, name: str) -> list[Any]:
    """Return names as a list; one name stands for a list of it."""
    chosen = several(names, name, "a name, or a list of names")
    for odd in chosen:
        if not isinstance(odd, str):
            raise InputError(f"{name}: {odd!r:.60} is no name; give a name, or a list of names")
    return chosen


def _labels(values: Any, name: str) -> tuple[str, ...]:
    """Return names of segments or groups as text: all strings, or all whole numbers."""
    labels = listed(values, name)
    for kind in (str, int):
        if all(isinstance(label, kind) and not isinstance(label, bool) for label in labels):
            return tuple(map(str, labels))
    odd = next((n, v) for n, v in enumerate(labels) if not isinstance(v, str))
    raise InputError(f"{name}, segment {odd[0]}: {odd[1]!r} is no name; give all strings, or all whole numbers")
