"""Which measures go better with people than others: all pairs of measures tested, with correction for their number."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws, check_share
from steelyard.errors import SpecError
from steelyard.inference.comparison.multiplicity import corrected
from steelyard.inference.comparison.standings import Standing, ranked
from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.inference.correlation.decisions import exchanged_decisions
from steelyard.inference.correlation.difference import correlation_difference
from steelyard.meta.people.correlation import Facing, MeasureCorrelation, oriented
from steelyard.meta.people.levels import CALIBRATED, SOFT, SOFT_MTME, Level, name_of
from steelyard.results.estimate import Estimate
from steelyard.results.signature import Signature
from steelyard.scores.table import ScoreColumn
from steelyard.threads import each_in_threads

Array = NDArray[Any]

#: Dimension, kind of judgements, level and coefficient of a table.
Key = tuple[str, str, str, str]
_NO_TEST = "soft accuracy has no test of two measures here; compare them by accuracy"


@dataclass(frozen=True, repr=False, kw_only=True)
class MeasureDifference(Estimate):
    """Two measures under one coefficient, on the outputs that both have scores of.

    difference    value of a minus value of b
    p             two-sided; p_corrected allows for all pairs of measures in this table
    better        the measure that is shown to go better with people, or None
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "a", "b", "human", "judgements", "level", "coefficient", "difference", "p", "p_corrected", "better",
        "n", "test", "signature", "reason",
    )  # fmt: skip

    a: str
    b: str
    human: str
    judgements: str
    level: str
    coefficient: str
    p: float
    p_corrected: float
    better: str | None
    n: int
    test: str

    @property
    def difference(self) -> float:
        """The value: that of a minus that of b."""
        return self.value


def check_testing(test: str, correct: str, alpha: float) -> None:
    """Raise unless pairs of measures can be tested so."""
    if test not in ("permutation", "williams"):
        raise SpecError(f"unknown test of two measures {test!r}; expected permutation or williams")
    check_share("alpha", alpha)
    corrected(np.zeros(0), correct)


@dataclass(frozen=True)
class _Outcome:
    difference: float
    p: float
    n: int
    test: str
    signature: Signature
    reason: str | None = None


def differences(
    faces: Sequence[Facing],
    cells: Sequence[MeasureCorrelation],
    levels: Mapping[str, Level],
    draws: Draws,
    threads: int,
    *,
    coefficients: Sequence[str | Coefficient] = (),
    test: str = "permutation",
    correct: str = "holm",
    alpha: float = 0.05,
    advance: Callable[[], None] | None = None,
) -> tuple[tuple[MeasureDifference, ...], tuple[Standing, ...]]:
    """Test all pairs of measures of each table of cells, and say where each measure stands.

    coefficients  those of the cells that have no name by which they are found
    test      permutation (any coefficient), or williams, which is for Pearson's r of systems or of pooled outputs;
              other coefficients and groups are then permuted all the same
    correct   correction for the number of pairs of a table
    alpha     a corrected p up to it tells two measures apart
    """
    tables: dict[Key, dict[str, MeasureCorrelation]] = {}
    for cell in cells:
        tables.setdefault((cell.human, cell.judgements, cell.level, cell.coefficient), {})[cell.measure] = cell
    by_judgements = {(face.human.dimension, face.judgements): face for face in faces}
    by_name = {name_of(coefficient): coefficient for coefficient in coefficients}
    all_differences: list[MeasureDifference] = []
    places: list[Standing] = []
    for key, table in tables.items():
        coefficient = by_name.get(key[3], key[3])
        work = _Pairs(by_judgements[key[:2]], levels[key[2]], coefficient, table, draws, test)
        pairs = list(itertools.combinations(work.face.table.columns, 2))
        outcomes = []
        for outcome in each_in_threads(pairs, threads, work.difference):
            outcomes.append(outcome)
            if advance is not None:
                advance()
        table_differences = list(_corrected(key, pairs, outcomes, correct, alpha))
        all_differences += table_differences
        places += _standings(key, table, table_differences)
    return tuple(all_differences), tuple(places)


