"""How many segments would show a difference: by simulation on statistics."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.draws import Draws, Run, check_counts, check_share
from steelyard.errors import InputError, SpecError, suggestion, worded
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.tests.bootstrap import shifted_p
from steelyard.inference.proportions import wilson
from steelyard.results.account import Account
from steelyard.results.estimate import Estimate
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Column, Number, Table
from steelyard.scores import Scores
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import bootstrap, jackknife, randomisation

Array = NDArray[Any]

#: A test is made in every simulation, so there are fewer trials than elsewhere.
DRAWS = Draws(trials=1000)
#: Tests whose type-I error is simulated. The bootstrap is shifted to the null hypothesis by its mean: as signed
#: differences, against either sign; or as absolute differences, as in figure 2 of Riezler & Maxwell (2005), where the
#: shift leaves about one of the two tails and p comes out about half.
NULL_TESTS = ("randomisation", "bootstrap", "bootstrap-absolute")
_MOST_SEGMENTS = 10_000_000
_SIMULATED = 100_000
FEWEST_DRAWN = 2


@dataclass(frozen=True, repr=False, kw_only=True)
class Power(Estimate):
    """Segments that two systems must be compared on to tell them apart.

    difference   between the systems that is to be found: that of the pilot, or the one asked for
    spread       standard deviation of the difference for one segment, by the jackknife over the pilot's segments
    needed       segments for the power asked for, by the normal approximation, but as many as let the test reach alpha
    simulated    share of simulated test sets of that size on which the test rejects, with its interval; None where the
                 difference is not the pilot's or the size too large to simulate
    pilot        segments that both systems have a score for
    reason       why nothing can be said, where that is so; difference and spread are nan then, and needed is None
    notice       what to beware of
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "a", "b", "measure", "difference", "spread", "power", "alpha", "needed", "pilot", "simulated", "low", "high",
        "simulations", "signature", "notice", "reason",
    )  # fmt: skip

    a: str
    b: str
    measure: str
    difference: float
    spread: float
    power: float
    alpha: float
    needed: int | None
    pilot: int
    simulations: int

    @property
    def simulated(self) -> float | None:
        """The value, where there is one: the power of the test on as many segments as are needed."""
        return None if math.isnan(self.value) else self.value

    def account(self) -> Account:
        """Return the segments needed, and what simulation says of them."""
        return PowerReport((self,)).account()


