"""Is the difference real? All pairs of systems, every measure, from the statistics inside scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.draws import Draws, Progress, Run, check_share, thread_count
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.comparison.comparisons import Comparison, Comparisons
from steelyard.inference.comparison.effects import standardised_differences
from steelyard.inference.comparison.multiplicity import CORRECTIONS, corrected, experiment_wise
from steelyard.inference.comparison.notices import notices
from steelyard.inference.comparison.significance import Sample, SignificanceTest, significance_test, signs_of_whole
from steelyard.inference.comparison.standings import MOST_GROUPS, Standing, ranked
from steelyard.inference.comparison.unit_scores import without_rounding
from steelyard.results.signature import Signature
from steelyard.scores import Scores
from steelyard.statistics import Statistics, unannotated
from steelyard.statistics.resampling import Advance, bootstrap, crossed_factors, percentile_interval, unit_rows

if TYPE_CHECKING:
    from steelyard.judgements.sources import GivenJudgements

Array = NDArray[Any]

_UNITS_AT_ONCE = 1 << 14
_FEWEST_UNITS = 2


def compare(
    scores: Scores,
    *,
    test: str = "randomisation",
    baseline: str | None = None,
    correct: str = "holm",
    alpha: float = 0.05,
    draws: Draws = Draws(),
    run: Run = Run(),
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
) -> Comparisons:
    """Compare all pairs of systems (or each with the baseline) under every measure of the scores.

    test      its name, or FILE.py:NAME; randomisation and bootstrap are about the score of the whole test set
    correct   holm, bonferroni, benjamini-hochberg or none, over the pairs of a measure
    alpha     a corrected p up to it tells two systems apart
    draws     `trials` of the randomisation; `resamples` of the bootstrap, which also gives intervals, win rates and
              intervals of effect sizes; `unit`, what is exchanged and drawn, for test bootstrap also crossed (a*b)
    human     judgements of the outputs, which are compared as further measures: a TSV file, or system → one value (or
              None) per segment; of all their dimensions, or of those that `dimensions` names

    Nothing is scored again: the statistics inside the scores suffice. The result does not depend on threads.
    """
    chosen = checked_test(test, correct, alpha, draws)
    if not isinstance(scores, Scores):
        raise SpecError(f"scores={type(scores).__name__} is not possible; give what sy.score or sy.read returns")
    if human is not None:
        scores = scores.with_human(human, dimensions, run.accept)
    elif dimensions:
        raise SpecError("dimensions are of human scores; give these too (human=...)")
    if len(scores.systems) < 2:
        raise InputError(f"there is one system, {scores.systems[0]!r}; a comparison needs two")
    _check_unit(scores.statistics[0], draws.unit)
    if baseline is None and chosen.reproduces:
        baseline = scores.systems[0]
    pairs = _pairs(scores.systems, baseline)
    smallest = _smallest(scores.statistics)
    units = _units(smallest, draws.unit)
    applied = "none" if chosen.all_pairs else correct
    advance = _counting(run.progress, draws, chosen, len(scores.measures))
    shared = (pairs, chosen, applied, alpha, draws, max(units.values()), thread_count(run.threads), advance)
    all_notices = [
        *notices(chosen, correct, alpha, draws, len(pairs), units),
        *unannotated(scores.statistics),
        *scores.notices,
    ]
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    for statistics in scores.statistics:
        measured = _Measured(statistics.kept(), *shared)
        compared, drawn = measured.compared()
        placed = measured.standings(compared, drawn, all_pairs=baseline is None)
        if baseline is None and placed[0].letters is None and placed[0].best_rank is not None:
            all_notices.append(
                f"{statistics.label}: no letters, as the systems fall into more than {MOST_GROUPS:,} groups"
            )
        comparisons += compared
        standings += placed
    return Comparisons(
        scores.systems,
        scores.measures,
        {statistics.label: statistics.measure.higher_is_better for statistics in scores.statistics},
        chosen,
        correct,
        alpha,
        draws,
        baseline,
        smallest.values.shape[1] if "*" in draws.unit else units[draws.unit],
        units,
        tuple(comparisons),
        tuple(standings),
        experiment_wise(alpha, len(pairs)),
        tuple(all_notices),
        {statistics.label: statistics.measure.digits for statistics in scores.statistics},
    )


def checked_test(test: str, correct: str, alpha: float, draws: Draws) -> SignificanceTest:
    """Return the test of a name; raise unless systems can be compared so."""
    chosen = significance_test(test)
    if correct not in CORRECTIONS:
        raise SpecError(f"unknown correction {correct!r}" + suggestion(str(correct), CORRECTIONS))
    check_share("alpha", alpha)
    chosen.check_unit(draws.unit)
    return chosen


def _smallest(statistics: Sequence[Statistics]) -> Statistics:
    """Return the statistics of the measure that rests on the fewest segments; mostly all rest on all."""
    return min((measured.kept() for measured in statistics), key=lambda measured: int(measured.values.shape[1]))


def _check_unit(statistics: Statistics, unit: str) -> None:
    units = ["segment", *statistics.facets]
    for factor in unit.split("*"):
        if factor not in units:
            raise SpecError(f"no unit {factor!r} in these scores" + suggestion(factor, units))


def _units(statistics: Statistics, unit: str) -> dict[str, int]:
    """Return how many there are of each of the unit's factors."""
    return {factor: unit_rows(statistics, factor).shape[1] for factor in unit.split("*")}


