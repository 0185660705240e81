"""Corpus: what is to be weighed. Segments with outputs of systems, references, a source and facets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.texts import ACCEPTABLE, HeldTexts, Texts
from steelyard.errors import InputError, MissingOutputs, SpecError, suggestion


class Judgement(NamedTuple):
    """One assessor's value for one system's output of one segment (its number) on one dimension."""

    system: str
    segment: int
    assessor: str
    dimension: str
    value: float


@dataclass(frozen=True, eq=False)
class Corpus:
    """Segments, the systems' outputs for them, and what they are to be compared with.

    systems      name → one text per segment
    references   reference sets, one text per segment each; a blank or absent text means that the segment has
                 no such reference, so segments may have different numbers of them
    source       the text that was translated or summarised, if known
    ids          segment names, or None for numbers from 0
    facets       name → one value per segment: document, topic, … anything results may be sliced by
    judgements   human values for outputs, if the corpus carries them
    """

    systems: Mapping[str, Texts]
    references: tuple[Texts, ...] = ()
    source: Texts | None = None
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judgements: tuple[Judgement, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "systems", MappingProxyType(dict(self.systems)))
        object.__setattr__(self, "facets", MappingProxyType(dict(self.facets)))
        if not self.systems and not self.references and self.source is None:
            raise InputError("the corpus is empty: it has no systems, references or source")
        counts = list(self._counts())
        expected, first = counts[0][1], counts[0][0]
        for name, count in counts:
            if count != expected:
                raise InputError(
                    f"{name} has {count:,} segments but {first} has {expected:,}; "
                    f"every file must have one line per segment, in the same order"
                )
        if expected == 0:
            raise InputError(f"{first} has no segments: the file or list is empty")
        for name in self.facets:
            if name in ("system", "segment"):
                raise InputError(f"a facet cannot be called {name!r}, which is a level of its own; rename it")
        if self.ids is not None and len(set(self.ids)) != len(self.ids):
            twice = next(i for n, i in enumerate(self.ids) if i in self.ids[:n])
            raise InputError(f"segment id {twice!r} occurs twice; ids must be unique")

    def _counts(self) -> Iterable[tuple[str, int]]:
        yield from ((f"reference set {n}", len(r)) for n, r in enumerate(self.references, 1))
        yield from ((f"system {name!r}", len(texts)) for name, texts in self.systems.items())
        if self.source is not None:
            yield "source", len(self.source)
        if self.ids is not None:
            yield "the list of segment ids", len(self.ids)
        yield from ((f"facet {name!r}", len(values)) for name, values in self.facets.items())

    def __len__(self) -> int:
        """Return the number of segments."""
        return next(iter(self._counts()))[1]

    def segment_name(self, index: int) -> str:
        """Return the id of a segment, or its number where there are no ids."""
        return str(index) if self.ids is None else self.ids[index]

    def facet(self, name: str) -> tuple[str, ...]:
        """Return a facet's values, one per segment."""
        if name not in self.facets:
            known = ["system", "segment", *self.facets]
            raise SpecError(f"the corpus has no facet {name!r}" + suggestion(name, known))
        return self.facets[name]

    def check_scorable(self, accept: Sequence[str] = ()) -> None:
        """Raise where some output is missing or blank, or some segment has no reference at all."""
        if not self.systems:
            raise InputError("there is no system output to score; give at least one")
        if not self.references:
            raise InputError("there are no references to score against; give at least one (-r)")
        for name, texts in self.systems.items():
            if len(texts.absent):
                raise MissingOutputs(
                    f"system {name!r} has no output for {_these(self, texts.absent)}; "
                    f"every system must have one for every segment"
                )
            if "empty" not in accept and len(blank := texts.blank()):
                raise InputError(
                    f"system {name!r} has an empty output for {_these(self, blank)}; "
                    f"fill it in, or use --accept empty to score it as it is"
                )
        bare = self.references[0].blank()
        for texts in self.references[1:]:
            bare = np.intersect1d(bare, texts.blank(), assume_unique=True)
        if len(bare):
            raise InputError(
                f"no reference for {_these(self, bare)}: every segment needs at least one non-empty reference"
            )

    def reference_counts(self) -> tuple[int, int]:
        """Return the lowest and the highest number of references of any segment."""
        counts = np.full(len(self), len(self.references))
        for texts in self.references:
            counts[texts.blank()] -= 1
        return int(counts.min()), int(counts.max())


