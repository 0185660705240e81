"""Pairs of systems on the segments that both have: differences, p, intervals, wins and effect sizes.

A segment without a value has no part in a mean: an output that nobody judged, a score that a file lacks, a function
that gave none. Means over different segments differ by how hard these are, so two systems are compared on the segments
that both have a value for and, by a test that looks at all systems at once, on those that all have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws
from steelyard.inference.comparison.effects import standardised_differences
from steelyard.inference.comparison.significance import (
    Sample,
    SignificanceOutcome,
    SignificanceTest,
    outcome_of,
    signs_of_whole,
)
from steelyard.inference.comparison.unit_scores import without_rounding
from steelyard.statistics import Statistics
from steelyard.statistics.intervals import FEWEST_UNITS, Intervals, contributions, joined, moments, units_of
from steelyard.statistics.resampling import TIE, Advance, bootstrap, crossed_factors, drawn_rows, unit_rows

Array = NDArray[Any]

_UNITS_AT_ONCE = 1 << 14
_NUMBERS_AT_ONCE = 1 << 22
_NUMBERS = 6


@dataclass(frozen=True, eq=False)
class PairGroup:
    """Pairs of systems that are compared on the same segments.

    members     their places among all pairs
    pairs       [pair, 2]: the places of their systems
    inside      which segments they are compared on; None where their systems have the same segments
    unscored    whether they are not compared, for a system of each pair has no score of any segment
    """

    members: Array
    pairs: Array
    inside: Array | None = None
    unscored: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is no segment to compare them on."""
        return self.inside is not None and not self.inside.any()


@dataclass(frozen=True, eq=False)
class PairFigures:
    """What is found of the pairs of a group.

    numbers     pair × (difference, p, wins, effect, low, high), the last two of the effect
    signs       pair × (of what is tested, of the whole score): 1 where the first system has more, -1 the second
    n           units that both systems have a score for
    outcome     of the test
    intervals   what those of the differences are made of; None where there is nothing
    farthest    per resample, how many standard deviations the farthest of the differences lies from its own
    """

    numbers: Array
    signs: Array
    n: Array
    outcome: SignificanceOutcome
    intervals: Intervals | None = None
    farthest: Array | None = None

    def bounds(self, confidence: float) -> Array:
        """Return pair × (low, high) of the differences."""
        if self.intervals is None:
            return np.full((len(self.numbers), 2), np.nan)
        return np.stack(self.intervals.bounds(confidence), axis=1)


def pair_groups(statistics: Statistics, pairs: Array, together: bool, paired: bool = True) -> list[PairGroup]:
    """Return the pairs by the segments that they are compared on; mostly that is one group, of all segments.

    together    whether all systems are tested at once, so that only segments count that all have
    paired      whether only segments count that both have; otherwise each system has all of its own
    """
    have, places = statistics.having(), np.arange(len(pairs))
    if (have == have[0]).all():
        return [PairGroup(places, pairs)]
    scored = np.asarray(have.any(axis=1))
    compared = scored[pairs].all(axis=1)
    groups = []
    if not compared.all():
        nowhere = np.zeros(have.shape[1], bool)
        groups.append(PairGroup(places[~compared], pairs[~compared], nowhere, unscored=True))
    if together and compared.any():
        every = np.asarray(have[scored].all(axis=0))
        groups.append(PairGroup(places[compared], pairs[compared], None if (have[scored] == every).all() else every))
        return groups
    members: dict[bytes, list[int]] = {}
    for place in places[compared].tolist():
        a, b = pairs[place]
        key = b"" if not paired or (have[a] == have[b]).all() else np.packbits(have[a] & have[b]).tobytes()
        members.setdefault(key, []).append(place)
    for key, alike in members.items():
        a, b = pairs[alike[0]]
        groups.append(PairGroup(np.array(alike), pairs[alike], have[a] & have[b] if key else None))
    return groups


def restricted(statistics: Statistics, group: PairGroup, together: bool) -> tuple[Statistics, Array]:
    """Return the statistics that a group is compared by, and the places of its pairs among their systems."""
    if group.inside is None and not together:
        return statistics, group.pairs
    systems = np.unique(group.pairs)
    chosen = statistics.among(tuple(statistics.systems[place] for place in systems))
    if group.inside is not None:
        chosen = chosen.taken(np.flatnonzero(group.inside))
    return chosen, np.searchsorted(systems, group.pairs)


def shared_notice(label: str, groups: Sequence[PairGroup], together: bool) -> str | None:
    """Say on which segments systems are compared that do not have the same, if there are such."""
    masks = [group.inside for group in groups if group.inside is not None and not group.unscored]
    if not masks:
        return None
    counts, every = sorted(int(inside.sum()) for inside in masks), len(masks[0])
    number = f"{counts[0]:,}" if counts[0] == counts[-1] else f"{counts[0]:,} to {counts[-1]:,}"
    whose, which = ("all systems", "they") if together else ("two systems", "both")
    return (
        f"{label}: not all systems have a score for the same segments; {whose} are compared on those that {which} have "
        f"({number} of {every:,}), and a system's own score is of all that it has"
    )


