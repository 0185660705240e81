"""Comparisons of systems, and what there is to say of all: what was done, and what was kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.draws import Draws
from steelyard.errors import SpecError, suggestion
from steelyard.inference.comparison.account import MeasureComparisons, every_pair, part, records, star_bounds, summary
from steelyard.inference.comparison.comparison import Comparison
from steelyard.inference.comparison.notices import too_few_draws
from steelyard.inference.comparison.significance import SignificanceTest
from steelyard.inference.comparison.standings import Standing
from steelyard.results.account import Account
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import HIGHER, LOWER, Column


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
        """Return standings and pairs: a part for each measure, and a record of each comparison."""
        compared = [self._compared(measure) for measure in self.measures]
        return Account(
            "Comparison of systems",
            (summary(compared, self.systems), every_pair(self.comparisons, compared)),
            about=(_what_was_done(self), _what_is_kept(self)),
            notices=self.notices,
            terms=_terms(self),
            parts=tuple(map(part, compared)),
            records=records(self.comparisons),
            name="comparisons",
        )

    def _compared(self, measure: str) -> MeasureComparisons:
        better = HIGHER if self.higher_is_better[measure] else LOWER
        score = Column("score", better=better, digits=self.digits[measure], signature=self.signature(measure))
        return MeasureComparisons(measure, *self.of(measure), self.baseline, self.alpha, score)

    def to_dict(self) -> dict[str, Any]:
        """Return {"comparisons": […], "standings": […], …} as the JSON output has it."""
        return {
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
            "standings": [standing.to_dict() for standing in self.standings],
            "settings": {**self.settings(), "baseline": self.baseline, "n": self.n, "units": dict(self.units)},
            "experiment_wise": self.experiment_wise,
            "notices": list(self.notices),
        }


def _what_was_done(comparisons: Comparisons) -> str:
    """Say which test was made, on which units, and how often was drawn."""
    draws = comparisons.draws
    return f"{comparisons.test.about}{_trials(comparisons)}; {_units(comparisons)}; {draws.intervals_in_words()}"


def _units(comparisons: Comparisons) -> str:
    """Say what the units are and how many; of crossed ones, how many values each factor has."""
    counts = " × ".join(f"{count:,}" for count in comparisons.units.values())
    crossed = f" over {comparisons.n:,} segments" if len(comparisons.units) > 1 else ""
    return f"{counts} {'unit' if counts == '1' else 'units'} ({comparisons.draws.unit}){crossed}"


def _what_is_kept(comparisons: Comparisons) -> str:
    """Say how many pairs there are, and what error the correction allows for."""
    pairs = len(comparisons.comparisons) // len(comparisons.measures)
    against = f" against {comparisons.baseline}" if comparisons.baseline else ""
    if pairs == 1 and comparisons.correct_over == "pairs":
        return f"1 pair of systems{against} for each measure, told apart at p ≤ {comparisons.alpha:g}"
    chance = f"the chance of some false alarm would be up to {comparisons.experiment_wise:.1%}"
    uncorrected = f"uncorrected at {comparisons.alpha:g}, {chance}"
    measures = f"{len(comparisons.measures)} measures, {len(comparisons.comparisons):,} together"
    of = measures if comparisons.correct_over == "all" else "each measure"
    return f"{pairs:,} pairs of systems{against} for {of}: {uncorrected}; {_kept(comparisons)}"


def _trials(comparisons: Comparisons) -> str:
    if comparisons.test.counted != "trials":
        return ""
    exchanges = comparisons.test.exchanges(comparisons.draws, comparisons.n)
    return f", all {exchanges:,} exchanges" if exchanges else f", {comparisons.draws.trials:,} trials"


def _kept(comparisons: Comparisons) -> str:
    alpha = f"{comparisons.alpha:.1%}"
    if comparisons.test.all_pairs:
        return f"{comparisons.test.name} allows for all pairs and keeps it at {alpha}"
    if comparisons.correct == "none":
        return "it is not corrected"
    if comparisons.correct == "benjamini-hochberg":
        return f"{comparisons.correct} keeps the expected share of false ones among all differences found at {alpha}"
    return f"{comparisons.correct} keeps it at {alpha}"


def _terms(comparisons: Comparisons) -> dict[str, str]:
    """Say what stars, intervals and letters mean."""
    bounds = enumerate(star_bounds(comparisons.alpha), 1)
    against = f", against {comparisons.baseline}" if comparisons.baseline else ""
    meanings = {"stars": ", ".join(f"{'*' * n} p ≤ {bound:g}" for n, bound in bounds) + f" (corrected{against})"}
    if meaning := _intervals(comparisons):
        meanings["intervals"] = meaning
    if comparisons.baseline is None:
        meanings["group"] = "systems that share a letter are not told apart"
        meanings["ranks"] = "as far as the differences found tell"
    return meanings


def _intervals(comparisons: Comparisons) -> str:
    """Say whether intervals allow for there being many; nothing where each measure has one, which is by itself."""
    several = len(comparisons.comparisons) > len(comparisons.measures)
    if comparisons.simultaneous:
        all_measures = " under all measures" if comparisons.correct_over == "all" else ""
        return f"of differences together{all_measures}, corrected for how many they are; of scores each by itself"
    if comparisons.correct_over == "all" and len(comparisons.measures) > 1:
        return "each by itself, not corrected for the number of pairs and measures"
    return "each by itself, not corrected for the number of pairs" if several else ""
