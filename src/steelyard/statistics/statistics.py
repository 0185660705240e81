"""Statistics: what every segment adds to a measure, for every system; all scores are made from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, NotAdditive, SpecError, suggestion
from steelyard.measures.kinds.base import Measure
from steelyard.results.brief import Brief
from steelyard.results.signature import Signature
from steelyard.statistics.single_values import SingleValues
from steelyard.version import VERSION

if TYPE_CHECKING:
    from steelyard.corpus.selection import Choice, Selection


@dataclass(frozen=True, eq=False, repr=False)
class Statistics(Brief):
    """One measure's statistics for all systems.

    label     the measure as the user wrote it
    values    system × segment × field
    ids       segment names, or None for numbers from 0
    facets    name → one value per segment
    references  lowest and highest number of references of a segment
    kinds     of these references, where they are said
    selection  what the segments are of a larger test set that they were selected from
    resources  option → digest or version of what it names outside the measure, as it was when the texts were read
    context   digest of what a fitted measure was fitted to, else ""
    left_out  numbers of the segments that could not be annotated, whose rows are zeros
    whole     how many segments there were before such segments went; 0 if none did
    singles   the values that those of segments are means of, where there are such; files of statistics have none
    """

    label: str
    measure: Measure
    systems: tuple[str, ...]
    fields: tuple[str, ...]
    values: NDArray[Any]
    references: tuple[int, int]
    ids: tuple[str, ...] | None = None
    facets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    resources: Mapping[str, str] = field(default_factory=dict)
    context: str = ""
    version: str = VERSION
    left_out: tuple[int, ...] = ()
    whole: int = 0
    kinds: tuple[str, ...] = ()
    singles: SingleValues | None = None
    selection: Selection | None = None

    def sums(self) -> NDArray[Any]:
        """Return system × field, summed over all segments."""
        return np.asarray(self.values.sum(axis=1, dtype=_sum_type(self.values)))

    def units(self, facet: str) -> tuple[tuple[str, ...], NDArray[np.int64]]:
        """Return the values of a facet in order of appearance, and for each segment which of them it has."""
        if facet not in self.facets:
            raise SpecError(
                f"there is no facet {facet!r} to group by" + suggestion(facet, ["segment", "system", *self.facets])
            )
        names = tuple(dict.fromkeys(self.facets[facet]))
        place = {name: n for n, name in enumerate(names)}
        return names, np.array([place[value] for value in self.facets[facet]], np.int64)

    def group(self, facet: str) -> tuple[tuple[str, ...], NDArray[Any]]:
        """Return the values of a facet in order of appearance, and system × group × field sums."""
        names, index = self.units(facet)
        sums: NDArray[Any] = np.zeros((len(self.systems), len(names), len(self.fields)), _sum_type(self.values))
        for system, rows in enumerate(self.values):
            np.add.at(sums[system], index, rows)
        return names, sums

    def at(self, level: str) -> tuple[Sequence[str | int | None], NDArray[Any]]:
        """Return the groups of a level (segments, a facet's values, or none) and system × group × field sums."""
        if level == "system":
            return [None], self.sums()[:, None, :]
        if level == "segment":
            return self.ids or range(self.values.shape[1]), self.values
        return self.group(level)

    def scores(self, level: str) -> tuple[Sequence[str | int | None], NDArray[Any], NDArray[np.float64]]:
        """Return the groups of a level, system × group × field sums, and system × group scores.

        A group all of whose segments were left out is undefined.
        """
        groups, sums = self.at(level)
        values = np.asarray(self.measure.at_level(level).score(sums), float)
        if np.isinf(values).any():
            system, group = np.argwhere(np.isinf(values))[0]
            where = self.systems[system] + ("" if groups[group] is None else f", {level} {groups[group]}")
            raise InputError(f"{self.label}: the score of {where} is infinite; expected a number, or nan for none")
        if self.left_out:
            values = np.where(self.counted(level) > 0, values, np.nan)
        return groups, sums, values

    def counted(self, level: str) -> NDArray[np.int64]:
        """Return how many segments of each group of a level were not left out."""
        inside = np.ones(self.values.shape[1], np.int64)
        inside[list(self.left_out)] = 0
        if level == "segment":
            return inside
        if level == "system":
            return np.array([inside.sum()])
        names, index = self.units(level)
        return np.bincount(index, inside, len(names)).astype(np.int64)

    def signature(self, level: str = "system") -> Signature:
        """Return every choice behind the numbers in one line."""
        signature = signature_of(
            self.measure, self.references, self.resources, self.context, level, self.version, self.kinds, self.selection
        )
        segments = self.values.shape[1]
        annotated, whole = segments - len(self.left_out), self.whole or segments
        return signature if annotated == whole else signature.joined(annotated=f"{annotated}/{whole}")

    def kept(self) -> Statistics:
        """Return the statistics of the segments that were not left out, from which samples are drawn."""
        if not self.left_out:
            return self
        return replace(self.taken(np.flatnonzero(self.counted("segment"))), whole=self.values.shape[1])

    def taken(self, segments: Sequence[int] | NDArray[np.int64]) -> Statistics:
        """Return the statistics of some segments."""
        out = set(self.left_out)
        return replace(
            self,
            values=self.values[:, segments],
            ids=None if self.ids is None else tuple(self.ids[n] for n in segments),
            facets={name: tuple(values[n] for n in segments) for name, values in self.facets.items()},
            left_out=tuple(place for place, n in enumerate(segments) if int(n) in out),
            singles=None if self.singles is None else self.singles.taken(segments),
            selection=None if self.selection is None else self.selection.taken(segments),
        )

    def select(self, choice: Choice) -> tuple[Statistics, tuple[str, ...]]:
        """Return the statistics of chosen systems and segments, which keep their names, and what was left out."""
        from steelyard.corpus.selection import Selection, chosen

        count = self.values.shape[1]
        whole = self.selection or Selection(np.arange(count), count, self.ids, self.facets.get("document"))
        part = chosen(choice, self.systems, self.facets, whole)
        statistics = self.among(part.systems)
        if part.places is not None:
            statistics = replace(statistics.taken(part.places), ids=part.names(), selection=part.selection)
        return statistics, part.notices

    def having(self) -> NDArray[np.bool_]:
        """Return system × segment: whether the segment has a part in the system's score."""
        return np.asarray(self.measure.has_part(self.values), bool)

    def scored(self) -> Statistics:
        """Return the statistics of the systems that some segment has a part in the score of."""
        scored = np.asarray(self.having().any(axis=1))
        return self.among(tuple(name for name, some in zip(self.systems, scored, strict=True) if some))

    def shared(self) -> Statistics:
        """Return the statistics of the segments that all systems have, unless all lack the same."""
        have = self.having()
        return self if (have == have[0]).all() else self.taken(np.flatnonzero(have.all(axis=0)))

    def among(self, systems: tuple[str, ...]) -> Statistics:
        """Return the statistics of some systems, in their order."""
        if systems == self.systems:
            return self
        places = [self.systems.index(name) for name in systems]
        singles = None if self.singles is None else self.singles.among(places)
        return replace(self, systems=systems, values=self.values[places], singles=singles)

    def merge(self, other: Statistics) -> Statistics:
        """Return the statistics of both sets of segments, as of the shards of one test set."""
        if self.context != other.context:
            raise NotAdditive(
                f"{self.label}: the two parts were fitted to different references ({self.context}, {other.context}); "
                f"fit the measure to the whole test set first"
            )
        for what, ours, theirs in (
            ("measure", self.measure, other.measure),
            ("systems", self.systems, other.systems),
            ("kinds of references", self.kinds, other.kinds),
            ("selection", *(part.selection.label if part.selection else "none" for part in (self, other))),
            ("resources", dict(self.resources), dict(other.resources)),
            ("version", self.version, other.version),
            ("facets", sorted(self.facets), sorted(other.facets)),
            ("use of segment ids", self.ids is not None, other.ids is not None),
        ):
            if ours != theirs:
                raise InputError(
                    f"{self.label}: the two parts differ in {what} ({ours}, {theirs}) and cannot be merged"
                )
        if self.ids and other.ids and (both := set(self.ids) & set(other.ids)):
            raise InputError(f"{self.label}: segment {min(both)!r} is in both parts; each segment must be in one")
        lows, highs = zip(self.references, other.references, strict=True)
        return replace(
            self,
            values=np.concatenate((self.values, other.values), axis=1),
            references=(min(lows), max(highs)),
            ids=None if self.ids is None or other.ids is None else self.ids + other.ids,
            facets={name: column + other.facets[name] for name, column in self.facets.items()},
            left_out=(*self.left_out, *(self.values.shape[1] + n for n in other.left_out)),
            singles=None,
        )


def unannotated(statistics: Sequence[Statistics]) -> Iterator[str]:
    """Say which measures have no score of some segments, which could not be annotated."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for measured in statistics:
        if measured.left_out:
            groups.setdefault(measured.left_out, []).append(measured.label)
    for left_out, labels in groups.items():
        share = f"{len(left_out):,} of {statistics[0].values.shape[1]:,} segments"
        yield f"{share} could not be annotated and have no score: {', '.join(labels)}"


def misfits(statistics: Sequence[Statistics]) -> Iterator[str]:
    """Say which measures are not made for the texts, and why."""
    for measured in statistics:
        if (misfit := misfit_of(measured)) is not None:
            yield f"{measured.label}: {misfit}"


def misfit_of(statistics: Statistics) -> str | None:
    """Return why the texts are none for the measure, if so."""
    return statistics.measure.misfit(statistics.sums().mean(axis=0))


def scores_and_sums(measure: Measure, rows: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return the score of each row of statistics, and the sum of those that have one, for the measure's notice."""
    scores = np.asarray(measure.score(rows), float)
    return scores, np.asarray(rows)[~np.isnan(scores)].sum(axis=0)


def signature_of(
    measure: Measure,
    references: tuple[int, int],
    resources: Mapping[str, str],
    context: str,
    level: str,
    version: str = VERSION,
    kinds: Sequence[str] = (),
    selection: Selection | None = None,
) -> Signature:
    """Return every choice behind a measure's numbers in one line; see `Statistics` for what is given."""
    low, high = references
    # Of a file or folder only its name: the digest tells what it holds, wherever it lies.
    choices = {
        name: f"{Path(value).name}#{resources[name]}" if name in resources else value
        for name, value in measure.at_level(level).signature().items()
    }
    named = Signature.of(measure.name + (f"@{measure.preset}" if measure.preset else ""), **choices)
    spread = f"{low}-{high}" if low < high else high or None
    definition = measure.definition if measure.definition > 1 else None
    return named.joined(
        plugin=measure.origin, definition=definition, references=spread, kinds=",".join(kinds) or None,
        context=context or None, **({} if selection is None else selection.words), level=level, steelyard=version,
    )  # fmt: skip


def _sum_type(values: NDArray[Any]) -> type:
    return np.int64 if np.issubdtype(values.dtype, np.integer) else np.float64