def _pairs(systems: Sequence[str], baseline: str | None) -> Array:
    if baseline is None:
        return np.array(list(itertools.combinations(range(len(systems)), 2)))
    if baseline not in systems:
        raise SpecError(f"no system {baseline!r} to compare with" + suggestion(baseline, systems))
    base = systems.index(baseline)
    return np.array([(n, base) for n in range(len(systems)) if n != base])


def _counting(progress: Progress | None, draws: Draws, test: SignificanceTest, measures: int) -> Advance | None:
    """Return what counts resamples and trials of all measures together."""
    if progress is None:
        return None
    total, done = measures * (draws.resamples + test.steps(draws)), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, total), total)

    return advance


@dataclass(frozen=True)
class _Measured:
    """One measure's comparisons; `pairs` is [pair, 2], and `drawn_from` how many units there are to draw from."""

    statistics: Statistics
    pairs: Array
    test: SignificanceTest
    correct: str
    alpha: float
    draws: Draws
    drawn_from: int
    threads: int
    advance: Advance | None

    def compared(self) -> tuple[list[Comparison], Array]:
        """Return the comparisons, and resample × system scores."""
        draws, (a, b) = self.draws, self.pairs.T
        whole, units, drawn = self._whole(), self._unit_scores(), self._resampled()
        differences = drawn[:, a] - drawn[:, b]
        sample = Sample(self.statistics, self.pairs, units, whole, drawn, draws, self.threads, self.advance)
        outcome = self.test.outcome(sample)
        bounds = percentile_interval(differences, draws.confidence)
        effects = standardised_differences(
            units, self.pairs, draws.resamples, draws.confidence, draws.seed,
            crossed_factors(self.statistics, draws.unit), self.threads,
        )  # fmt: skip
        columns = np.column_stack([
            whole[a] - whole[b], outcome.p, corrected(outcome.p, self.correct), *bounds, self._wins(differences),
            effects,
        ])  # fmt: skip
        signs = np.nan_to_num(np.stack([self.test.signs(sample), signs_of_whole(sample)], axis=1)).astype(int)
        defined = ~np.isnan(units)
        common = (defined[a] & defined[b]).sum(axis=1)
        signature = self._signature(outcome.choices)
        rows = zip(self.pairs.tolist(), columns.tolist(), signs.tolist(), common.tolist(), strict=True)
        comparisons = [self._comparison(i, j, numbers, sign, n, signature) for (i, j), numbers, sign, n in rows]
        return comparisons, drawn

    def _resampled(self) -> Array:
        draws = self.draws
        drawn = bootstrap(self.statistics, draws.resamples, draws.seed, draws.unit, self.threads, self.advance)
        # a unit drawn from one is always the same, which says nothing about how surely it stands for others
        return drawn if self.drawn_from >= _FEWEST_UNITS else np.full_like(drawn, np.nan)

    def _comparison(
        self, i: int, j: int, numbers: Sequence[float], signs: Sequence[int], n: int, signature: Signature
    ) -> Comparison:
        a, b = self.statistics.systems[i], self.statistics.systems[j]
        difference, p, p_corrected, low, high, wins, effect, effect_low, effect_high = numbers
        tested, whole = ({self._sign: a, 0: None, -self._sign: b}[sign] for sign in signs)
        favoured, reason = tested if tested == whole else None, self._reason(numbers, n)
        significant = p_corrected <= self.alpha
        if significant and tested != whole:
            sides = f"the units' scores favour {tested or 'neither'}, the whole test set {whole or 'neither'}"
            reason = "; ".join(filter(None, [f"{a} and {b} not told apart: {sides}", reason]))
        return Comparison(
            a, b, self.statistics.label, difference, p, p_corrected, favoured if significant else None, low, high, wins,
            effect, effect_low, effect_high, n, signature, reason, favoured,
        )  # fmt: skip

    def standings(self, comparisons: Sequence[Comparison], drawn: Array, all_pairs: bool) -> list[Standing]:
        """Return the systems from best to worst, with letters and ranks where all pairs were compared."""
        values, systems = self._whole(), self.statistics.systems
        order = sorted(range(len(values)), key=lambda n: (math.isnan(values[n]), -self._sign * values[n]))
        low, high = percentile_interval(drawn, self.draws.confidence)
        standings = [
            Standing(
                system=systems[n], measure=self.statistics.label, value=float(values[n]), low=float(low[n]),
                high=float(high[n]),
            )
            for n in order
        ]  # fmt: skip
        decisions = ((comparison.a, comparison.b, comparison.better) for comparison in comparisons)
        return ranked(standings, decisions) if all_pairs else standings

    @property
    def _sign(self) -> int:
        return 1 if self.statistics.measure.higher_is_better else -1

    def _whole(self) -> Array:
        return np.asarray(self.statistics.measure.score(self.statistics.sums()), float)

    def _unit_scores(self) -> Array:
        """Return system × unit scores; made block by block, as a score may take many times the room of its result."""
        unit = "segment" if "*" in self.draws.unit else self.draws.unit
        measure = self.statistics.measure.at_level(unit)
        rows = unit_rows(self.statistics, unit)
        starts = range(0, rows.shape[1], _UNITS_AT_ONCE)
        scores = [measure.score(rows[:, n : n + _UNITS_AT_ONCE]) for n in starts]
        return without_rounding(np.concatenate(scores, axis=1, dtype=float))

    def _wins(self, differences: Array) -> Array:
        better = self._sign * differences
        share = ((better > 0) + 0.5 * (better == 0)).mean(axis=0)
        return np.where(np.isnan(differences).any(axis=0), np.nan, share)

    def _reason(self, numbers: Sequence[float], n: int) -> str | None:
        """Say why some number is undefined, if one is."""
        difference, p, _, low, _, _, effect, *_ = map(math.isnan, numbers)
        undefined = self.statistics.measure.undefined
        if difference:
            return undefined
        reasons = []
        few = self.drawn_from < _FEWEST_UNITS
        if p and few:
            reasons.append("no p: there are fewer than two units")
        elif p and n < _FEWEST_UNITS:
            reasons.append("no p: fewer than two units have a score in both systems")
        elif p:
            reasons.append(f"no p: in some resample, or for nearly all units, {undefined}")
        if low and few:
            reasons.append("no interval: there are fewer than two units")
        elif low:
            reasons.append(f"no interval: in some resample {undefined}")
        if effect:
            reasons.append("no effect size: the units' differences do not vary")
        return "; ".join(reasons) or None

    def _signature(self, choices: Signature) -> Signature:
        draws = self.draws
        return Signature.of(
            self.statistics.signature(), choices, self.test.signature(), unit=draws.unit, correct=self.correct,
            comparisons=len(self.pairs), resamples=draws.resamples, confidence=f"{draws.confidence:g}", seed=draws.seed,
        )  # fmt: skip
