"""Comparisons of systems: how they are made, and what comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import SpecError, suggestion
from steelyard.inference.multiplicity import CORRECTIONS
from steelyard.inference.plain import plain

#: Test → what it is about. Those from z on look at the scores of units, not at the score of the whole test set.
TESTS = {
    "randomisation": "approximate randomisation: units exchanged between the two systems at random",
    "bootstrap": "bootstrap, shift method: units drawn with replacement",
    "z": "z-test of the mean difference between the units' scores",
    "t": "paired t-test of the units' scores",
    "unpaired-t": "Welch's t-test of the units' scores, which takes the two systems for independent",
    "wilcoxon": "Wilcoxon's signed ranks of the units' scores",
    "sign": "sign test of the units' scores",
    "tukey": "Tukey's honestly significant difference of the units' scores",
    "scheffe": "Scheffé's test of the units' scores",
    "sacrebleu-randomisation": "sacreBLEU's paired randomisation, which counts only larger differences",
    "sacrebleu-bootstrap": "sacreBLEU's paired bootstrap, which shifts absolute differences",
}
#: They allow for all pairs of the systems by themselves.
FAMILY_TESTS = ("tukey", "scheffe")
SACREBLEU_TESTS = ("sacrebleu-randomisation", "sacrebleu-bootstrap")
#: The only ones that `trials` is for.
TRIAL_TESTS = ("randomisation", "sacrebleu-randomisation")
_MOST_TRIALS = 10_000_000


@dataclass(frozen=True)
class Settings:
    """How systems are compared.

    trials      of the randomisation
    resamples   of the bootstrap, which also gives the intervals
    unit        what is exchanged and drawn: segment, document or any facet; for the bootstrap also crossed, a*b
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
            number = getattr(self, name)
            if not isinstance(number, int) or not least <= number <= most:
                raise SpecError(f"{name}={number} is not possible; expected {least} to {most:,}")
        for name in ("level", "confidence"):
            share = getattr(self, name)
            if not isinstance(share, float) or not 0 < share < 1:
                raise SpecError(f"{name}={share} is not possible; expected between 0 and 1")
        if not isinstance(self.unit, str):
            raise SpecError(f"unit={self.unit!r} is not possible; expected 'segment' or a facet")
        if "*" in self.unit and self.test != "bootstrap":
            raise SpecError(
                f"unit={self.unit} is not possible with test {self.test}: crossed units can be drawn but not "
                f"exchanged or scored; choose test bootstrap, or one unit"
            )
        factors = self.unit.split("*")
        if len(set(factors)) < len(factors):
            raise SpecError(f"unit={self.unit} is not possible: a unit cannot be crossed with itself")
        if self.unit != "segment" and self.test in SACREBLEU_TESTS:
            raise SpecError(f"unit={self.unit} is not possible with test {self.test}; sacreBLEU knows segments only")

    @property
    def applied(self) -> str:
        """The correction that is made: none where the test allows for all pairs by itself."""
        return "none" if self.test in FAMILY_TESTS else self.correct

    @property
    def idle(self) -> tuple[str, ...]:
        """The settings that have no effect with this test."""
        unused = {"trials": self.test not in TRIAL_TESTS, "correct": self.test in FAMILY_TESTS}
        return tuple(name for name, without_effect in unused.items() if without_effect)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings that have an effect."""
        return {name: value for name, value in vars(self).items() if name not in self.idle}


@dataclass(frozen=True)
class Comparison:
    """Two systems under one measure.

    difference   score of a minus score of b, on the whole test set, with its bootstrap interval low … high
    p            chance of such a difference, either way, if the systems were alike; p_corrected allows for all pairs
    better       the system that is shown to be better, or None where the two are not told apart
    wins         share of the bootstrap resamples in which a is better (Koehn), ties counted half
    effect       mean difference of the units' scores over its standard deviation, with its interval
    n            units that both systems have a score for; segments, if the unit is crossed
    reason       why a number is undefined, or neither system is better although p is small
    favoured     the system that p speaks for, small or not: the score of the whole test set favours it and, for a test
                 of unit scores, what that tests too; None where these two differ, or favour neither
    """

    a: str
    b: str
    measure: str
    difference: float
    p: float
    p_corrected: float
    better: str | None
    low: float
    high: float
    wins: float
    effect: float
    effect_low: float
    effect_high: float
    n: int
    signature: str
    reason: str | None = None
    favoured: str | None = None

    @property
    def undefined(self) -> bool:
        """Whether some number is undefined."""
        return any(isinstance(value, float) and math.isnan(value) for value in vars(self).values())

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON output has it; what is undefined is null, with its reason."""
        return plain(vars(self))


