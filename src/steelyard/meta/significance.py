"""Which measures go better with people than others: all pairs of measures tested, with correction for their number."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.correlation_difference import correlation_difference
from steelyard.inference.decisions import exchanged_decisions
from steelyard.inference.multiplicity import corrected
from steelyard.inference.plain import plain
from steelyard.inference.standings import letters, rank_ranges
from steelyard.meta.correlation import Draws, Facing, MeasureCorrelation, oriented
from steelyard.meta.levels import CALIBRATED, SOFT, SOFT_MTME, Level
from steelyard.meta.table import Column

Array = NDArray[Any]

_NO_TEST = "soft accuracy has no test of two measures here; compare them by accuracy"


@dataclass(frozen=True)
class MeasureDifference:
    """Two measures under one coefficient, on the outputs that both have scores of.

    difference    value of a minus value of b
    p             two-sided; p_corrected allows for all pairs of measures in this table
    better        the measure that is shown to go better with people, or None
    """

    a: str
    b: str
    human: str
    judgements: str
    level: str
    coefficient: str
    difference: float
    p: float
    p_corrected: float
    better: str | None
    n: int
    test: str
    signature: str
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as JSON has it; what is undefined is null, with its reason."""
        return plain(vars(self))


@dataclass(frozen=True)
class MeasureStanding:
    """A measure's place in one table.

    letters            measures that share one are not told apart; None if there are too many groups
    best, worst rank   as far as the pairwise decisions leave it open; None where the value is undefined
    """

    measure: str
    human: str
    judgements: str
    level: str
    coefficient: str
    value: float
    letters: str | None
    best_rank: int | None
    worst_rank: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as JSON has it."""
        return plain(vars(self))


@dataclass(frozen=True)
class Testing:
    """How pairs of measures are tested.

    test      permutation (any coefficient), or williams, which is for Pearson's r of systems or of pooled outputs;
              other coefficients and groups are then permuted all the same
    correct   correction for the number of pairs of a table
    level     a corrected p up to it tells two measures apart
    """

    test: str = "permutation"
    correct: str = "holm"
    level: float = 0.05

    def __post_init__(self) -> None:
        if self.test not in ("permutation", "williams"):
            raise SpecError(f"unknown test of two measures {self.test!r}; expected permutation or williams")
        if not 0 < self.level < 1:
            raise SpecError(f"level={self.level} is not possible; expected between 0 and 1")
        corrected(np.zeros(0), self.correct)


@dataclass(frozen=True)
class _Found:
    difference: float
    p: float
    n: int
    test: str
    signature: str
    reason: str | None = None


def differences(
    faces: Sequence[Facing],
    cells: Sequence[MeasureCorrelation],
    levels: dict[str, Level],
    draws: Draws,
    testing: Testing,
    threads: int,
    advance: Callable[[], None] | None = None,
) -> tuple[tuple[MeasureDifference, ...], tuple[MeasureStanding, ...]]:
    """Test all pairs of measures of each table of cells, and say where each measure stands."""
    tables: dict[tuple[str, str, str, str], dict[str, MeasureCorrelation]] = {}
    for one in cells:
        tables.setdefault((one.human, one.judgements, one.level, one.coefficient), {})[one.measure] = one
    held = {(face.human.dimension, face.judgements): face for face in faces}
    made: list[MeasureDifference] = []
    places: list[MeasureStanding] = []
    with ThreadPoolExecutor(threads) as pool:
        for key, table in tables.items():
            face, level = held[key[:2]], levels[key[2]]
            pairs = list(itertools.combinations(face.table.columns, 2))
            sides = {column.label: _scores(column, level) for column in face.table.columns}
            found = []

            def one_pair(
                pair: tuple[Column, Column], face: Facing = face, level: Level = level, key: Any = key,
                table: Any = table, sides: Any = sides,
            ) -> _Found:  # fmt: skip
                return _difference(face, pair, level, key[3], table, sides, draws, testing)

            for result in pool.map(one_pair, pairs):
                found.append(result)
                if advance is not None:
                    advance()
            some = list(_corrected(key, pairs, found, testing))
            made += some
            places += _standings(key, table, some)
    return tuple(made), tuple(places)


def out_of_reach(measures: int, draws: Draws, testing: Testing) -> list[str]:
    """Say if no pair of measures could be told apart, for a permutation's p cannot be small enough."""
    pairs = measures * (measures - 1) // 2
    least = pairs / (draws.trials + 1)
    if testing.correct not in ("holm", "bonferroni") or least <= testing.level:
        return []
    needed = math.ceil(pairs / testing.level) - 1
    return [
        f"no pair of measures can be told apart by permutation: with {pairs:,} pairs and {draws.trials:,} trials the "
        f"least p after {testing.correct} is {min(least, 1):.2g}; make {needed:,} trials, or correct otherwise"
    ]


