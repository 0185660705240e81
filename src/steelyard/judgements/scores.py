"""Scores of people: judgements of one dimension, averaged to the level at which measures are compared with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.given import several_names
from steelyard.corpus.judgement import DIMENSION, HUMAN, Judgement
from steelyard.errors import InputError, suggestion
from steelyard.judgements.normalisation import NormalisedScores, check_named, normalise
from steelyard.judgements.rates import AWER, RATES, rated
from steelyard.judgements.sources import GivenJudgements, Outputs, judgements_of, source_of
from steelyard.judgements.table import MEAN, MEDIAN, Judgements, number_of
from steelyard.measures.kinds.base import ratio
from steelyard.results.brief import Brief
from steelyard.results.numbers import counted
from steelyard.results.signature import Signature

#: From this share of the range of systems' human means on, a range that assessors alone would make is told.
UNEVEN = 0.25
#: Means that differ by no more than this share are equal: sums in another order differ in their last digits.
_TIE = 1e-9
#: The design where not all assessors are named.
UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False, repr=False)
class DimensionScores(Brief):
    """One value per output: the mean or median of its judgements on one dimension; nan where there is none.

    systems   those of the corpus that have judgements
    values    system × segment, or system × 1 where each system has one value as a whole
    notices   what was left out
    whole     whether each system has one value as a whole
    normalised  whether each assessor's judgements were brought to mean 0 and deviation 1 first
    origin    how the judgements came about, such as by which weights
    basis     over how many judgements each assessor was normalised
    assessors  how many there are; 0 where not all are named
    design    how they share the outputs: crossed, nested, partly crossed, or unknown
    by_assessors  one value per system: its mean if every judgement were the mean of its assessor's judgements; None
              where not all assessors are named, or all judgements are normalised
    aggregate  what the judgements of one output become its value by: mean or median
    is_rate   whether values are rates of errors as negative numbers: of all values, more is better
    weights   system × segment: how much values are worth in a mean; None where all are worth the same
    """

    dimension: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    notices: tuple[str, ...]
    whole: bool = False
    normalised: bool = False
    origin: Signature = Signature()
    basis: str = ""
    by_assessors: NDArray[np.float64] | None = None
    assessors: int = 0
    design: str = UNKNOWN
    aggregate: str = MEAN
    is_rate: bool = False
    weights: NDArray[np.float64] | None = None

    def at(self, level: str, outputs: Outputs) -> NDArray[np.float64]:
        """Return system × group: the mean of the judged outputs of each group; nan where none is judged."""
        if self.whole and level != "system":
            raise InputError(f"the human scores are one for each system, which is not level {level}; use level system")
        if self.whole or level == "segment":
            return self.values
        facet = ("",) * len(outputs) if level == "system" else outputs.facet(level)
        number = {name: n for n, name in enumerate(dict.fromkeys(facet))}
        member = np.zeros((len(outputs), len(number)))
        member[np.arange(len(outputs)), [number[value] for value in facet]] = 1
        judged = ~np.isnan(self.values)
        weights = np.where(judged, 1.0 if self.weights is None else self.weights, 0.0)
        counts = weights @ member
        sums = (np.where(judged, self.values, 0.0) * weights) @ member
        return ratio(sums, counts)

    def means(self, outputs: Outputs) -> NDArray[np.float64]:
        """Return the mean of each system on the scale of the judgements: of a rate, lower is better."""
        means = self.at("system", outputs)[:, 0]
        return 0.0 - means if self.is_rate else means

    def among(self, segments: NDArray[Any]) -> DimensionScores:
        """Return the scores of some segments."""
        weights = None if self.weights is None else self.weights[:, segments]
        return replace(self, values=self.values[:, segments], weights=weights)

    def of(self, systems: Sequence[str]) -> NDArray[np.float64]:
        """Return system × segment for these systems in this order; nan where one has no judgements."""
        rows = np.full((len(systems), self.values.shape[1]), np.nan)
        for n, name in enumerate(systems):
            if name in self.systems:
                rows[n] = self.values[self.systems.index(name)]
        return rows

    def uneven_assessors(self) -> str | None:
        """Say if systems would differ by who judged them alone, as strict assessors judged some and lenient others."""
        if self.by_assessors is None:
            return None
        sign = -1 if self.is_rate else 1
        alone = sign * self.by_assessors
        judged = ~np.isnan(self.values)
        raw = sign * ratio(np.where(judged, self.values, 0.0).sum(axis=1), judged.sum(axis=1))
        apart = float(np.ptp(alone))
        if apart <= _TIE * max(1.0, float(np.abs(alone).max())) or apart < UNEVEN * float(np.ptp(raw)):
            return None
        return (
            f"{self.dimension}: assessors are spread unevenly over systems: by their own means alone systems would "
            f"have {alone.min():.4g} to {alone.max():.4g}, where the raw means are {raw.min():.4g} to {raw.max():.4g}"
        )

    def choices(self) -> dict[str, Any]:
        """Return what people's scores rest on, as the signature of every number that they have a part in says it."""
        judged = int((~np.isnan(self.values)).sum())
        unnamed = "unnamed" if self.design == UNKNOWN else None
        return {
            "dimension": self.dimension,
            "weights": self.origin.get("weights"),
            "judgements": self._judgements(),
            "assessors": f"{self.assessors}" if self.assessors else unnamed,
            "design": self.design,
            "scales": f"normalised over {self.basis}" if self.normalised else None,
            "judged": None if self.whole else f"{judged}/{self.values.size}",
        }

    def _judgements(self) -> str:
        """Say how the judgements of one output, or of one system, became its value."""
        if self.whole:
            return f"{self.aggregate}-per-system" if self.origin.get("judgements") else "one-per-system"
        return self.aggregate if self.weights is None else f"{self.aggregate},ratio-of-sums"

    def signature(self, level: str) -> Signature:
        """Return how the values of a level came about."""
        means = {} if self.whole or level == "segment" or self.weights is not None else {level: "mean"}
        return Signature.of(HUMAN, **self.choices(), **means)


