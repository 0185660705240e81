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
from steelyard.inference import unit_scores
from steelyard.inference.groups import letters, rank_ranges
from steelyard.inference.multiplicity import CORRECTIONS, corrected, experiment_wise
from steelyard.resampling import TIE, bootstrap, percentile_interval, randomisation, unit_rows
from steelyard.scores import Scores
from steelyard.statistics import Statistics, thread_count

Array = NDArray[Any]

_MOST_TRIALS = 10_000_000
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
#: randomisation and bootstrap are about the score of the whole test set, the others about the scores of its units;
#: tukey and scheffe allow for all pairs by themselves.
TESTS = ("randomisation", "bootstrap", *_PAIR_TESTS, *_FAMILY_TESTS)


@dataclass(frozen=True)
class Settings:
    """How systems are compared.

    trials      of the randomisation
    resamples   of the bootstrap, which also gives the intervals
    unit        what is exchanged and drawn: segment, document or any facet
    correct     correction for many comparisons, over all pairs of a measure
    level       a corrected p up to it tells two systems apart
    """

    test: str = "randomisation"
    trials: int = 10_000
    resamples: int = 1_000
    unit: str = "segment"
    correct: str = "holm"
    level: float = 0.05
    confidence: float = 0.95
    seed: int = 12345

    def __post_init__(self) -> None:
        for what, value, known in (("test", self.test, TESTS), ("correction", self.correct, CORRECTIONS)):
            if value not in known:
                raise SpecError(f"unknown {what} {value!r}" + suggestion(str(value), known))
        for name, least, most in (("trials", 1, _MOST_TRIALS), ("resamples", 2, _MOST_TRIALS), ("seed", 0, 2**64 - 1)):
            value = getattr(self, name)
            if not isinstance(value, int) or not least <= value <= most:
                raise SpecError(f"{name}={value} is not possible; expected {least} to {most:,}")
        for name in ("level", "confidence"):
            value = getattr(self, name)
            if not isinstance(value, float) or not 0 < value < 1:
                raise SpecError(f"{name}={value} is not possible; expected between 0 and 1")


