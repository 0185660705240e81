"""How often a test errs where systems are alike: by simulation on statistics."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.draws import Draws, Run, check_counts, check_share
from steelyard.errors import SpecError
from steelyard.inference.checks import check_reach
from steelyard.inference.comparison.power import (
    DRAWS,
    FEWEST_DRAWN,
    NULL_TESTS,
    of_one_measure,
    p_values,
    pair_of,
    random_stream,
    stream_seed,
)
from steelyard.inference.proportions import wilson
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.signature import Signature
from steelyard.scores import Scores
from steelyard.statistics import Statistics

Array = NDArray[Any]


@dataclass(frozen=True, repr=False, kw_only=True)
class RejectionRate(IntervalEstimate):
    """How often a test rejects at a level although the systems are alike, with the interval of that share.

    rate        rejections among the simulations in which p is defined; `undefined` are those in which it is not
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "test", "measure", "segments", "alpha", "rejections", "simulations", "rate", "low", "high", "undefined",
        "reason", "signature",
    )  # fmt: skip

    test: str
    measure: str
    segments: int
    alpha: float
    rejections: int
    simulations: int
    undefined: int = 0

    @property
    def rate(self) -> float:
        """The value: the share of rejections."""
        return self.value


@dataclass(frozen=True, eq=False)
class NullSimulation:
    """p-values of tests on systems that are alike by construction.

    differences  of the two scores, per simulation
    p            test → p per simulation; nan where a score is undefined in some trial
    signature    of measure and simulations
    """

    measure: str
    segments: int
    trials: int
    differences: Array
    p: dict[str, Array]
    signature: Signature

    def both_defined(self, test: str, other: str) -> tuple[Array, Array]:
        """Return p by two tests, of the simulations in which both are defined."""
        there = ~np.isnan(self.p[test] + self.p[other])
        return self.p[test][there], self.p[other][there]

    def rates(self, alphas: tuple[float, ...]) -> list[RejectionRate]:
        """Return how often each test rejects at each alpha."""
        rates = []
        for test, p in self.p.items():
            for alpha in alphas:
                rejections, count = int((p <= alpha).sum()), int((~np.isnan(p)).sum())
                rate, low, high = (rejections / count, *wilson(rejections, count)) if count else (math.nan,) * 3
                lost = len(p) - count
                reason = f"p is undefined in {lost:,} of {len(p):,} simulations" if lost else None
                rates.append(
                    RejectionRate(
                        test=test, measure=self.measure, segments=self.segments, alpha=alpha, rejections=rejections,
                        simulations=len(p), value=rate, low=low, high=high, n=count, unit="simulation", undefined=lost,
                        reason=reason,
                        signature=self.signature.joined(test=test, alpha=f"{alpha:g}", interval="wilson"),
                    )
                )  # fmt: skip
        return rates


@public
def type_one_error(
    statistics: Statistics | Scores,
    a: str,
    b: str,
    *,
    segments: int | None = None,
    alphas: tuple[float, ...] = (0.01, 0.05, 0.1),
    simulations: int = 500,
    draws: Draws = DRAWS,
    run: Run = Run(),
) -> list[RejectionRate]:
    """Return rejection rates of the `NULL_TESTS` on systems that are alike by construction; see `simulate_null`."""
    statistics = of_one_measure(statistics)
    for alpha in alphas:
        check_share("alpha", alpha)
    check_reach(draws.trials, alphas)
    simulated = simulate_null(statistics, a, b, segments=segments, simulations=simulations, draws=draws, run=run)
    return simulated.rates(alphas)


def simulate_null(
    statistics: Statistics,
    a: str,
    b: str,
    *,
    segments: int | None = None,
    simulations: int = 500,
    draws: Draws = DRAWS,
    run: Run = Run(),
) -> NullSimulation:
    """Test systems that are alike by construction, again and again.

    For each simulation, `segments` segments are drawn (as many as there are, unless told), and on each of them the two
    systems' outputs are dealt to two new systems at random: neither can be better.
    """
    check_counts(simulations=simulations)
    pair = pair_of(statistics, a, b)
    size = pair.values.shape[1] if segments is None else segments
    if not isinstance(size, int) or size < FEWEST_DRAWN:
        raise SpecError(f"segments={size} is not possible; expected {FEWEST_DRAWN} or more")
    rows = []
    for n in range(simulations):
        rows.append(_null_p_values(pair, size, draws, n))
        if run.progress is not None:
            run.progress(n + 1, simulations)
    differences, *p = np.array(rows).T
    signature = Signature.of(
        statistics.signature(), dealt="two systems", segments=size, simulations=simulations, trials=draws.trials,
        seed=draws.seed,
    )  # fmt: skip
    tests = dict(zip(NULL_TESTS, p, strict=True))
    return NullSimulation(statistics.label, size, draws.trials, differences, tests, signature)


def _null_p_values(pair: Statistics, segments: int, draws: Draws, number: int) -> tuple[float, ...]:
    """Return the difference of two systems alike, and p by each of the tests."""
    random = random_stream(draws.seed, number)
    drawn = random.integers(0, pair.values.shape[1], segments)
    swapped = random.integers(0, 2, segments).astype(bool)
    values = pair.values[:, drawn]
    values[:, swapped] = values[::-1, swapped]
    sample = replace(pair, values=np.ascontiguousarray(values), ids=None, facets={}, singles=None)
    return p_values(sample, draws.trials, stream_seed(draws.seed, number))


def pair_p_values(statistics: Statistics, a: str, b: str, draws: Draws = DRAWS) -> dict[str, float]:
    """Return p of the difference between two systems by each of the `NULL_TESTS`."""
    _, *p = p_values(pair_of(statistics, a, b), draws.trials, draws.seed)
    return dict(zip(NULL_TESTS, p, strict=True))
