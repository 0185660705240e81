"""Significance tests: what one says of itself, what it is given, and the door to all of them.

A test is one file in `tests/`, or one of your own: a class derived from `PairTest` (scores of units, two systems at a
time), `FamilyTest` (scores of units, all systems at once), `IndependentTest` (all values that each of two systems has,
whatever they are of) or `SignificanceTest` (anything, such as resampled scores).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import HUMAN
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError, worded
from steelyard.inference.checks import checked_answer
from steelyard.loading import FromOutside
from steelyard.plugins import Classes
from steelyard.results.signature import Signature
from steelyard.statistics import Statistics
from steelyard.statistics.resampling import Advance, tie

Array = NDArray[Any]

#: What a test can take as a unit: one facet (segment, document …), several that are crossed as well, segments alone.
FACET, CROSSED, SEGMENT = "facet", "crossed", "segment"
#: What the values of a system can be, where they are not paired.
JUDGEMENTS, SEGMENT_SCORES = "judgements", "segment-scores"
_FEWEST_UNITS = 2


@dataclass(frozen=True, eq=False)
class Sample:
    """What a test is given: systems under one measure, on the same units.

    statistics  of the measure
    pairs       [pair, 2]: the places of the systems that are compared
    units       system × unit scores; nan where a system has none
    whole       the systems' scores on the whole test set
    resampled   resample × system scores of the bootstrap
    threads     how many may be used; advance is to be called with every number of draws that is done
    """

    statistics: Statistics
    pairs: Array
    units: Array
    whole: Array
    resampled: Array
    draws: Draws
    threads: int = 1
    advance: Advance | None = None


@dataclass(frozen=True, eq=False)
class SignificanceOutcome:
    """p for each pair, nan where there is none, and what the signature has to say of how it was made.

    trials      how many were made, where p is counted over them; exact, whether these are all there are
    """

    p: Array
    choices: Signature = Signature()
    trials: int | None = None
    exact: bool = False


class SignificanceTest(FromOutside, ABC):
    """How likely a difference at least as large would be, either way, if two systems were alike.

    name        as it is chosen
    about       one line on what it does
    units       FACET, CROSSED or SEGMENT: what it can take as a unit
    counted     "trials" or "resamples" if p is a share of these, and so no smaller than 1 / (1 + their number)
    all_pairs   whether it allows for all pairs of systems by itself, so that nothing is left to correct
    paired      whether systems are compared on the segments that both have; otherwise each has all of its own
    reproduces  the tool whose numbers it has, where it is not to be recommended otherwise; such a test compares with a
                baseline only
    warning     what must be known wherever it is used
    origin      the file, if it comes from outside
    """

    name: ClassVar[str]
    about: ClassVar[str]
    units: ClassVar[str] = FACET
    counted: ClassVar[str | None] = None
    all_pairs: ClassVar[bool] = False
    paired: ClassVar[bool] = True
    reproduces: ClassVar[str] = ""
    warning: ClassVar[str] = ""

    @abstractmethod
    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair."""

    def signs(self, sample: Sample) -> Array:
        """Return for each pair whether what is tested is higher in its first system (1) or its second (-1)."""
        return signs_of_whole(sample)

    def exchanges(self, draws: Draws, units: int) -> int | None:
        """Return how many exchanges of units there are where all of them are made, so that p is exact."""
        del draws, units
        return None

    def steps(self, draws: Draws) -> int:
        """Return how many draws it makes beside those of the intervals."""
        return draws.trials if self.counted == "trials" else 0

    @property
    def unused(self) -> tuple[str, ...]:
        """The settings that have no effect with this test."""
        without_effect = {"trials": self.counted != "trials", "correct": self.all_pairs}
        return tuple(name for name, unused in without_effect.items() if unused)

    def check_unit(self, unit: str) -> None:
        """Raise unless the test can take such a unit."""
        factors = unit.split("*")
        if len(factors) > 1 and self.units != CROSSED:
            raise SpecError(
                f"unit={unit} is not possible with test {self.name}: crossed units can be drawn but not "
                f"exchanged or scored; choose test bootstrap, or one unit"
            )
        if len(set(factors)) < len(factors):
            raise SpecError(f"unit={unit} is not possible: a unit cannot be crossed with itself")
        if unit != "segment" and self.units == SEGMENT:
            whose = f"{self.reproduces} knows" if self.reproduces else "it takes"
            raise SpecError(f"unit={unit} is not possible with test {self.name}; {whose} segments only")

    def signature(self) -> Signature:
        """Return the test's name and, if it comes from outside, the digest of its file."""
        digest = {} if self.origin is None else {"test-digest": self.origin.digest}
        return Signature.of(test=self.name, **digest)