@dataclass(frozen=True)
class Comparison:
    """Two systems under one measure.

    difference   score of a minus score of b, on the whole test set, with its bootstrap interval low … high
    p            chance of such a difference, either way, if the systems were alike; p_corrected allows for all pairs
    wins         share of the bootstrap resamples in which a is better (Koehn), ties counted half
    effect       mean difference of the units' scores over its standard deviation, with its interval
    n            units that both systems have a score for
    """

    a: str
    b: str
    measure: str
    difference: float
    p: float
    p_corrected: float
    low: float
    high: float
    wins: float
    effect: float
    effect_low: float
    effect_high: float
    n: int
    signature: str
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON output has it; what is undefined is null, with its reason."""
        out = {name: value for name, value in vars(self).items() if name != "reason" or value is not None}
        return {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in out.items()}


@dataclass(frozen=True)
class Standing:
    """A system's place under a measure: systems that share a letter are not told apart."""

    system: str
    measure: str
    value: float
    letters: str
    best_rank: int
    worst_rank: int

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as the JSON output has it."""
        return {**vars(self), "value": None if math.isnan(self.value) else self.value}


@dataclass(frozen=True)
class Comparisons:
    """All comparisons of a run. `experiment_wise` is the chance of a false alarm in some pair without correction."""

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    settings: Settings
    baseline: str | None
    comparisons: tuple[Comparison, ...]
    standings: tuple[Standing, ...]
    experiment_wise: float

    def to_dict(self) -> dict[str, Any]:
        """Return {"comparisons": […], "standings": […], …} as the JSON output has it."""
        return {
            "comparisons": [one.to_dict() for one in self.comparisons],
            "standings": [one.to_dict() for one in self.standings],
            "experiment_wise": self.experiment_wise,
        }


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
) -> Comparisons:
    """Compare all pairs of systems (or each with the baseline) under every measure of the scores.

    Nothing is scored again: the statistics inside the scores suffice.
    """
    settings = Settings(test, trials, resamples, unit, correct, level, confidence, seed)
    systems = scores.systems
    if len(systems) < 2:
        raise InputError(f"there is one system, {systems[0]!r}; a comparison needs two")
    pairs = _pairs(systems, baseline)
    made: list[Comparison] = []
    standings: list[Standing] = []
    for statistics in scores.statistics:
        some = _compared(statistics, pairs, settings, thread_count(threads))
        made += some
        if baseline is None:
            standings += _standings(statistics, some, settings)
    overall = experiment_wise(level, len(pairs))
    return Comparisons(systems, scores.measures, settings, baseline, tuple(made), tuple(standings), overall)


def _pairs(systems: Sequence[str], baseline: str | None) -> list[tuple[int, int]]:
    if baseline is None:
        return list(itertools.combinations(range(len(systems)), 2))
    if baseline not in systems:
        raise SpecError(f"no system {baseline!r} to compare with" + suggestion(baseline, systems))
    base = systems.index(baseline)
    return [(n, base) for n in range(len(systems)) if n != base]


def _compared(
    statistics: Statistics, pairs: list[tuple[int, int]], settings: Settings, threads: int
) -> list[Comparison]:
    places = np.array(pairs)
    a, b = places.T
    sign = 1 if statistics.measure.higher_is_better else -1
    whole = statistics.measure.score(statistics.sums())
    drawn = bootstrap(statistics, settings.resamples, settings.seed, settings.unit, threads)
    drawn = drawn[:, a] - drawn[:, b]
    observed = whole[a] - whole[b]
    low, high = percentile_interval(drawn, settings.confidence)
    better = sign * drawn
    wins = np.where(np.isnan(drawn).any(axis=0), np.nan, ((better > 0) + 0.5 * (better == 0)).mean(axis=0))
    units = _unit_scores(statistics, settings.unit)
    p, how = _p_values(statistics, places, units, observed, drawn, settings, threads)
    allowed = settings.correct if settings.test not in _FAMILY_TESTS else "none"
    p_corrected = corrected(p, allowed)
    signature = "|".join([statistics.signature(), *how, *_told(settings, allowed, len(pairs))])
    out = []
    for k, (i, j) in enumerate(pairs):
        both = ~np.isnan(units[i]) & ~np.isnan(units[j])
        effect = _effect(units[i][both] - units[j][both], settings)
        reason = statistics.measure.undefined if np.isnan(observed[k]) else None
        out.append(
            Comparison(
                statistics.systems[i], statistics.systems[j], statistics.label, float(observed[k]), float(p[k]),
                float(p_corrected[k]), float(low[k]), float(high[k]), float(wins[k]), *effect, int(both.sum()),
                signature, reason,
            )
        )  # fmt: skip
    return out


def _unit_scores(statistics: Statistics, unit: str) -> Array:
    """Return system × unit scores."""
    return np.asarray(statistics.measure.at_level("segment").score(unit_rows(statistics, unit)), float)


def _p_values(
    statistics: Statistics, pairs: Array, units: Array, observed: Array, drawn: Array, settings: Settings, threads: int
) -> tuple[Array, list[str]]:
    """Return p per pair, and what to say in the signature about how it was made."""
    if settings.test == "randomisation":
        chosen = [(int(a), int(b)) for a, b in pairs]
        result = randomisation(statistics, chosen, settings.trials, settings.seed, settings.unit, threads)
        return result.p(), [f"trials:{result.trials}", f"exact:{'true' if result.exact else 'false'}"]
    if settings.test == "bootstrap":
        shifted = np.abs(drawn - drawn.mean(axis=0))
        count = (~(shifted < np.abs(observed) * (1 - TIE))).sum(axis=0)
        p = (count + 1) / (settings.resamples + 1)
        return np.where(np.isnan(observed), np.nan, p), ["shift:mean"]
    if settings.test in _FAMILY_TESTS:
        complete = units[:, ~np.isnan(units).any(axis=0)]
        if complete.shape[1] < 2:
            return np.full(len(pairs), np.nan), ["n:0"]
        return _FAMILY_TESTS[settings.test](complete, pairs), [f"n:{complete.shape[1]}"]
    one = _PAIR_TESTS[settings.test]
    return np.array([_tested(one, units[a], units[b]) for a, b in pairs]), ["scores:units"]


def _tested(test: Callable[[Array, Array], float], a: Array, b: Array) -> float:
    both = ~np.isnan(a) & ~np.isnan(b)
    return test(a[both], b[both]) if both.sum() > 1 else math.nan


def _effect(differences: Array, settings: Settings) -> tuple[float, float, float]:
    """Return the standardised mean difference and its bootstrap interval; without any spread it is undefined."""
    from steelyard import _core

    if len(differences) < 2 or np.ptp(differences) == 0:
        zero = 0.0 if len(differences) and not differences.any() else math.nan
        return zero, zero, zero
    rows = np.stack([differences, differences**2, np.ones_like(differences)], axis=-1)[None]
    sums = _core.bootstrap_sums(rows, settings.seed, 0, settings.resamples)[:, 0]
    low, high = np.nanquantile(_standardised(sums), [(1 - settings.confidence) / 2, (1 + settings.confidence) / 2])
    return float(_standardised(rows[0].sum(axis=0))), float(low), float(high)


def _standardised(sums: Array) -> Array:
    total, squares, count = np.moveaxis(sums, -1, 0)
    mean = total / count
    variance = np.maximum(squares / count - mean**2, 0) * count / (count - 1)
    spread = np.sqrt(variance)
    return np.asarray(np.divide(mean, spread, out=np.full_like(mean, np.nan), where=spread > 1e-12))


def _told(settings: Settings, allowed: str, pairs: int) -> list[str]:
    return [
        f"test:{settings.test}", f"unit:{settings.unit}", f"correct:{allowed}", f"comparisons:{pairs}",
        f"resamples:{settings.resamples}", f"confidence:{settings.confidence:g}", f"seed:{settings.seed}",
    ]  # fmt: skip


def _standings(statistics: Statistics, made: Sequence[Comparison], settings: Settings) -> list[Standing]:
    values = statistics.measure.score(statistics.sums())
    sign = 1 if statistics.measure.higher_is_better else -1
    order = sorted(range(len(values)), key=lambda n: (math.isnan(values[n]), -sign * values[n]))
    place = {statistics.systems[n]: k for k, n in enumerate(order)}
    better = np.zeros((len(order), len(order)), bool)
    for one in made:
        if one.p_corrected <= settings.level:
            i, j = place[one.a], place[one.b]
            better[(i, j) if sign * one.difference > 0 else (j, i)] = True
    ranges = rank_ranges(better)
    shared = letters(better | better.T)
    return [
        Standing(statistics.systems[n], statistics.label, float(values[n]), shared[k], *map(int, ranges[k]))
        for k, n in enumerate(order)
    ]