@dataclass(frozen=True)
class Standing:
    """A system's place under a measure, from best to worst.

    value         with its bootstrap interval low … high
    letters       systems that share a letter are not told apart; None if systems are compared with a baseline only, if
                  the system has no score, or if there are too many groups
    best_rank …   among the systems with a score, as far as the pairwise decisions leave it open; None likewise
    """

    system: str
    measure: str
    value: float
    low: float
    high: float
    letters: str | None
    best_rank: int | None
    worst_rank: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as the JSON output has it."""
        return plain(vars(self))


@dataclass(frozen=True)
class Comparisons:
    """All comparisons of a run.

    n                units of the test set; its segments, if the unit is crossed
    units            what is exchanged or drawn → how many there are; for a crossed unit each of its factors
    experiment_wise  chance of a false alarm in some pair of a measure if nothing were corrected and no systems
                     differed: 1 - (1 - level)^pairs
    notices          what the number of draws, units or systems does not allow for
    digits           measure → decimals that its scores are shown with
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    higher_is_better: Mapping[str, bool]
    settings: Settings
    baseline: str | None
    n: int
    units: Mapping[str, int]
    comparisons: tuple[Comparison, ...]
    standings: tuple[Standing, ...]
    experiment_wise: float
    notices: tuple[str, ...] = ()
    digits: Mapping[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        pairs = f"{len(self.comparisons)} comparisons by {self.settings.test}"
        return f"<Comparisons: {pairs}; {', '.join(self.measures)}; systems {', '.join(self.systems)}>"

    def of(self, measure: str) -> tuple[tuple[Comparison, ...], tuple[Standing, ...]]:
        """Return the comparisons and the standings of one measure."""
        if measure not in self.measures:
            raise SpecError(f"no measure {measure!r} in these comparisons" + suggestion(measure, self.measures))
        made = tuple(one for one in self.comparisons if one.measure == measure)
        return made, tuple(one for one in self.standings if one.measure == measure)

    def between(self, a: str, b: str, measure: str) -> Comparison:
        """Return the comparison of two systems, which are called a and b as they were compared."""
        for name in (a, b):
            if name not in self.systems:
                raise SpecError(f"no system {name!r} in these comparisons" + suggestion(name, self.systems))
        if a == b:
            raise SpecError(f"{a!r} is not compared with itself; give two systems")
        for one in self.of(measure)[0]:
            if {one.a, one.b} == {a, b}:
                return one
        raise SpecError(f"{a!r} and {b!r} were not compared; each system was compared with {self.baseline!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return {"comparisons": […], "standings": […], …} as the JSON output has it."""
        return {
            "comparisons": [one.to_dict() for one in self.comparisons],
            "standings": [one.to_dict() for one in self.standings],
            "settings": {**self.settings.to_dict(), "baseline": self.baseline, "n": self.n, "units": dict(self.units)},
            "experiment_wise": self.experiment_wise,
            "notices": list(self.notices),
        }

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame, one row per comparison."""
        try:
            import pandas
        except ImportError:
            from steelyard.errors import MissingResource

            raise MissingResource("to_pandas needs pandas; install it with: pip install pandas") from None
        return pandas.DataFrame([vars(one) for one in self.comparisons])