class PairTest(SignificanceTest):
    """A test of the scores that two systems have on the same units."""

    @abstractmethod
    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of two systems' scores of the same units."""

    def difference(self, a: Array, b: Array) -> float:
        """Return what is tested: positive where the first has more."""
        return mean_difference(a, b)

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair, on the units that both systems have a score for."""
        return SignificanceOutcome(self._of_pairs(self.p, sample))

    def signs(self, sample: Sample) -> Array:
        """Return for each pair which system has more of what is tested."""
        return np.sign(self._of_pairs(self.difference, sample))

    def _of_pairs(self, function: Any, sample: Sample) -> Array:
        values = [_on_common_units(function, sample.units[a], sample.units[b]) for a, b in sample.pairs]
        return _numbers(self, function, values, sample)


class IndependentTest(SignificanceTest):
    """A test of all values that two systems have, which are not paired and may be of different segments.

    These are scores of segments or, of people, all of their judgements, however many an output has.
    """

    units: ClassVar[str] = SEGMENT
    paired: ClassVar[bool] = False

    @abstractmethod
    def p(self, a: Array, b: Array) -> float:
        """Return the two-sided p of the values of two systems."""

    def difference(self, a: Array, b: Array) -> float:
        """Return what is tested: positive where the first has more."""
        return float(a.mean() - b.mean())

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair, from all that both systems have."""
        of = kind_of_values(sample.statistics)
        return SignificanceOutcome(self._of_pairs(self.p, sample), Signature.of(of=of))

    def signs(self, sample: Sample) -> Array:
        """Return for each pair which system has more of what is tested."""
        return np.sign(self._of_pairs(self.difference, sample))

    def _of_pairs(self, function: Any, sample: Sample) -> Array:
        own = values_of_systems(sample.statistics, sample.units)
        enough = sample.units.shape[1] >= _FEWEST_UNITS
        values = [
            function(own[a], own[b]) if enough and len(own[a]) and len(own[b]) else math.nan for a, b in sample.pairs
        ]
        return _numbers(self, function, values, sample)


def values_of_systems(statistics: Statistics, units: Array) -> list[Array]:
    """Return all values that each system has: judgements one by one where they are of people, else scores of segments.

    units   system × segment scores; nan where a system has none
    """
    if kind_of_values(statistics) == JUDGEMENTS:
        if statistics.singles is None:
            raise InputError(
                f"{statistics.label}: there is one value per output here, not every judgement; give the judgements as "
                f"they are {worded('(--human FILE.tsv)', '(human=…)')}"
            )
        return [statistics.singles.of(n) for n in range(len(statistics.systems))]
    return [scores[~np.isnan(scores)] for scores in units]


def kind_of_values(statistics: Statistics) -> str:
    """Return whether a system's values are judgements of people or scores of segments."""
    return JUDGEMENTS if statistics.measure.family == HUMAN else SEGMENT_SCORES


class FamilyTest(SignificanceTest):
    """A test of the scores that all systems have on the same units, which allows for all of their pairs."""

    all_pairs: ClassVar[bool] = True

    @abstractmethod
    def p(self, scores: Array, pairs: Array) -> Array:
        """Return p of each pair of systems, from system × unit scores."""

    def outcome(self, sample: Sample) -> SignificanceOutcome:
        """Return p of every pair, on the units that all systems have a score for."""
        scores = _complete(sample.units)
        enough = scores.shape[1] >= _FEWEST_UNITS
        p = self.p(scores, sample.pairs) if enough else np.full(len(sample.pairs), math.nan)
        return SignificanceOutcome(p, Signature.of(systems=len(scores), n=scores.shape[1]))

    def signs(self, sample: Sample) -> Array:
        """Return for each pair which system has the higher mean."""
        scores = _complete(sample.units)
        return np.sign([_on_common_units(mean_difference, scores[a], scores[b]) for a, b in sample.pairs])


def _numbers(test: SignificanceTest, function: Any, values: Sequence[Any], sample: Sample) -> Array:
    """Return what a test's function gave for every pair, if it is numbers."""
    for k, value in enumerate(values):
        if np.ndim(value) or np.asarray(value).dtype.kind not in "iuf":
            what = f"{value!r:.40}" if isinstance(value, str) else f"a {type(value).__name__}"
            raise InputError(
                f"the test {test.called}: {function.__name__}() gave {what}{_place(sample, k)}; expected a number"
            )
    return np.array(values, float)


def outcome_of(test: SignificanceTest, sample: Sample) -> SignificanceOutcome:
    """Return the outcome of a test; what somebody's own test gives is looked at first."""
    outcome = test.outcome(sample)
    if not test.from_outside:
        return outcome
    whose = f"the test {test.called}"
    if not isinstance(outcome, SignificanceOutcome):
        raise InputError(f"{whose}: outcome() gave a {type(outcome).__name__}; expected a SignificanceOutcome")
    p = checked_answer(f"{whose}: p", outcome.p, len(sample.pairs), 0, 1, lambda k: _place(sample, k))
    if len(odd := np.flatnonzero(np.isnan(p) & ~_excused(sample))):
        raise InputError(f"{whose}: p gave nan{_place(sample, int(odd[0]))}; expected a number from 0 to 1")
    return replace(outcome, p=p)