def human_scores(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    accept: Sequence[str] = (),
    normalised: bool = False,
) -> DimensionScores:
    """Return human scores of the systems of a corpus, from a file, a mapping, or the corpus itself.

    `dimension` may be left out where there is only one. With `normalised`, each assessor's scores are first brought to
    mean 0 and deviation 1, over all that they judged: how an assessor uses the scale shows in their judgements of
    systems that are not scored here too.
    """
    judgements = rated(judgements_of(outputs, human, accept))
    return _scores_of(outputs, judgements.on(judgements.chosen_dimension(dimension)), normalised)


def all_human_scores(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    accept: Sequence[str] = (),
    normalised: bool = False,
) -> tuple[DimensionScores, ...]:
    """Return human scores of the dimensions named, or of all there are."""
    judgements = rated(judgements_of(outputs, human, accept))
    names = dict.fromkeys(several_names(dimensions, "dimensions"))
    chosen = [judgements.chosen_dimension(name) for name in names] or judgements.dimensions
    return tuple(_scores_of(outputs, judgements.on(name), normalised) for name in chosen)


def any_human_scores(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    accept: Sequence[str] = (),
) -> tuple[DimensionScores, ...]:
    """Return human scores as `all_human_scores` does; none where nobody judged and no dimension is asked for."""
    if source_of(human) is None and not outputs.judgements and not dimensions:
        return ()
    return all_human_scores(outputs, human, dimensions, accept)


