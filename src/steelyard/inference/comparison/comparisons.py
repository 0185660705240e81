"""Comparisons of systems: what comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from steelyard.draws import Draws
from steelyard.errors import SpecError, suggestion
from steelyard.inference.comparison.account import account_of
from steelyard.inference.comparison.notices import too_few_draws
from steelyard.inference.comparison.significance import SignificanceTest
from steelyard.inference.comparison.standings import Standing
from steelyard.results.account import Account
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.result import Result
from steelyard.results.signature import Signature


@dataclass(frozen=True, repr=False, kw_only=True)
class Comparison(IntervalEstimate):
    """Two systems under one measure.

    difference   score of a minus score of b, on the whole test set, with its interval low … high; where one
                 of them has no score for some segments, all numbers are of those that both have, and notice says so
    p            chance of such a difference, either way, if the systems were alike; p_corrected allows for all pairs
    better       the system that is shown to be better, or None where the two are not told apart
    wins         share of the bootstrap resamples in which a is better (Koehn), ties counted half
    effect       mean difference of the units' scores over its standard deviation, with its interval
    n            units that both systems have a score for; segments, if the unit is crossed
    reason       why a number is undefined, or neither system is better although p is small
    favoured     the system that p speaks for, small or not: the score of the whole test set favours it and, for a test
                 of unit scores, what that tests too; None where these two differ, or favour neither
    notice       which segments were compared, where that is not all that either system has
    trials       how many were made, where p is counted over them, and whether they are all there are (exact)
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "a", "b", "measure", "difference", "p", "p_corrected", "better", "low", "high", "wins", "effect",
        "effect_low", "effect_high", "n", "signature", "reason", "favoured", "notice", "trials", "exact",
    )  # fmt: skip

    a: str
    b: str
    measure: str
    p: float
    p_corrected: float
    better: str | None
    wins: float
    effect: float
    effect_low: float
    effect_high: float
    n: int
    favoured: str | None = None
    trials: int | None = None
    exact: bool | None = None

    @property
    def difference(self) -> float:
        """The value: that of a minus that of b."""
        return self.value

    @property
    def undefined(self) -> bool:
        """Whether some number is undefined."""
        return any(isinstance(value, float) and math.isnan(value) for value in vars(self).values())

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON output has it, without trials where the test makes none."""
        without = () if self.trials is not None else ("trials", "exact")
        return {name: value for name, value in super().to_dict().items() if name not in without}


@dataclass(frozen=True, repr=False)
class Comparisons(Result):
    """All comparisons of a run.

    correct          the correction for many comparisons that was asked for; `applied` is the one that was made
    alpha            a corrected p up to it tells two systems apart
    n                units of the test set; its segments, if the unit is crossed
    units            what is exchanged or drawn → how many there are; for a crossed unit each of its factors
    experiment_wise  chance of a false alarm in some pair of a measure if nothing were corrected and no systems
                     differed: 1 - (1 - alpha)^pairs; with correct_over all, of all measures
    notices          what the number of draws, units or systems does not allow for
    digits           measure → decimals that its scores are shown with
    correct_over     what is corrected together: the pairs of each measure, or those of all
    simultaneous     whether the intervals of differences hold together, in the same families
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    higher_is_better: Mapping[str, bool]
    test: SignificanceTest
    correct: str
    alpha: float
    draws: Draws
    baseline: str | None
    n: int
    units: Mapping[str, int]
    comparisons: tuple[Comparison, ...]
    standings: tuple[Standing, ...]
    experiment_wise: float
    notices: tuple[str, ...] = ()
    digits: Mapping[str, int] = field(default_factory=dict)
    correct_over: str = "pairs"
    simultaneous: bool = False

    def _summary(self) -> str:
        pairs = f"{len(self.comparisons)} comparisons by {self.test.name}"
        return f"{pairs}; {', '.join(self.measures)}; systems {', '.join(self.systems)}"

    @property
    def applied(self) -> str:
        """The correction that is made: none where the test allows for all pairs by itself."""
        return "none" if self.test.all_pairs else self.correct

    def settings(self) -> dict[str, Any]:
        """Return the settings that have an effect, as the JSON output has them."""
        draws = self.draws
        every = {
            "test": self.test.name, "trials": draws.trials, "resamples": draws.resamples, "unit": draws.unit,
            "correct": self.correct, "correct_over": self.correct_over, "alpha": self.alpha,
            "confidence": draws.confidence, "interval": draws.kind, "simultaneous": self.simultaneous,
            "seed": draws.seed,
        }  # fmt: skip
        return {name: value for name, value in every.items() if name not in self.test.unused}

    def of(self, measure: str) -> tuple[tuple[Comparison, ...], tuple[Standing, ...]]:
        """Return the comparisons and the standings of one measure."""
        if measure not in self.measures:
            raise SpecError(f"no measure {measure!r} in these comparisons" + suggestion(measure, self.measures))
        comparisons = tuple(comparison for comparison in self.comparisons if comparison.measure == measure)
        return comparisons, tuple(standing for standing in self.standings if standing.measure == measure)

    def signature(self, measure: str) -> Signature:
        """Return how the numbers of a measure were made, but for what is of single pairs only."""
        first = min(self.of(measure)[0], key=lambda pair: (math.isnan(pair.p), pair.notice is not None))
        return first.signature.without("shared")

    def too_few(self, measure: str) -> str | None:
        """Return the draws, such as "20 trials", where they are too few for any p that tells systems apart."""
        family = self.comparisons if self.correct_over == "all" else self.of(measure)[0]
        pairs = sum(not math.isnan(comparison.p) for comparison in family)
        return too_few_draws(self.test, self.correct, self.alpha, self.draws, pairs, self.units)

    def between(self, a: str, b: str, measure: str) -> Comparison:
        """Return the comparison of two systems, which are called a and b as they were compared."""
        for name in (a, b):
            if name not in self.systems:
                raise SpecError(f"no system {name!r} in these comparisons" + suggestion(name, self.systems))
        if a == b:
            raise SpecError(f"{a!r} is not compared with itself; give two systems")
        for comparison in self.of(measure)[0]:
            if {comparison.a, comparison.b} == {a, b}:
                return comparison
        raise SpecError(f"{a!r} and {b!r} were not compared; each system was compared with {self.baseline!r}")

    def account(self) -> Account:
        """Return standings and pairs under each measure."""
        return account_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return {"comparisons": […], "standings": […], …} as the JSON output has it."""
        return {
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "standings": [standing.to_dict() for standing in self.standings],
            "settings": {**self.settings(), "baseline": self.baseline, "n": self.n, "units": dict(self.units)},
            "experiment_wise": self.experiment_wise,
            "notices": list(self.notices),
        }