def _place(sample: Sample, k: int) -> str:
    a, b = (sample.statistics.systems[place] for place in sample.pairs[k])
    return f" for {a} and {b} by {sample.statistics.label}"


def _excused(sample: Sample) -> Array:
    """Tell for each pair whether there may be no p: units are too few, or some score is undefined."""
    a, b = sample.pairs.T
    defined = ~np.isnan(sample.units)
    undefined = np.isnan(sample.whole) | np.isnan(sample.resampled).any(axis=0)
    few = np.minimum((defined[a] & defined[b]).sum(axis=1), defined.all(axis=0).sum()) < _FEWEST_UNITS
    return np.asarray(few | undefined[a] | undefined[b])


def signs_of_whole(sample: Sample) -> Array:
    """Return for each pair which system has the higher score on the whole test set; 0 where they tie."""
    a, b = sample.whole[sample.pairs.T]
    return np.where(np.abs(a - b) > tie(a, b), np.sign(a - b), 0)


def mean_difference(a: Array, b: Array) -> float:
    """Return the mean difference between the scores of units."""
    return float((a - b).mean())


def _complete(units: Array) -> Array:
    return units[:, ~np.isnan(units).any(axis=0)]


def _on_common_units(function: Any, a: Array, b: Array) -> Any:
    both = ~np.isnan(a) & ~np.isnan(b)
    return function(a[both], b[both]) if both.sum() >= _FEWEST_UNITS else math.nan


_RANDOMISED = "approximate randomisation, a paired permutation test, is 'randomisation'"
_SACREBLEU_RANDOMISED = f"{_RANDOMISED}; with sacreBLEU's own p-values it is 'sacrebleu-randomisation'"
_BOOTSTRAPPED = "the paired bootstrap is 'bootstrap'; with sacreBLEU's own p-values it is 'sacrebleu-bootstrap'"
_PAIRED_T = "the paired t-test is 't'"
_UNPAIRED_T = "the t-test of independent samples is 'unpaired-t', the paired one 't'"
_SIGNED_RANKS = "Wilcoxon's signed-rank test is 'wilcoxon'"
_RANK_SUM = (
    "the test of Mann and Whitney, or Wilcoxon's of rank sums, is 'mann-whitney'; of scores of the same units "
    "Wilcoxon's is 'wilcoxon'"
)
#: Names that people know from elsewhere → what they are here.
_OTHER_NAMES = {
    "ar": _SACREBLEU_RANDOMISED, "pairedar": _SACREBLEU_RANDOMISED,
    "permutation": _RANDOMISED, "permutationtest": _RANDOMISED, "pairedpermutation": _RANDOMISED,
    "approximaterandomization": _RANDOMISED, "approximaterandomisation": _RANDOMISED,
    "randomization": _RANDOMISED, "perm": _RANDOMISED, "permboth": _RANDOMISED,
    "bs": _BOOTSTRAPPED, "pairedbs": _BOOTSTRAPPED, "pairedbootstrap": _BOOTSTRAPPED,
    "ttest": _PAIRED_T, "pairedt": _PAIRED_T, "pairedttest": _PAIRED_T, "student": _PAIRED_T, "ttestrel": _PAIRED_T,
    "welch": _UNPAIRED_T, "independentt": _UNPAIRED_T, "ttestind": _UNPAIRED_T,
    "wilcoxonsignedrank": _SIGNED_RANKS, "wilcoxonsignedranks": _SIGNED_RANKS, "signedrank": _SIGNED_RANKS,
    "mannwhitney": _RANK_SUM, "mannwhitneyu": _RANK_SUM, "wilcoxonranksum": _RANK_SUM, "ranksum": _RANK_SUM,
    "tukeyhsd": "Tukey's honestly significant difference is 'tukey'", "hsd": "Tukey's HSD is 'tukey'",
}  # fmt: skip

#: All tests, by name.
TESTS = Classes(
    "significance test",
    "steelyard.inference.comparison.tests",
    "steelyard.tests",
    SignificanceTest,  # type: ignore[type-abstract]
    ("about",),
    _OTHER_NAMES,
)


#: A test as users give it: a name of ours or of an installed package, MODULE:NAME, FILE.py:NAME, its class, or itself.
GivenTest = str | type[SignificanceTest] | SignificanceTest


def significance_test(choice: GivenTest) -> SignificanceTest:
    """Return the test that is meant."""
    return TESTS.instance(choice)