def _scores_of(outputs: Outputs, judgements: Judgements, normalised: bool) -> DimensionScores:
    """Return the scores of judgements on one dimension."""
    (dimension,) = judgements.dimensions
    records, repeated = _counting(judgements)
    judged = dict.fromkeys(record.system for record in records)
    systems = tuple(name for name in outputs.systems if name in judged)
    if not systems:
        raise InputError(
            f"the human scores {judgements.place} are of {_listed(judged)}, and none of these is scored here"
            + suggestion(next(iter(judged)), outputs.systems)
        )
    notices, basis = (*judgements.notices, *repeated, *_notices(judged, outputs, judgements.place, dimension)), ""
    by_assessors = None if normalised else _by_assessors(records, systems)
    design = _design([record for record in records if record.system in systems])
    judged_outputs = [(record.system, int(record.item)) for record in records]
    values = [number_of(record) for record in records]
    if normalised:
        normal = _normalised(records, judgements)
        judged_outputs = [(score.system, int(score.item)) for score in normal.scores]
        values = [score.score for score in normal.scores]
        basis = _basis(normal.counts)
        notices += (*_beyond(judged, outputs), *(f"{dimension}, normalised: {notice}" for notice in normal.notices()))
    segments = 1 if judgements.whole else len(outputs)
    aggregated = partial(_AGGREGATED[judgements.aggregate], systems=systems, segments=segments)
    weights = None if normalised or dimension != AWER else [record.weight or 0.0 for record in records]
    means, weighed = _weighed(aggregated, judged_outputs, values, weights)
    return DimensionScores(
        dimension,
        systems,
        means,
        notices,
        judgements.whole,
        normalised,
        judgements.origin,
        basis,
        by_assessors,
        *design,
        judgements.aggregate,
        dimension in RATES and not normalised,
        weighed,
    )