@dataclass(frozen=True, repr=False)
class PowerReport(Result):
    """The power of several measures to tell the same two systems apart; `notices` are those of their scores."""

    power: tuple[Power, ...]
    notices: tuple[str, ...] = ()

    def account(self) -> Account:
        """Return a row for each measure."""
        first = self.power[0]
        heads: list[str | Column] = ["measure", "difference", "spread", "needed", Column("simulated power", fixed=True)]
        rows: list[list[Cell]] = [
            [
                power.measure,
                Number(power.difference, form=".4g", remark=f"undefined: {power.reason}" if power.reason else ""),
                Number(power.spread, form=".4g"),
                Number(math.nan) if power.needed is None else power.needed,
                _share(power),
            ]
            for power in self.power
        ]
        about = f"{first.a} and {first.b}: segments for power {first.power:g} at alpha {first.alpha:g}, "
        return Account(
            "Power",
            (Table("power", "", heads, rows),),
            about=(f"{about}from a pilot of {first.pilot:,}",),
            notices=self._all_notices(),
            signatures={power.measure: power.signature for power in self.power},
            records=Table(
                "power", "Power", Power.KEYS, [[getattr(power, key) for key in Power.KEYS] for power in self.power]
            ),
            name="power",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return {"power": […], "notices": […]} as the JSON output has it."""
        return {"power": [power.to_dict() for power in self.power], "notices": list(self._all_notices())}

    def _all_notices(self) -> tuple[str, ...]:
        return (*self.notices, *(power.notice for power in self.power if power.notice))


def _share(power: Power) -> Cell:
    if power.reason is not None:
        return Number(math.nan)
    if power.simulated is None:
        return "not simulated"
    return Number(power.simulated, power.low, power.high, form=".3f")


@public
def power(
    statistics: Statistics | Scores,
    a: str,
    b: str,
    *,
    difference: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    simulations: int = 200,
    draws: Draws = DRAWS,
    run: Run = Run(),
) -> Power:
    """Return how many segments tell a from b with this power, given their statistics (or scores) on a pilot.

    The normal approximation says how many: (z of alpha/2 + z of power)² · spread² / difference², but no fewer than n
    with 2 / 2^n ≤ alpha, the least p of randomisation. Then so many segments are drawn from the pilot again and again,
    with replacement, and the share of rejections by randomisation is told.
    """
    statistics = of_one_measure(statistics)
    check_counts(simulations=simulations)
    for name, value in (("power", power), ("alpha", alpha)):
        check_share(name, value)
    check_reach(draws.trials, [alpha])
    if difference is not None and (not math.isfinite(difference) or difference == 0):
        raise SpecError(f"difference={difference} is not possible; expected a finite number other than 0")
    pair = pair_of(statistics, a, b)
    observed = float(np.subtract(*pair.measure.score(pair.sums().astype(float))))
    wanted = observed if difference is None else abs(difference)
    if math.isnan(wanted):
        raise InputError(
            f"the difference of {a} and {b} under {statistics.label} is undefined: {pair.measure.undefined}"
        )
    if wanted == 0:
        raise InputError(
            f"{a} and {b} do not differ under {statistics.label}; give the difference to be found "
            f"({worded('--difference D', 'difference=…')})"
        )
    spread = _spread(pair)
    quantile = NormalDist().inv_cdf
    root = (quantile(1 - alpha / 2) + quantile(power)) * spread / abs(wanted)
    # before squaring, which would overflow for the least of differences
    if root > math.sqrt(_MOST_SEGMENTS):
        raise InputError(f"more than {_MOST_SEGMENTS:,} segments would be needed to find a difference of {wanted:g}")
    needed = max(_fewest(alpha), math.ceil(root**2))
    share: tuple[float | None, float | None, float | None] = (None, None, None)
    if difference is None and needed <= _SIMULATED:
        rejections = 0
        for n in range(simulations):
            rejections += _rejects(pair, needed, draws, alpha, n)
            if run.progress is not None:
                run.progress(n + 1, simulations)
        share = (rejections / simulations, *wilson(rejections, simulations))
    notices = [notice for notice in (_pilot_notice(statistics, pair), _optimism(pair, needed, power, *share)) if notice]
    signature = Signature.of(
        statistics.signature(), spread="jackknife", test="randomisation", trials=draws.trials, simulations=simulations,
        unit="segment", seed=draws.seed,
    )  # fmt: skip
    simulated, low, high = share
    return Power(
        a=a, b=b, measure=statistics.label, difference=wanted, spread=spread, power=power, alpha=alpha, needed=needed,
        pilot=pair.values.shape[1], value=math.nan if simulated is None else simulated, low=low, high=high,
        simulations=simulations, signature=signature, notice="; ".join(notices) or None,
    )  # fmt: skip


def powers(
    scores: Scores,
    a: str,
    b: str,
    *,
    difference: float | None = None,
    wanted: float = 0.8,
    alpha: float = 0.05,
    simulations: int = 200,
    draws: Draws = DRAWS,
    run: Run = Run(),
) -> PowerReport:
    """Return what `power` says under each measure; raise only if no measure tells how many segments are needed.

    wanted   the power that is asked for
    """
    estimates: list[Power] = []
    for statistics in scores.statistics:
        try:
            estimate = power(
                statistics, a, b, difference=difference, power=wanted, alpha=alpha, simulations=simulations,
                draws=draws, run=run,
            )  # fmt: skip
        except InputError as refusal:
            estimate = Power(
                a=a, b=b, measure=statistics.label, difference=math.nan, spread=math.nan, power=wanted, alpha=alpha,
                needed=None, pilot=statistics.kept().among((a, b)).shared().values.shape[1], value=math.nan,
                simulations=simulations, signature=statistics.signature(), reason=str(refusal),
            )  # fmt: skip
        estimates.append(estimate)
    if all(estimate.reason for estimate in estimates):
        raise InputError("; ".join(dict.fromkeys(estimate.reason or "" for estimate in estimates)))
    return PowerReport(tuple(estimates), scores.notices)


def of_one_measure(scores: Statistics | Scores) -> Statistics:
    """Return the statistics, or those of scores by one measure; raise if there are others."""
    if isinstance(scores, Statistics):
        return scores
    if not isinstance(scores, Scores):
        raise SpecError(f"expected the statistics of a measure, scores.statistics[n]; found {type(scores).__name__}")
    if len(scores.statistics) != 1:
        raise SpecError(
            f"the scores are of {', '.join(scores.measures)}; give the statistics of one: scores.statistics[n]"
        )
    return scores.statistics[0]


def pair_of(statistics: Statistics, a: str, b: str) -> Statistics:
    """Return the statistics of two systems, on the segments that both have a score for."""
    if a == b:
        raise SpecError(f"{a!r} is to be compared with itself; name two systems")
    for name in (a, b):
        if name not in statistics.systems:
            raise SpecError(f"no system {name!r} in these statistics" + suggestion(name, statistics.systems))
    pair = statistics.kept().among((a, b)).shared()
    if not pair.values.shape[1]:
        raise InputError(f"{statistics.label}: no segment has a score of both {a} and {b}; choose other systems")
    return pair


def _pilot_notice(statistics: Statistics, pair: Statistics) -> str | None:
    """Say which segments the pilot is, where one system has a score for others too."""
    every, both = statistics.kept().values.shape[1], pair.values.shape[1]
    return None if every == both else f"{pair.label}: the pilot is {both:,} of {every:,} segments, which both have"


def _fewest(alpha: float) -> int:
    """Return how many segments let randomisation reach alpha: of 2^n exchanges, two always have the largest difference.

    >>> _fewest(0.05), _fewest(0.03125)
    (6, 6)
    """
    segments = FEWEST_DRAWN
    while 2 / 2**segments > alpha:
        segments += 1
    return segments


def _optimism(
    pair: Statistics, needed: int, power: float, simulated: float | None, low: float | None, high: float | None
) -> str | None:
    """Say what was simulated, where that is clearly less than the power that the approximation promises."""
    if high is None or high >= power:
        return None
    return (
        f"{pair.label}: the normal approximation is too optimistic: with {needed:,} segments the simulated power is "
        f"{simulated:.3f} [{low:.3f}, {high:.3f}], not {power:g}; more are needed"
    )


def _spread(pair: Statistics) -> float:
    left = jackknife(pair)
    differences = left[:, 0] - left[:, 1]
    count = len(differences)
    if count < 2 or np.isnan(differences).any():
        raise InputError(f"{pair.label}: the pilot is too small; some difference without one segment is undefined")
    variance = (count - 1) / count * float(((differences - differences.mean()) ** 2).sum())
    return math.sqrt(variance * count)


def _rejects(pair: Statistics, segments: int, draws: Draws, alpha: float, number: int) -> bool:
    """Tell whether the test rejects on a test set of so many segments drawn from the pilot."""
    drawn = random_stream(draws.seed, number).integers(0, pair.values.shape[1], segments)
    sample = replace(pair, values=np.ascontiguousarray(pair.values[:, drawn]), ids=None, facets={}, singles=None)
    return bool(randomisation(sample, [(0, 1)], draws.trials, stream_seed(draws.seed, number)).p()[0] <= alpha)


def p_values(pair: Statistics, trials: int, seed: int) -> tuple[float, ...]:
    """Return the difference of two systems, and p by each of the `NULL_TESTS`."""
    exchanged = randomisation(pair, [(0, 1)], trials, seed)
    scores = bootstrap(pair, trials, seed)
    a, b = np.asarray(pair.measure.score(pair.sums()), float)[:, None]
    differences = scores[:, :1] - scores[:, 1:]
    shifted = (float(shifted_p(differences, a, b, absolute=absolute)[0]) for absolute in (False, True))
    return float(exchanged.observed[0]), float(exchanged.p()[0]), *shifted


def random_stream(seed: int, number: int) -> np.random.Generator:
    """Return the random numbers of one simulation, independent of all others'."""
    return np.random.Generator(np.random.Philox(key=np.array([seed, number], np.uint64)))


def stream_seed(seed: int, number: int) -> int:
    """Return the seed of the test that is made in one simulation."""
    return int(random_stream(seed, number).integers(0, 2**63))
