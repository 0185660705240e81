"""Is the difference real? All pairs of systems, every measure, from the statistics inside scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference import sacrebleu, unit_scores
from steelyard.inference.comparisons import SACREBLEU_TESTS, Comparison, Comparisons, Settings, Standing
from steelyard.inference.effects import standardised_differences
from steelyard.inference.multiplicity import corrected, experiment_wise
from steelyard.inference.notices import notices
from steelyard.inference.shift import shifted_p
from steelyard.inference.standings import MOST_GROUPS, letters, rank_ranges
from steelyard.resampling import (
    Advance,
    bootstrap,
    crossed_factors,
    percentile_interval,
    randomisation,
    tie,
    unit_rows,
)
from steelyard.scores import Scores
from steelyard.statistics import Progress, Statistics, thread_count, unannotated

Array = NDArray[Any]

_PAIR_TESTS: dict[str, Callable[[Array, Array], float]] = {
    "z": unit_scores.z_test,
    "t": unit_scores.t_test,
    "unpaired-t": unit_scores.unpaired_t_test,
    "wilcoxon": unit_scores.wilcoxon_test,
    "sign": unit_scores.sign_test,
}
_FAMILY_TESTS: dict[str, Callable[[Array, Array], Array]] = {
    "tukey": unit_scores.tukey,
    "scheffe": unit_scores.scheffe,
}
#: Test of unit scores → what it is about, and so which system it favours.
_TESTED: dict[str, Callable[[Array, Array], float]] = {
    **dict.fromkeys(("z", "t", "unpaired-t", *_FAMILY_TESTS), unit_scores.mean_difference),
    "wilcoxon": unit_scores.signed_ranks,
    "sign": unit_scores.wins_less_losses,
}
_UNITS_AT_ONCE = 1 << 14
_FEWEST_UNITS = 2


def compare(
    scores: Scores,
    *,
    baseline: str | None = None,
    test: str = "randomisation",
    trials: int = 10_000,
    resamples: int = 1_000,
    unit: str = "segment",
    correct: str = "holm",
    level: float = 0.05,
    confidence: float = 0.95,
    seed: int = 12345,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparisons:
    """Compare all pairs of systems (or each with the baseline) under every measure of the scores.

    test        one of TESTS; randomisation and bootstrap are about the score of the whole test set
    trials      of the randomisation
    resamples   of the bootstrap, which also gives intervals, win rates and intervals of effect sizes
    unit        what is exchanged and drawn: segment, document, any facet; crossed (a*b) for test bootstrap
    correct     holm, bonferroni, benjamini-hochberg or none, over the pairs of a measure
    level       a corrected p up to it tells two systems apart

    Nothing is scored again: the statistics inside the scores suffice. The result does not depend on threads.
    """
    settings = Settings(test, trials, resamples, unit, correct, level, confidence, seed)
    if not isinstance(scores, Scores):
        raise SpecError(f"scores={type(scores).__name__} is not possible; give what sy.score or sy.load returns")
    if len(scores.systems) < 2:
        raise InputError(f"there is one system, {scores.systems[0]!r}; a comparison needs two")
    _check_unit(scores.statistics[0], settings.unit)
    if baseline is None and test in SACREBLEU_TESTS:
        baseline = scores.systems[0]
    pairs = _pairs(scores.systems, baseline)
    advance = _counting(progress, settings, len(scores.measures))
    smallest = _smallest(scores.statistics)
    units = _units(smallest, unit)
    told = [*notices(settings, len(pairs), units), *unannotated(scores.statistics)]
    made: list[Comparison] = []
    standings: list[Standing] = []
    for statistics in scores.statistics:
        one = _Run(statistics.kept(), pairs, settings, max(units.values()), thread_count(threads), advance)
        some, drawn = one.compared()
        made += some
        placed = one.standings(some, drawn, ranked=baseline is None)
        if baseline is None and placed[0].letters is None and placed[0].best_rank is not None:
            told.append(f"{statistics.label}: no letters, as the systems fall into more than {MOST_GROUPS:,} groups")
        standings += placed
    return Comparisons(
        scores.systems,
        scores.measures,
        {one.label: one.measure.higher_is_better for one in scores.statistics},
        settings,
        baseline,
        smallest.values.shape[1] if "*" in unit else units[unit],
        units,
        tuple(made),
        tuple(standings),
        experiment_wise(level, len(pairs)),
        tuple(told),
        {one.label: one.measure.digits for one in scores.statistics},
    )


def _smallest(statistics: Sequence[Statistics]) -> Statistics:
    """Return the statistics of the measure that rests on the fewest segments; mostly all rest on all."""
    return min((one.kept() for one in statistics), key=lambda one: int(one.values.shape[1]))


def _check_unit(statistics: Statistics, unit: str) -> None:
    known = ["segment", *statistics.facets]
    for factor in unit.split("*"):
        if factor not in known:
            raise SpecError(f"no unit {factor!r} in these scores" + suggestion(factor, known))


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


def _counting(progress: Progress | None, settings: Settings, measures: int) -> Advance | None:
    """Return what counts resamples and trials of all measures together."""
    if progress is None:
        return None
    trials = {"randomisation": settings.trials, "sacrebleu-randomisation": settings.trials}.get(settings.test, 0)
    extra = settings.resamples if settings.test == "sacrebleu-bootstrap" else trials
    total, done = measures * (settings.resamples + extra), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, total), total)

    return advance


@dataclass(frozen=True)
class _Run:
    """One measure's comparisons; `pairs` is [pair, 2], and `drawn_from` how many units there are to draw from."""

    statistics: Statistics
    pairs: Array
    settings: Settings
    drawn_from: int
    threads: int
    advance: Advance | None

    def compared(self) -> tuple[list[Comparison], Array]:
        """Return the comparisons, and resample × system scores."""
        settings, (a, b) = self.settings, self.pairs.T
        whole = self._whole()
        drawn = bootstrap(self.statistics, settings.resamples, settings.seed, settings.unit, self.threads, self.advance)
        if self.drawn_from < _FEWEST_UNITS:
            # a unit drawn from one is always the same, which says nothing about how surely it stands for others
            drawn = np.full_like(drawn, np.nan)
        differences = drawn[:, a] - drawn[:, b]
        units = self._unit_scores()
        p, how = self._p_values(units, whole, differences)
        p_corrected = corrected(p, settings.applied)
        bounds = percentile_interval(differences, settings.confidence)
        effects = standardised_differences(
            units, self.pairs, settings.resamples, settings.confidence, settings.seed,
            crossed_factors(self.statistics, settings.unit), self.threads,
        )  # fmt: skip
        signature = "|".join([self.statistics.signature(), *how, *self._told()])
        columns = np.column_stack([whole[a] - whole[b], p, p_corrected, *bounds, self._wins(differences), effects])
        defined = ~np.isnan(units)
        signs = self._signs(units, whole).astype(int).tolist()
        made = [
            self._comparison(i, j, numbers, sign, int((defined[i] & defined[j]).sum()), signature)
            for (i, j), numbers, sign in zip(self.pairs.tolist(), columns.tolist(), signs, strict=True)
        ]
        return made, drawn

    def _signs(self, units: Array, whole: Array) -> Array:
        """Return pair × 2: the signs of what was tested and of the difference on the whole test set; 0 if undefined."""
        a, b = whole[self.pairs.T]
        sign = np.where(np.abs(a - b) > tie(a, b), np.sign(a - b), 0)
        tested, test = sign, self.settings.test
        if test in _TESTED:
            units = _complete(units) if test in _FAMILY_TESTS else units
            tested = np.sign([_tested(_TESTED[test], units[a], units[b]) for a, b in self.pairs])
        return np.asarray(np.nan_to_num(np.stack([tested, sign], axis=1)))

    def _comparison(
        self, i: int, j: int, numbers: Sequence[float], signs: Sequence[int], n: int, signature: str
    ) -> Comparison:
        a, b = self.statistics.systems[i], self.statistics.systems[j]
        difference, p, p_corrected, low, high, wins, effect, effect_low, effect_high = numbers
        tested, whole = ({self._sign: a, 0: None, -self._sign: b}[sign] for sign in signs)
        favoured, reason = tested if tested == whole else None, self._reason(numbers, n)
        found = p_corrected <= self.settings.level
        if found and tested != whole:
            sides = f"the units' scores favour {tested or 'neither'}, the whole test set {whole or 'neither'}"
            reason = "; ".join(filter(None, [f"{a} and {b} not told apart: {sides}", reason]))
        return Comparison(
            a, b, self.statistics.label, difference, p, p_corrected, favoured if found else None, low, high, wins,
            effect, effect_low, effect_high, n, signature, reason, favoured,
        )  # fmt: skip

    def standings(self, made: Sequence[Comparison], drawn: Array, ranked: bool) -> list[Standing]:
        """Return the systems from best to worst, ranked where all pairs were compared."""
        values, systems = self._whole(), self.statistics.systems
        order = sorted(range(len(values)), key=lambda n: (math.isnan(values[n]), -self._sign * values[n]))
        defined = int((~np.isnan(values)).sum())
        place = {systems[n]: k for k, n in enumerate(order[:defined])}
        better = np.zeros((defined, defined), bool)
        for one in made:
            if one.better is not None:
                better[place[one.better], place[one.b if one.better == one.a else one.a]] = True
        ranges, shared = rank_ranges(better).tolist(), letters(better | better.T) or [None] * defined
        low, high = percentile_interval(drawn, self.settings.confidence)
        out = []
        for k, n in enumerate(order):
            ranks = (shared[k], *ranges[k]) if ranked and k < defined else (None, None, None)
            out.append(
                Standing(systems[n], self.statistics.label, float(values[n]), float(low[n]), float(high[n]), *ranks)
            )
        return out

    @property
    def _sign(self) -> int:
        return 1 if self.statistics.measure.higher_is_better else -1

    def _whole(self) -> Array:
        return np.asarray(self.statistics.measure.score(self.statistics.sums()), float)

    def _unit_scores(self) -> Array:
        """Return system × unit scores; made block by block, as a score may take many times the room of its result."""
        unit = "segment" if "*" in self.settings.unit else self.settings.unit
        measure = self.statistics.measure.at_level(unit)
        rows = unit_rows(self.statistics, unit)
        starts = range(0, rows.shape[1], _UNITS_AT_ONCE)
        scores = [measure.score(rows[:, n : n + _UNITS_AT_ONCE]) for n in starts]
        return unit_scores.without_rounding(np.concatenate(scores, axis=1, dtype=float))

    def _wins(self, differences: Array) -> Array:
        better = self._sign * differences
        share = ((better > 0) + 0.5 * (better == 0)).mean(axis=0)
        return np.where(np.isnan(differences).any(axis=0), np.nan, share)

    def _p_values(self, units: Array, whole: Array, differences: Array) -> tuple[Array, list[str]]:
        """Return p per pair, and what to say in the signature about how it was made."""
        settings, statistics, test = self.settings, self.statistics, self.settings.test
        if test == "randomisation":
            chosen = [(int(a), int(b)) for a, b in self.pairs]
            result = randomisation(
                statistics, chosen, settings.trials, settings.seed, settings.unit, self.threads, self.advance
            )
            return result.p(), [f"trials:{result.trials}", f"exact:{'true' if result.exact else 'false'}"]
        if test == "bootstrap":
            return shifted_p(differences, *whole[self.pairs.T]), ["shift:mean"]
        if test == "sacrebleu-bootstrap":
            p = sacrebleu.bootstrap_p(statistics, self.pairs, settings.resamples, settings.seed, self.advance)
            return p, ["counted:larger"]
        if test == "sacrebleu-randomisation":
            p = sacrebleu.randomisation_p(statistics, self.pairs, settings.trials, settings.seed, self.advance)
            return p, [f"trials:{settings.trials}", "counted:larger"]
        if test in _FAMILY_TESTS:
            complete = _complete(units)
            enough = complete.shape[1] > 1
            p = _FAMILY_TESTS[test](complete, self.pairs) if enough else np.full(len(self.pairs), np.nan)
            return p, [f"systems:{len(units)}", f"n:{complete.shape[1]}"]
        return np.array([_tested(_PAIR_TESTS[test], units[a], units[b]) for a, b in self.pairs]), []

    def _reason(self, numbers: Sequence[float], n: int) -> str | None:
        """Say why some number is undefined, if one is."""
        difference, p, _, low, _, _, effect, *_ = map(math.isnan, numbers)
        undefined = self.statistics.measure.undefined
        if difference:
            return undefined
        told = []
        few = self.drawn_from < _FEWEST_UNITS
        if p and few:
            told.append("no p: there are fewer than two units")
        elif p and n < _FEWEST_UNITS:
            told.append("no p: fewer than two units have a score in both systems")
        elif p:
            told.append(f"no p: in some resample, or for nearly all units, {undefined}")
        if low and few:
            told.append("no interval: there are fewer than two units")
        elif low:
            told.append(f"no interval: in some resample {undefined}")
        if effect:
            told.append("no effect size: the units' differences do not vary")
        return "; ".join(told) or None

    def _told(self) -> list[str]:
        settings = self.settings
        return [
            f"test:{settings.test}", f"unit:{settings.unit}", f"correct:{settings.applied}",
            f"comparisons:{len(self.pairs)}", f"resamples:{settings.resamples}",
            f"confidence:{settings.confidence:g}", f"seed:{settings.seed}",
        ]  # fmt: skip


def _complete(units: Array) -> Array:
    return units[:, ~np.isnan(units).any(axis=0)]


def _tested(test: Callable[[Array, Array], float], a: Array, b: Array) -> float:
    both = ~np.isnan(a) & ~np.isnan(b)
    return test(a[both], b[both]) if both.sum() > 1 else math.nan