def _weighed(
    aggregated: Callable[..., NDArray[np.float64]],
    outputs: Sequence[tuple[str, int]],
    values: Sequence[float],
    weights: Sequence[float] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """Return one value per output, and its weight: of rates of words the ratio of mean edits and mean words."""
    if weights is None:
        return aggregated(outputs, values), None
    words = aggregated(outputs, weights)
    edits = aggregated(outputs, [value * weight for value, weight in zip(values, weights, strict=True)])
    return ratio(edits, words), words


def _counting(judgements: Judgements) -> tuple[Sequence[Judgement], tuple[str, ...]]:
    """Return the judgements that count, and a notice of those that do not: superseded, and repeated ones."""
    current = judgements.current().records
    seen: set[tuple[str, int | str, str]] = set()
    records = []
    for record in current:
        place = *record.output, record.assessor
        if not record.repeat or place not in seen:
            records.append(record)
        seen.add(place)
    superseded, repeated = len(judgements) - len(current), len(current) - len(records)
    notices = [f"left out, for later ones supersede them: {counted(superseded, 'judgement')}"] if superseded else []
    notices += [f"left out, for they repeat earlier ones: {counted(repeated, 'judgement')}"] if repeated else []
    return records, tuple(notices)


def _normalised(records: Sequence[Judgement], judgements: Judgements) -> NormalisedScores:
    """Return records in deviations from each assessor's mean, aggregated per output (Leusch et al., 2005)."""
    try:
        check_named([record.assessor for record in records])
        _check_once(records)
        return normalise(Judgements(tuple(records), aggregate=judgements.aggregate))
    except InputError as refused:
        raise InputError(f"the human scores {judgements.place}: {refused}") from None


def _check_once(records: Sequence[Judgement]) -> None:
    seen: set[tuple[str, int | str, str]] = set()
    for record in records:
        place = *record.output, record.assessor
        if place in seen:
            raise InputError(
                f"assessor {record.assessor!r} judged segment {record.item} of system {record.system!r} twice, so the "
                f"scores cannot be normalised; keep one"
            )
        seen.add(place)


def _basis(counts: Mapping[str, int]) -> str:
    """Return how many assessors there are, and how many judgements each made."""
    least, most = min(counts.values()), max(counts.values())
    each = counted(most, "judgement") if least == most else f"{least:,}-{most:,} judgements"
    return f"{counted(len(counts), 'assessor')} × {each}"


def _beyond(judged: Mapping[str, Any], outputs: Outputs) -> tuple[str, ...]:
    foreign = [name for name in judged if name not in outputs.systems]
    if not foreign:
        return ()
    return (f"each assessor is normalised over all their judgements, also those of {_listed(foreign)}",)


def _means(
    outputs: Sequence[tuple[str, int]], values: Sequence[float], systems: Sequence[str], segments: int
) -> NDArray[np.float64]:
    """Return system × segment means of values of outputs; those of other systems have no part in them."""
    rows, columns, kept = _placed(outputs, values, systems)
    sums, counts = (np.zeros((len(systems), segments)) for _ in range(2))
    np.add.at(sums, (rows, columns), kept)
    np.add.at(counts, (rows, columns), 1)
    return ratio(sums, counts)


def _medians(
    outputs: Sequence[tuple[str, int]], values: Sequence[float], systems: Sequence[str], segments: int
) -> NDArray[np.float64]:
    """Return system × segment medians of values of outputs; the mean of the middle two of an even number."""
    rows, columns, kept = _placed(outputs, values, systems)
    order = np.lexsort((kept, columns, rows))
    places, first, counts = np.unique((rows * segments + columns)[order], return_index=True, return_counts=True)
    lower, upper = (kept[order][first + middle] for middle in ((counts - 1) // 2, counts // 2))
    medians = np.full(len(systems) * segments, np.nan)
    medians[places] = np.where(lower == upper, lower, (lower + upper) / 2)
    return medians.reshape(len(systems), segments)


_AGGREGATED = {MEAN: _means, MEDIAN: _medians}


def _placed(
    outputs: Sequence[tuple[str, int]], values: Sequence[float], systems: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Return row, column and value of each value of an output of these systems."""
    row = {name: n for n, name in enumerate(systems)}
    kept = [n for n, (system, _) in enumerate(outputs) if system in row]
    rows, columns = [row[outputs[n][0]] for n in kept], [outputs[n][1] for n in kept]
    return np.array(rows, np.intp), np.array(columns, np.intp), np.array([values[n] for n in kept], float)


def _by_assessors(records: Sequence[Judgement], systems: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the mean of each system if every judgement were the mean of its assessor's."""
    by_assessor: dict[str, list[float]] = {}
    for record in records:
        by_assessor.setdefault(record.assessor, []).append(number_of(record))
    if any(not name.strip() for name in by_assessor):
        return None
    own = {name: sum(values) / len(values) for name, values in by_assessor.items()}
    outputs = [(record.system, 0) for record in records]
    return _means(outputs, [own[record.assessor] for record in records], systems, 1)[:, 0]


def _design(records: Sequence[Judgement]) -> tuple[int, str]:
    """Return how many assessors there are, and how they share the outputs.

    crossed          every assessor judged every output that was judged
    nested           every output was judged by one assessor
    partly crossed   anything between
    """
    assessors = {record.assessor for record in records}
    if any(not name.strip() for name in assessors):
        return 0, UNKNOWN
    pairs = {(record.output, record.assessor) for record in records}
    outputs = {output for output, _ in pairs}
    if len(pairs) == len(outputs) * len(assessors):
        return len(assessors), "crossed"
    return len(assessors), "nested" if len(pairs) == len(outputs) else "partly crossed"


def _notices(judged: Mapping[str, Any], outputs: Outputs, place: str, dimension: str) -> tuple[str, ...]:
    foreign = [name for name in judged if name not in outputs.systems]
    bare = [name for name in outputs.systems if name not in judged]
    notices = []
    if foreign:
        notices.append(f"left out, for they are not scored here: {_listed(foreign)} (human scores {place})")
    if bare:
        on = "" if dimension == DIMENSION else f" ({dimension})"
        notices.append(f"left out where human scores are needed, for they have none{on}: {_listed(bare)}")
    return tuple(notices)


def _listed(names: Sequence[str] | Mapping[str, Any]) -> str:
    return f"{'systems' if len(names) > 1 else 'system'} {', '.join(map(str, names))}"
