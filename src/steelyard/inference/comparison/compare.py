"""Is the difference real? All pairs of systems, every measure, from the statistics inside scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.draws import Draws, Progress, Run, check_share, thread_count
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.comparisons import Comparisons
from steelyard.inference.comparison.multiplicity import (
    CORRECTIONS,
    by_family,
    check_family,
    corrected_together,
    experiment_wise,
    joint_confidence,
)
from steelyard.inference.comparison.notices import notices
from steelyard.inference.comparison.paired import (
    PairFigures,
    PairGroup,
    counts_of_units,
    figures_of,
    no_figures,
    pair_groups,
    resampled_scores,
    restricted,
    shared_notice,
    whole_scores,
)
from steelyard.inference.comparison.significance import GivenTest, SignificanceTest, significance_test
from steelyard.inference.comparison.standings import MOST_GROUPS, Standing, ranked
from steelyard.results.signature import Signature
from steelyard.scores import Scores, check_scores
from steelyard.statistics import Statistics, unannotated
from steelyard.statistics.intervals import FEWEST_UNITS, score_intervals
from steelyard.statistics.resampling import Advance

if TYPE_CHECKING:
    from steelyard.judgements.sources import GivenJudgements

Array = NDArray[Any]


@public
def compare(
    scores: Scores,
    *,
    test: GivenTest = "randomisation",
    baseline: str | None = None,
    correct: str = "holm",
    correct_over: str = "pairs",
    simultaneous: bool = False,
    alpha: float = 0.05,
    draws: Draws = Draws(),
    run: Run = Run(),
    human: GivenJudgements | None = None,
    dimensions: Sequence[str] | str = (),
) -> Comparisons:
    """Compare all pairs of systems (or each with the baseline) under every measure of the scores.

    test      its name, FILE.py:NAME, its class or a test itself; randomisation and bootstrap are about the score of the
              whole test set
    correct   holm, bonferroni, benjamini-hochberg or none, over the pairs of a measure
    correct_over   "all": over the pairs of all measures
    simultaneous   whether intervals of differences are widened so that all of the family (of `correct_over`) hold at
              once; otherwise each is by itself
    alpha     a corrected p up to it tells two systems apart
    draws     `trials` of the randomisation; `resamples` of the bootstrap, which also gives win rates; `interval`, the
              kind of intervals; `unit`, what is exchanged and drawn, for test bootstrap also crossed (a*b)
    human     judgements of the outputs, which are compared as further measures: a TSV file, or system → one value (or
              None) per segment; of all their dimensions, or of those that `dimensions` names

    Nothing is scored again: the statistics inside the scores suffice. The result does not depend on threads.
    """
    chosen = checked_test(test, correct, alpha, draws)
    check_family(correct_over)
    check_scores("compare", scores)
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
    units = counts_of_units(smallest, draws.unit)
    applied = "none" if chosen.all_pairs else correct
    groups = [
        pair_groups(statistics.kept(), pairs, chosen.all_pairs, chosen.paired) for statistics in scores.statistics
    ]
    advance = _counting(run.progress, draws, chosen, groups)
    family = len(pairs) * (len(scores.measures) if correct_over == "all" else 1)
    few = notices(chosen, correct, alpha, draws, family, units)
    shared = (chosen, applied, alpha, draws, max(units.values()), thread_count(run.threads), advance, few)
    all_notices = [
        *few,
        *unannotated(scores.statistics),
        *scores.notices,
    ]
    comparisons: list[Comparison] = []
    standings: list[Standing] = []
    measures = [
        _Measured(statistics.kept(), grouped, *shared)
        for statistics, grouped in zip(scores.statistics, groups, strict=True)
    ]
    measurements = [measured.measured() for measured in measures]
    p = corrected_together([measurement.p for measurement in measurements], applied, correct_over)
    together = _together(measurements, correct_over, draws.confidence) if simultaneous else [None] * len(p)
    for statistics, grouped, measured, measurement, p_of, family_of in zip(
        scores.statistics, groups, measures, measurements, p, together, strict=True
    ):
        compared = measured.compared(measurement, p_of, correct_over, family_of)
        all_notices += filter(None, [shared_notice(statistics.label, grouped, chosen.all_pairs)])
        placed = measured.standings(compared, measurement.drawn, all_pairs=baseline is None)
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
        experiment_wise(alpha, family),
        tuple(dict.fromkeys(all_notices)),
        {statistics.label: statistics.measure.digits for statistics in scores.statistics},
        correct_over,
        bool(simultaneous),
    )


def checked_test(test: GivenTest, correct: str, alpha: float, draws: Draws) -> SignificanceTest:
    """Return the test that is meant; raise unless systems can be compared so."""
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


def _pairs(systems: Sequence[str], baseline: str | None) -> Array:
    if baseline is None:
        return np.array(list(itertools.combinations(range(len(systems)), 2)))
    if baseline not in systems:
        raise SpecError(f"no system {baseline!r} to compare with" + suggestion(baseline, systems))
    base = systems.index(baseline)
    return np.array([(n, base) for n in range(len(systems)) if n != base])


def _counting(
    progress: Progress | None, draws: Draws, test: SignificanceTest, groups: Sequence[Sequence[PairGroup]]
) -> Advance | None:
    """Return what counts resamples and trials of all measures together."""
    if progress is None:
        return None
    tested = [group for grouped in groups for group in grouped if not group.empty]
    resampled = len(groups) + sum(group.inside is not None for group in tested)
    total, done = resampled * draws.resamples + len(tested) * test.steps(draws), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, total), total)

    return advance


@dataclass(frozen=True)
class _Together:
    """A family of differences whose intervals hold at once: how many there are, and the confidence of each interval."""

    count: int
    confidence: float


def _together(measurements: Sequence[_Measurement], over: str, confidence: float) -> list[_Together]:
    """Return for each measure the family that its differences are of."""

    def of_family(family: list[_Measurement]) -> list[_Together]:
        figures = [group.figures for rows in family for group in rows.groups]
        count = sum(rows.defined for rows in family)
        farthest = [figure.farthest for figure in figures if figure.farthest is not None]
        return [_Together(count, joint_confidence(farthest, count, confidence))] * len(family)

    return by_family(measurements, over, of_family)


@dataclass(frozen=True)
class _Group:
    """What was found of pairs on the same segments, where there were `drawn_from` units to draw from."""

    pairs: PairGroup
    figures: PairFigures
    drawn_from: int
    signature: Signature
    notice: str | None = None


@dataclass(frozen=True, eq=False)
class _Measurement:
    """What there is to say of all pairs under a measure, before anything is corrected.

    rows    for each pair its group, and its place in that
    drawn   resample × system scores
    """

    rows: Sequence[tuple[_Group, int]]
    drawn: Array

    @property
    def groups(self) -> list[_Group]:
        """Each group once."""
        return list({id(group): group for group, _ in self.rows}.values())

    @property
    def p(self) -> Array:
        """The p-values in the order of the pairs."""
        return np.array([group.figures.numbers[k, 1] for group, k in self.rows])

    @property
    def defined(self) -> int:
        """How many differences there are."""
        return sum(not math.isnan(group.figures.numbers[k, 0]) for group, k in self.rows)


@dataclass(frozen=True)
class _Measured:
    """One measure's comparisons; `groups` hold the pairs, and `drawn_from` is how many units there are to draw from."""

    statistics: Statistics
    groups: Sequence[PairGroup]
    test: SignificanceTest
    correct: str
    alpha: float
    draws: Draws
    drawn_from: int
    threads: int
    advance: Advance | None
    notices: Sequence[str]

    def measured(self) -> _Measurement:
        """Return what is found of all pairs, before anything is corrected."""
        drawn = resampled_scores(self.statistics, self.draws, self.drawn_from, self.threads, self.advance)
        rows: dict[int, tuple[_Group, int]] = {}
        for pairs in self.groups:
            group = self._group(pairs, drawn)
            rows |= {place: (group, k) for k, place in enumerate(pairs.members.tolist())}
        return _Measurement([rows[place] for place in range(len(rows))], drawn)

    def compared(
        self, measurement: _Measurement, p_corrected: Array, over: str, together: _Together | None
    ) -> list[Comparison]:
        """Return the comparisons, with the intervals of those that hold together, if any do."""
        confidence = self.draws.confidence if together is None else together.confidence
        bounds = {id(group): group.figures.bounds(confidence) for group in measurement.groups}
        family = Signature.of(
            over="all" if over == "all" else None, together=None if together is None else together.count,
            each=None if together is None else f"{confidence:.5g}",
        )  # fmt: skip
        return [
            self._comparison(group, k, p, bounds[id(group)][k], family)
            for (group, k), p in zip(measurement.rows, p_corrected.tolist(), strict=True)
        ]

    def _group(self, group: PairGroup, drawn: Array) -> _Group:
        """Return what is found of the pairs of a group; drawn is resample × system scores of all segments."""
        statistics, pairs = restricted(self.statistics, group, self.test.all_pairs)
        if group.empty:
            return _Group(group, no_figures(pairs), 0, self._signature(group, Signature()))
        units, drawn_from = counts_of_units(statistics, self.draws.unit), self.drawn_from
        if group.inside is not None:
            drawn_from = max(units.values())
            drawn = resampled_scores(statistics, self.draws, drawn_from, self.threads, self.advance)
        elif statistics.systems != self.statistics.systems:
            drawn = drawn[:, [self.statistics.systems.index(name) for name in statistics.systems]]
        figures = figures_of(statistics, pairs, self.test, self.draws, drawn, self.threads, self.advance)
        signature, notice = self._signature(group, figures.outcome.choices), self._notice(group, units)
        return _Group(group, figures, drawn_from, signature, notice)

    def _comparison(self, group: _Group, k: int, p_corrected: float, bounds: Array, family: Signature) -> Comparison:
        figures, outcome = group.figures, group.figures.outcome
        a, b = (self.statistics.systems[place] for place in group.pairs.pairs[k])
        difference, p, wins, effect, effect_low, effect_high = figures.numbers[k].tolist()
        low, high = bounds.tolist()
        tested, whole = ({self._sign: a, 0: None, -self._sign: b}[sign] for sign in figures.signs[k].tolist())
        favoured, reason = tested if tested == whole else None, self._reason(group, k, low)
        significant = p_corrected <= self.alpha
        if significant and tested != whole:
            sides = f"the units' scores favour {tested or 'neither'}, the whole test set {whole or 'neither'}"
            reason = "; ".join(filter(None, [f"{a} and {b} not told apart: {sides}", reason]))
        return Comparison(
            a=a, b=b, measure=self.statistics.label, value=difference, p=p, p_corrected=p_corrected,
            better=favoured if significant else None, low=low, high=high, wins=wins, effect=effect,
            effect_low=effect_low, effect_high=effect_high, n=int(figures.n[k]),
            signature=Signature.of(group.signature, family),
            reason=reason, favoured=favoured, notice=group.notice, trials=outcome.trials,
            exact=None if outcome.trials is None else outcome.exact,
        )  # fmt: skip

    def standings(self, comparisons: Sequence[Comparison], drawn: Array, all_pairs: bool) -> list[Standing]:
        """Return the systems from best to worst, with letters and ranks where all pairs were compared."""
        values, systems = whole_scores(self.statistics), self.statistics.systems
        order = sorted(range(len(values)), key=lambda n: (math.isnan(values[n]), -self._sign * values[n]))
        low, high = score_intervals(self.statistics, self.draws, drawn=drawn).bounds(self.draws.confidence)
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

    @property
    def _pairs(self) -> int:
        return sum(len(group.members) for group in self.groups if not group.unscored)

    def _notice(self, group: PairGroup, units: Mapping[str, int]) -> str | None:
        """Say which segments the pairs of a group are compared on, if that is not all that their systems have."""
        if group.inside is None:
            return None
        whose = "all systems" if self.test.all_pairs else "both"
        compared = f"compared on {group.inside.sum():,} of {len(group.inside):,} segments, which {whose} have"
        also = notices(self.test, self.correct, self.alpha, self.draws, self._pairs, units)
        return "; ".join([compared, *(notice for notice in also if notice not in self.notices)])

    def _reason(self, group: _Group, k: int, low: float) -> str | None:
        """Say why some number is undefined, if one is."""
        difference, p, _, effect, *_ = map(math.isnan, group.figures.numbers[k].tolist())
        undefined = self.statistics.measure.undefined
        if difference:
            own = whole_scores(self.statistics)[group.pairs.pairs[k]]
            nowhere = f"no segment has a score in {'all' if self.test.all_pairs else 'both'} systems"
            return undefined if np.isnan(own).any() else nowhere
        reasons = []
        few = group.drawn_from < FEWEST_UNITS
        if p and few:
            reasons.append("no p: there are fewer than two units")
        elif p and group.figures.n[k] < FEWEST_UNITS:
            reasons.append("no p: fewer than two units have a score in both systems")
        elif p:
            reasons.append(f"no p: in some resample, or for nearly all units, {undefined}")
        if math.isnan(low) and group.figures.intervals is not None:
            reasons.append(group.figures.intervals.reason(k, undefined))
        if effect:
            reasons.append("no effect size: the units' differences do not vary")
        return "; ".join(reasons) or None

    def _signature(self, group: PairGroup, choices: Signature) -> Signature:
        draws, inside = self.draws, group.inside
        return Signature.of(
            self.statistics.signature(), choices, self.test.signature(), unit=draws.unit, correct=self.correct,
            comparisons=self._pairs, resamples=draws.resamples, confidence=f"{draws.confidence:g}",
            interval=draws.kind, seed=draws.seed,
            shared=None if inside is None else f"{inside.sum()}/{len(inside)}",
        )  # fmt: skip
