"""Scores of people: judgements of one dimension as the statistics of a measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.given import several_names
from steelyard.corpus.judgement import DIMENSION, Judgement
from steelyard.errors import InputError, suggestion, worded
from steelyard.judgements.measure import NORMALISED, RATIO, Human, HumanRate, dimension_name, judged_share
from steelyard.judgements.normalisation import NormalisedScores, check_named, normalise
from steelyard.judgements.rates import AWER, RATES, rated
from steelyard.judgements.sources import GivenJudgements, Outputs, judgements_of, source_of
from steelyard.judgements.statistics import HumanStatistics
from steelyard.judgements.table import MEAN, MEDIAN, Judgements, number_of
from steelyard.measures.kinds.base import ratio
from steelyard.results.numbers import counted
from steelyard.statistics import Statistics
from steelyard.statistics.single_values import SingleValues

#: From this share of the range of systems' human means on, a range that assessors alone would make is told.
UNEVEN = 0.25
#: Means that differ by no more than this share are equal: sums in another order differ in their last digits.
_TIE = 1e-9
#: The design where not all assessors are named.
UNKNOWN = "unknown"


def human_scores(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimension: str | None = None,
    accept: Sequence[str] = (),
    normalised: bool = False,
) -> HumanStatistics:
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
) -> tuple[HumanStatistics, ...]:
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
) -> tuple[HumanStatistics, ...]:
    """Return human scores as `all_human_scores` does; none where nobody judged and no dimension is asked for."""
    if source_of(human) is None and not outputs.judgements and not dimensions:
        return ()
    return all_human_scores(outputs, human, dimensions, accept)


def human_statistics(
    outputs: Outputs,
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
    accept: Sequence[str] = (),
) -> tuple[tuple[Statistics, ...], tuple[str, ...]]:
    """Return the statistics of the dimensions named, or of all there are, for all systems, and what to know of them.

    human   judgements as `sy.meta` takes them; without them, those that the corpus carries
    """
    people = all_human_scores(outputs, human, dimensions, accept)
    notices = dict.fromkeys(notice for scores in people for notice in (*scores.notices, *_cautions(scores)))
    return beside_measures(people, outputs.systems), tuple(notices)


def beside_measures(people: Sequence[HumanStatistics], systems: Iterable[str]) -> tuple[Statistics, ...]:
    """Return the statistics of people for the systems of measures; one that nobody judged has no score."""
    if any(scores.whole for scores in people):
        names = ", ".join(scores.dimension for scores in people)
        raise InputError(
            f"the human scores ({names}) are one for each system, and beside measures people need scores of segments: "
            f"give {worded('a column seg (or id)', 'a list for each system, or a column seg (or id) in a file')}, or "
            f"hold measures against scores of systems with {worded('`steelyard meta`', 'sy.meta')}"
        )
    chosen = tuple(systems)
    return tuple(scores.among(chosen) for scores in people)


def _cautions(scores: HumanStatistics) -> Iterator[str]:
    """Say how many outputs nobody judged, and whether it matters who judged the others."""
    if scores.uneven:
        yield f"{scores.uneven}; differences between systems may be differences between their assessors"
    values = scores.values
    if missing := int(np.isnan(values).sum()):
        label = scores.statistics.label
        yield f"{label} has no score for {missing:,} of {counted(values.size, 'output')}, for nobody judged them"


def _scores_of(outputs: Outputs, judgements: Judgements, normalised: bool) -> HumanStatistics:
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
    notices = (*judgements.notices, *repeated, *_notices(judged, outputs, judgements.place, dimension))
    judged_outputs = [(record.system, int(record.item)) for record in records]
    values, scales = [number_of(record) for record in records], None
    if normalised:
        normal = _normalised(records, judgements)
        judged_outputs = [(score.system, int(score.item)) for score in normal.scores]
        values, scales = [score.score for score in normal.scores], f"{NORMALISED}{_basis(normal.counts)}"
        notices += (*_beyond(judged, outputs), *(f"{dimension}, normalised: {notice}" for notice in normal.notices()))
    aggregated = partial(
        _AGGREGATED[judgements.aggregate], systems=systems, segments=1 if judgements.whole else len(outputs)
    )
    weights = None if normalised or dimension != AWER else [record.weight or 0.0 for record in records]
    sums = _sums(aggregated, judged_outputs, values, weights)
    is_rate = dimension in RATES and not normalised
    uneven = None if normalised else _uneven(dimension, ratio(*sums), _by_assessors(records, systems), is_rate)
    statistics = _statistics(judgements, records, systems, sums, scales, outputs)
    return HumanStatistics(statistics, notices, uneven)


def _statistics(
    judgements: Judgements,
    records: Sequence[Judgement],
    systems: tuple[str, ...],
    sums: tuple[NDArray[np.float64], NDArray[np.float64]],
    scales: str | None,
    outputs: Outputs,
) -> Statistics:
    """Return sums of outputs as the statistics of a measure that says how they came about."""
    (dimension,), whole = judgements.dimensions, judgements.whole
    kind = HumanRate if dimension in RATES and scales is None else Human
    amounts, weights = sums
    missing = np.isnan(ratio(amounts, weights))
    totals = np.where(missing, 0.0, amounts if kind.higher_is_better else 0.0 - amounts)
    rows = np.stack([totals, np.where(missing, 0.0, weights), missing], axis=-1)
    assessors, design = _design([record for record in records if record.system in systems])
    measure = kind(
        dimension=dimension,
        weights=judgements.origin.get("weights"),
        judgements=_judgements(judgements, kind is HumanRate and dimension == AWER),
        assessors=f"{assessors}" if assessors else "unnamed",
        design=design,
        scales=scales,
        judged=None if whole else judged_share(rows),
    )
    ids = None if whole or outputs.ids is None else tuple(outputs.ids)
    facets = {} if whole else {name: tuple(column) for name, column in outputs.facets.items()}
    selection = None if whole or outputs.selection is None else outputs.selection.without_texts()
    singles = _singles(judgements.current().records, systems, kind) if scales is None and not whole else None
    return Statistics(
        dimension_name(dimension),
        measure,
        systems,
        measure.fields,
        rows,
        (0, 0),
        ids,
        facets,
        singles=singles,
        selection=selection,
    )


def _singles(records: Sequence[Judgement], systems: Sequence[str], kind: type[Human]) -> SingleValues:
    """Return all judgements of systems one by one, repeated ones as well, on the scale of the score."""
    sign = 1 if kind.higher_is_better else -1
    outputs = [(record.system, int(record.item)) for record in records]
    return SingleValues(*_placed(outputs, [sign * number_of(record) for record in records], systems))


def _judgements(judgements: Judgements, weighted: bool) -> str:
    """Say how the judgements of one output, or of one system, became its value."""
    if judgements.whole:
        return f"{judgements.aggregate}-per-system" if judgements.origin.get("judgements") else "one-per-system"
    return f"{judgements.aggregate},{RATIO}" if weighted else judgements.aggregate


def _sums(
    aggregated: Callable[..., NDArray[np.float64]],
    outputs: Sequence[tuple[str, int]],
    values: Sequence[float],
    weights: Sequence[float] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two numbers per output whose ratio is its value: of rates of words the mean edits and mean words."""
    if weights is None:
        means = aggregated(outputs, values)
        return means, np.ones_like(means)
    edits = aggregated(outputs, [value * weight for value, weight in zip(values, weights, strict=True)])
    return edits, aggregated(outputs, weights)


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
    notices += (
        [f"left out of the values of outputs, for they repeat earlier ones: {counted(repeated, 'judgement')}"]
        if repeated
        else []
    )
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


def _uneven(
    dimension: str, means: NDArray[np.float64], by_assessors: NDArray[np.float64] | None, is_rate: bool
) -> str | None:
    """Say if systems would differ by who judged them alone, as strict assessors judged some and lenient others.

    means         of the outputs
    by_assessors  one value per system: its mean if every judgement were the mean of its assessor's judgements
    """
    if by_assessors is None:
        return None
    sign = -1 if is_rate else 1
    alone, judged = sign * by_assessors, ~np.isnan(means)
    raw = sign * ratio(np.where(judged, means, 0.0).sum(axis=1), judged.sum(axis=1))
    apart = float(np.ptp(alone))
    if apart <= _TIE * max(1.0, float(np.abs(alone).max())) or apart < UNEVEN * float(np.ptp(raw)):
        return None
    return (
        f"{dimension}: assessors are spread unevenly over systems: by their own means alone systems would "
        f"have {alone.min():.4g} to {alone.max():.4g}, where the raw means are {raw.min():.4g} to {raw.max():.4g}"
    )


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
