"""Which measures go better with people than others: all pairs of measures tested, with correction for their number."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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

#: Dimension, kind of judgements, level and coefficient of a table.
Key = tuple[str, str, str, str]
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
            raise SpecError(f"alpha={self.level} is not possible; expected between 0 and 1")
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
    levels: Mapping[str, Level],
    draws: Draws,
    testing: Testing,
    threads: int,
    advance: Callable[[], None] | None = None,
) -> tuple[tuple[MeasureDifference, ...], tuple[MeasureStanding, ...]]:
    """Test all pairs of measures of each table of cells, and say where each measure stands."""
    tables: dict[Key, dict[str, MeasureCorrelation]] = {}
    for one in cells:
        tables.setdefault((one.human, one.judgements, one.level, one.coefficient), {})[one.measure] = one
    held = {(face.human.dimension, face.judgements): face for face in faces}
    made: list[MeasureDifference] = []
    places: list[MeasureStanding] = []
    with ThreadPoolExecutor(threads) as pool:
        for key, table in tables.items():
            work = _Pairs(held[key[:2]], levels[key[2]], key[3], table, draws, testing)
            pairs = list(itertools.combinations(work.face.table.columns, 2))
            found = []
            for result in pool.map(work.difference, pairs):
                found.append(result)
                if advance is not None:
                    advance()
            some = list(_corrected(key, pairs, found, testing))
            made += some
            places += _standings(key, table, some)
    return tuple(made), tuple(places)


@dataclass(frozen=True)
class _Pairs:
    """The pairs of measures of one table: `cells` are the measures' own."""

    face: Facing
    level: Level
    coefficient: str
    cells: Mapping[str, MeasureCorrelation]
    draws: Draws
    testing: Testing

    def difference(self, pair: tuple[Column, Column]) -> _Found:
        """Test two measures, or say why they are not tested."""
        own = [self.cells[column.label] for column in pair]
        reason = next((one.reason for one in own if math.isnan(one.value)), None)
        if self.coefficient in (SOFT, SOFT_MTME):
            reason = reason or _NO_TEST
        if reason:
            told = f"coefficient:{self.coefficient}|test:none"
            return _Found(own[0].value - own[1].value, math.nan, 0, "none", told, reason)
        a, b = (oriented(column, self.level) for column in pair)
        right, grouping = self.face.quality(self.level), "pooled" if self.level.whole else self.level.grouping
        if self.coefficient == CALIBRATED:
            return _exchanged(a, b, right, [one.epsilon or 0.0 for one in own], grouping, self.draws)
        williams = self.testing.test == "williams" and self.coefficient == "pearson" and grouping == "pooled"
        made = correlation_difference(
            a, b, right, self.coefficient, grouping=grouping, test="williams" if williams else "permutation",
            trials=self.draws.trials, seed=self.draws.seed,
        )  # fmt: skip
        return _Found(made.difference, made.p, made.n, made.test, made.signature, made.reason)


def out_of_reach(made: Sequence[MeasureDifference], draws: Draws, testing: Testing) -> list[str]:
    """Say if no pair of measures could be told apart, for a permutation's p cannot be small enough."""
    permuted = [one for one in made if not math.isnan(one.p) and one.test.startswith("permutation")]
    tables = Counter((one.human, one.judgements, one.level, one.coefficient) for one in permuted)
    pairs = max(tables.values(), default=0)
    least = pairs / (draws.trials + 1)
    if testing.correct not in ("holm", "bonferroni") or least <= testing.level:
        return []
    needed = math.ceil(pairs / testing.level) - 1
    return [
        f"no pair of measures can be told apart by permutation: with {pairs:,} pairs and {draws.trials:,} trials the "
        f"least p after {testing.correct} is {min(least, 1):.2g}; make {needed:,} trials, or correct otherwise"
    ]


def _exchanged(a: Array, b: Array, right: Array, epsilons: Sequence[float], grouping: str, draws: Draws) -> _Found:
    made = exchanged_decisions(a, b, right, epsilons, grouping, draws.trials, draws.seed)
    signature = (
        f"coefficient:{CALIBRATED}|grouping:{grouping}|missing:left out|test:permutation:{draws.trials} trials"
        f"|exchanged:decisions on pairs|epsilon:held|seed:{draws.seed}"
    )
    n = int((~np.isnan(a + b + right)).sum())
    return _Found(made.a - made.b, made.p, n, "permutation of decisions", signature, made.reason)


def _corrected(
    key: Key, pairs: Sequence[tuple[Column, Column]], found: Sequence[_Found], testing: Testing
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
    key: Key, table: dict[str, MeasureCorrelation], made: Sequence[MeasureDifference]
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