def _these(corpus: Corpus, segments: NDArray[np.int64]) -> str:
    first = corpus.segment_name(int(segments[0]))
    where = f"segment {first}" if corpus.ids is not None else f"segment {first} (line {int(segments[0]) + 1})"
    return where + (f" and {len(segments) - 1:,} more" if len(segments) > 1 else "")


def check_accept(accept: Iterable[str]) -> tuple[str, ...]:
    """Return `accept` as a tuple, or raise if a word in it is unknown."""
    words = tuple(accept)
    for word in words:
        if word not in ACCEPTABLE:
            raise SpecError(f"nothing called {word!r} can be accepted" + suggestion(word, ACCEPTABLE))
    return words


def from_texts(
    systems: Mapping[str, Sequence[str | None]],
    references: Sequence[Any] | Mapping[str, Sequence[str | None]] = (),
    source: Sequence[str] | None = None,
    ids: Sequence[str] | None = None,
    facets: Mapping[str, Sequence[str]] | None = None,
    accept: Sequence[str] = (),
) -> Corpus:
    """Make a corpus from Python strings.

    `references` is one list of strings (one reference set), or a list of lists: reference sets of one
    string per segment each, or one list of references per segment. A square shape, in which both readings
    are possible, is refused; sets given by name, {"A": […], "B": […]}, can be read in one way only.
    """
    accept = check_accept(accept)
    if not isinstance(systems, Mapping) or not all(isinstance(name, str) for name in systems):
        raise InputError("systems must be given by name: {'A': [...], 'B': [...]}")
    if not systems:
        raise InputError("there is no system output to score; give at least one")
    count = len(next(iter(systems.values())))
    sets = list(references.values()) if isinstance(references, Mapping) else _reference_sets(references, count)
    return Corpus(
        systems={
            name: HeldTexts.of(_listed(texts, f"system {name!r}"), f"system {name!r}", accept)
            for name, texts in systems.items()
        },
        references=tuple(HeldTexts.of(texts, f"reference set {n}", accept) for n, texts in enumerate(sets, 1)),
        source=None if source is None else HeldTexts.of(_listed(source, "source"), "source", accept),
        ids=None if ids is None else tuple(str(i) for i in ids),
        facets={name: tuple(str(v) for v in values) for name, values in (facets or {}).items()},
    )


def _listed(texts: Sequence[Any], name: str) -> Sequence[Any]:
    if isinstance(texts, (str, bytes)):
        raise InputError(f"{name} is one string; give a list with one string per segment")
    return texts


def _reference_sets(references: Sequence[Any], count: int) -> list[Sequence[str | None]]:
    """Return `references` as reference sets, whichever way round they were given."""
    rows = list(_listed(references, "references"))
    if not rows:
        return []
    kinds = set(map(type, rows))
    if all(kind is type(None) or issubclass(kind, str) for kind in kinds):
        return [rows]
    if not all(issubclass(kind, Sequence) and not issubclass(kind, (str, bytes)) for kind in kinds):
        raise InputError("references mix strings and lists; give reference sets, or one list of references per segment")
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
        widest = max(lengths)
        return [[row[i] if i < len(row) else None for row in rows] for i in range(widest)]
    found = ", ".join(f"{n:,}" for n in sorted(lengths)[:4])
    raise InputError(
        f"{len(rows):,} lists of references with {found} strings do not fit {count:,} segments: "
        f"expected sets of {count:,} strings each, or {count:,} lists with the references of one segment each"
    )