def _scores(column: Column, level: Level) -> Array | None:
    if column.statistics is None and not level.whole:
        return None
    return oriented(column, level)


def _difference(
    face: Facing,
    pair: tuple[Column, Column],
    level: Level,
    coefficient: str,
    table: dict[str, MeasureCorrelation],
    sides: dict[str, Array | None],
    draws: Draws,
    testing: Testing,
) -> _Found:
    names = [column.label for column in pair]
    a, b = (sides[name] for name in names)
    reason = next((table[name].reason for name in names if math.isnan(table[name].value)), None)
    if coefficient in (SOFT, SOFT_MTME):
        reason = reason or _NO_TEST
    if a is None or b is None or reason:
        difference = table[names[0]].value - table[names[1]].value
        return _Found(difference, math.nan, 0, "none", f"coefficient:{coefficient}|test:none", reason)
    right, grouping = face.quality(level), "pooled" if level.whole else level.grouping
    if coefficient == CALIBRATED:
        epsilons = [table[name].epsilon or 0.0 for name in names]
        return _exchanged(a, b, right, epsilons, grouping, draws)
    williams = testing.test == "williams" and coefficient == "pearson" and grouping == "pooled"
    made = correlation_difference(
        a, b, right, coefficient, grouping=grouping, test="williams" if williams else "permutation",
        trials=draws.trials, seed=draws.seed,
    )  # fmt: skip
    return _Found(made.difference, made.p, made.n, made.test, made.signature, made.reason)


def _exchanged(a: Array, b: Array, right: Array, epsilons: Sequence[float], grouping: str, draws: Draws) -> _Found:
    made = exchanged_decisions(a, b, right, epsilons, grouping, draws.trials, draws.seed)
    signature = (
        f"coefficient:{CALIBRATED}|grouping:{grouping}|missing:left out|test:permutation:{draws.trials} trials"
        f"|exchanged:decisions on pairs|epsilon:held|seed:{draws.seed}"
    )
    n = int((~np.isnan(a + b + right)).sum())
    return _Found(made.a - made.b, made.p, n, "permutation of decisions", signature, made.reason)


def _corrected(
    key: tuple[str, str, str, str], pairs: Sequence[tuple[Column, Column]], found: Sequence[_Found], testing: Testing
) -> Iterator[MeasureDifference]:
    allowed = corrected(np.array([one.p for one in found], float), testing.correct).tolist()
    told = f"|correct:{testing.correct}|comparisons:{sum(not math.isnan(one.p) for one in found)}"
    for (a, b), one, p in zip(pairs, found, allowed, strict=True):
        better = None
        if p <= testing.level and one.difference:
            better = a.label if one.difference > 0 else b.label
        yield MeasureDifference(
            a.label, b.label, *key, one.difference, one.p, p, better, one.n, one.test, one.signature + told, one.reason
        )


def _standings(
    key: tuple[str, str, str, str], table: dict[str, MeasureCorrelation], made: Sequence[MeasureDifference]
) -> Iterator[MeasureStanding]:
    """Yield the measures from best to worst; without any test they have no letters and ranks."""
    order = sorted(table.values(), key=lambda one: (math.isnan(one.value), -one.value))
    defined = [one.measure for one in order if not math.isnan(one.value)]
    place = {name: n for n, name in enumerate(defined)}
    better = np.zeros((len(defined), len(defined)), bool)
    for one in made:
        if one.better is not None:
            better[place[one.better], place[one.b if one.better == one.a else one.a]] = True
    tested = any(not math.isnan(one.p) for one in made)
    shared, ranges = letters(better | better.T), rank_ranges(better).tolist()
    for cell in order:
        nowhere = MeasureStanding(cell.measure, *key, cell.value, None, None, None)
        if not tested or cell.measure not in place:
            yield nowhere
            continue
        n = place[cell.measure]
        best, worst = ranges[n]
        yield replace(nowhere, letters=shared[n] if shared else None, best_rank=best, worst_rank=worst)