@dataclass(frozen=True)
class _Pairs:
    """The pairs of measures of one table: `cells` are the measures' own."""

    face: Facing
    level: Level
    coefficient: str | Coefficient
    cells: Mapping[str, MeasureCorrelation]
    draws: Draws
    test: str

    def difference(self, pair: tuple[ScoreColumn, ScoreColumn]) -> _Outcome:
        """Test two measures, or say why they are not tested."""
        cells = [self.cells[column.label] for column in pair]
        reason = next((cell.reason for cell in cells if math.isnan(cell.value)), None)
        if self.coefficient in (SOFT, SOFT_MTME):
            reason = reason or _NO_TEST
        if reason:
            signature = Signature.of(coefficient=name_of(self.coefficient), test="none")
            return _Outcome(cells[0].value - cells[1].value, math.nan, 0, "none", signature, reason)
        a, b = (oriented(column, self.level) for column in pair)
        right, grouping = self.face.quality(self.level), "pooled" if self.level.whole else self.level.grouping
        if self.coefficient == CALIBRATED:
            return _exchanged(a, b, right, [cell.epsilon or 0.0 for cell in cells], grouping, self.draws)
        williams = self.test == "williams" and self.coefficient == "pearson" and grouping == "pooled"
        test = "williams" if williams else "permutation"
        outcome = correlation_difference(a, b, right, self.coefficient, grouping=grouping, test=test, draws=self.draws)
        return _Outcome(outcome.difference, outcome.p, outcome.n, outcome.test, outcome.signature, outcome.reason)


def out_of_reach(differences: Sequence[MeasureDifference], trials: int, correct: str, alpha: float) -> list[str]:
    """Say if no pair of measures could be told apart, for a permutation's p cannot be small enough."""
    permuted = [
        difference
        for difference in differences
        if not math.isnan(difference.p) and difference.test.startswith("permutation")
    ]
    tables = Counter(
        (difference.human, difference.judgements, difference.level, difference.coefficient) for difference in permuted
    )
    pairs = max(tables.values(), default=0)
    least = pairs / (trials + 1)
    if correct not in ("holm", "bonferroni") or least <= alpha:
        return []
    needed = math.ceil(pairs / alpha) - 1
    return [
        f"no pair of measures can be told apart by permutation: with {pairs:,} pairs and {trials:,} trials the "
        f"least p after {correct} is {min(least, 1):.2g}; make {needed:,} trials, or correct otherwise"
    ]


def _exchanged(a: Array, b: Array, right: Array, epsilons: Sequence[float], grouping: str, draws: Draws) -> _Outcome:
    decisions = exchanged_decisions(a, b, right, epsilons, grouping, draws.trials, draws.seed)
    signature = Signature.of(
        coefficient=CALIBRATED, grouping=grouping, missing="left out", test=f"permutation:{draws.trials} trials",
        exchanged="decisions on pairs", epsilon="held", seed=draws.seed,
    )  # fmt: skip
    n = int((~np.isnan(a + b + right)).sum())
    return _Outcome(decisions.a - decisions.b, decisions.p, n, "permutation of decisions", signature, decisions.reason)


def _corrected(
    key: Key, pairs: Sequence[tuple[ScoreColumn, ScoreColumn]], outcomes: Sequence[_Outcome], correct: str, alpha: float
) -> Iterator[MeasureDifference]:
    allowed = corrected(np.array([outcome.p for outcome in outcomes], float), correct).tolist()
    tested = sum(not math.isnan(outcome.p) for outcome in outcomes)
    for (a, b), outcome, p in zip(pairs, outcomes, allowed, strict=True):
        better = None
        if p <= alpha and outcome.difference:
            better = a.label if outcome.difference > 0 else b.label
        signature = outcome.signature.joined(correct=correct, comparisons=tested)
        human, judgements, level, coefficient = key
        yield MeasureDifference(
            a=a.label, b=b.label, human=human, judgements=judgements, level=level, coefficient=coefficient,
            value=outcome.difference, p=outcome.p, p_corrected=p, better=better, n=outcome.n, test=outcome.test,
            signature=signature, reason=outcome.reason,
        )  # fmt: skip


def _standings(
    key: Key, table: Mapping[str, MeasureCorrelation], differences: Sequence[MeasureDifference]
) -> list[Standing]:
    """Return the measures from best to worst; without any test they have no letters and ranks."""
    human, judgements, level, coefficient = key
    order = sorted(table.values(), key=lambda cell: (math.isnan(cell.value), -cell.value))
    standings = [
        Standing(
            measure=cell.measure, human=human, judgements=judgements, level=level, coefficient=coefficient,
            value=cell.value,
        )
        for cell in order
    ]  # fmt: skip
    tested = any(not math.isnan(difference.p) for difference in differences)
    decisions = ((difference.a, difference.b, difference.better) for difference in differences)
    return ranked(standings, decisions) if tested else standings