def figures_of(
    statistics: Statistics,
    pairs: Array,
    test: SignificanceTest,
    draws: Draws,
    drawn: Array,
    threads: int,
    advance: Advance | None,
) -> PairFigures:
    """Return what is found of pairs of systems; drawn is resample × system scores."""
    a, b = pairs.T
    whole, units = whole_scores(statistics), _unit_scores(statistics, draws.unit)
    differences = drawn[:, a] - drawn[:, b]
    sample = Sample(statistics, pairs, units, whole, drawn, draws, threads, advance)
    outcome = outcome_of(test, sample)
    effects = standardised_differences(units, pairs, draws, crossed_factors(statistics, draws.unit), threads)
    wins = _wins(differences, statistics.measure.higher_is_better)
    signs = np.nan_to_num(np.stack([test.signs(sample), signs_of_whole(sample)], axis=1)).astype(int)
    defined = ~np.isnan(units)
    return PairFigures(
        np.column_stack([whole[a] - whole[b], outcome.p, wins, effects]),
        signs,
        (defined[a] & defined[b]).sum(axis=1),
        outcome,
        _intervals(statistics, pairs, whole, draws, differences),
        farthest(differences, whole[a] - whole[b]),
    )


def farthest(drawn: Array, values: Array) -> Array:
    """Return per resample how far the farthest estimate lies from its value, in its own standard deviations."""
    spread = drawn.std(axis=0)
    moving = spread > TIE * np.abs(values)
    off = np.abs(drawn[:, moving] - values[moving]) / spread[moving]
    return np.asarray(off.max(axis=1, initial=0))


def _intervals(statistics: Statistics, pairs: Array, whole: Array, draws: Draws, differences: Array) -> Intervals:
    """Return what intervals of the differences are made of; differences is resample × pair."""
    rows, factors = drawn_rows(statistics, draws.unit), crossed_factors(statistics, draws.unit)
    inside = statistics.measure.has_part(rows)
    added, units = contributions(rows, statistics.measure.score, inside), units_of(inside, factors)
    at_once = max(1, _NUMBERS_AT_ONCE // max(1, rows.shape[1]))
    parts = []
    for start in range(0, len(pairs), at_once):
        a, b = pairs[start : start + at_once].T
        parts.append(moments(added[a] - added[b], np.minimum(units[a], units[b]), factors))
    (a, b), (least, most) = pairs.T, statistics.measure.bounds
    scale, width = np.maximum(np.abs(whole[a]), np.abs(whole[b])), most - least
    # the same statistics in every unit: whatever units are drawn, the difference is 0
    alike = np.array([np.array_equal(rows[first], rows[second]) for first, second in pairs], bool)
    return Intervals(
        draws.kind, whole[a] - whole[b], joined(parts), scale, differences, least=-width, most=width, certain=alike
    )


def no_figures(pairs: Array) -> PairFigures:
    """Return that nothing is found of pairs, for they have no segment in common."""
    count = len(pairs)
    numbers, none = np.full((count, _NUMBERS), np.nan), np.zeros(count, int)
    return PairFigures(numbers, np.stack([none, none], axis=1), none, SignificanceOutcome(numbers[:, 1]))


def resampled_scores(
    statistics: Statistics, draws: Draws, drawn_from: int, threads: int, advance: Advance | None
) -> Array:
    """Return resample × system scores, drawn from so many units."""
    drawn = bootstrap(statistics, draws.resamples, draws.seed, draws.unit, threads, advance)
    # a unit drawn from one is always the same, which says nothing about how surely it stands for others
    return drawn if drawn_from >= FEWEST_UNITS else np.full_like(drawn, np.nan)


def whole_scores(statistics: Statistics) -> Array:
    """Return the systems' scores on all segments."""
    return np.asarray(statistics.measure.score(statistics.sums()), float)


def counts_of_units(statistics: Statistics, unit: str) -> dict[str, int]:
    """Return how many there are of each of the unit's factors."""
    return {factor: unit_rows(statistics, factor).shape[1] for factor in unit.split("*")}


def _unit_scores(statistics: Statistics, unit: str) -> Array:
    """Return system × unit scores; made block by block, as a score may take many times the room of its result."""
    unit = "segment" if "*" in unit else unit
    measure, rows = statistics.measure.at_level(unit), unit_rows(statistics, unit)
    starts = range(0, rows.shape[1], _UNITS_AT_ONCE)
    scores = [measure.score(rows[:, n : n + _UNITS_AT_ONCE]) for n in starts]
    return without_rounding(np.concatenate(scores, axis=1, dtype=float))


def _wins(differences: Array, higher_is_better: bool) -> Array:
    better = differences if higher_is_better else -differences
    share = ((better > 0) + 0.5 * (better == 0)).mean(axis=0)
    return np.where(np.isnan(differences).any(axis=0), np.nan, share)
