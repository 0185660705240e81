"""How far each measure correlates with people: measures × human dimensions × levels × coefficients, every cell with its
interval, its p and how it was made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.calibration import CalibratedEstimate, calibrated_correlation
from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.inference.correlation.estimate import CorrelationEstimate, correlation
from steelyard.inference.correlation.grouping import LEFT, RIGHT
from steelyard.inference.correlation.soft_accuracy import SoftAccuracy, mtme_p, one_sided_p, soft_accuracy
from steelyard.judgements.statistics import HumanStatistics
from steelyard.meta.people.cautions import cell_notice
from steelyard.meta.people.levels import CALIBRATED, SOFT, SOFT_MTME, Level, name_of
from steelyard.results.estimate import IntervalEstimate
from steelyard.results.signature import Signature
from steelyard.scores.table import ScoreColumn, ScoreTable

Array = NDArray[Any]

_FEWEST = 2
_WHOLE = "systems have one score each"
_NO_MTME = "some output has no score, and mt-metrics-eval has no value then; soft-accuracy allows for it"


@dataclass(frozen=True, repr=False, kw_only=True)
class MeasureCorrelation(IntervalEstimate):
    """One measure against one human dimension at one level.

    judgements        raw or normalised: as they stand, or each assessor's brought to mean 0 and deviation 1
    value, low, high  the coefficient, the measure's scores being oriented so that more is better, and its interval
    n                 systems at level system, else outputs, that have both scores; `missing` lack one
    groups            groups in which the coefficient is defined; it is not in `undefined` others
    epsilon           for calibrated ties: how close two scores of the measure are when they count as equal
    reason            why something is undefined
    notice            what to beware of; a number that has one is not marked as the best
    """

    KEYS: ClassVar[tuple[str, ...]] = (
        "measure", "human", "judgements", "level", "coefficient", "value", "low", "high", "p", "n", "groups",
        "undefined", "missing", "test", "higher_is_better", "signature", "epsilon", "reason", "notice",
    )  # fmt: skip

    measure: str
    human: str
    judgements: str
    level: str
    coefficient: str
    p: float
    n: int
    groups: int
    undefined: int
    missing: int
    test: str
    higher_is_better: bool
    epsilon: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the correlation as JSON has it; what is undefined is null, with its reason."""
        return {name: v for name, v in super().to_dict().items() if name != "epsilon" or self.epsilon is not None}


@dataclass(frozen=True)
class Facing:
    """The scores of some systems and what people say of the same systems."""

    table: ScoreTable
    human: HumanStatistics

    @property
    def judgements(self) -> str:
        """Raw or normalised."""
        return "normalised" if self.human.normalised else "raw"

    def quality(self, level: Level) -> Array:
        """Return system × group human scores."""
        return self.human.at(level.unit)

    def human_p(self, trials: int, seed: int) -> Array:
        """Return one-sided p of systems by people."""
        return one_sided_p(self.human.statistics, trials, seed)


def facing(table: ScoreTable, human: HumanStatistics) -> Facing:
    """Return the table of the systems that people judged, and what they said."""
    return Facing(table.among(human.systems), human)


def oriented(column: ScoreColumn, level: Level) -> Array:
    """Return system × group scores of which more is better."""
    return column.at(level.unit) * (1 if column.higher_is_better else -1)


def correlated(
    face: Facing,
    column: ScoreColumn,
    level: Level,
    coefficient: str | Coefficient,
    draws: Draws,
    over: str | None = None,
    human_p: Array | None = None,
) -> MeasureCorrelation:
    """Return one cell.

    over      what the bootstrap draws: systems, segments or both; without it, systems at level system and segments (or
              what stands in their place) below
    human_p   one-sided p of people where they are known already
    """
    try:
        estimate, ties = _estimated(face, column, level, coefficient, draws, over, human_p)
    except SpecError as lacking:
        estimate, ties = _undefined(name_of(coefficient), level, str(lacking)), None
    except InputError as error:
        raise InputError(f"{column.label} against {face.human.dimension}, level {level}: {error}") from error
    # what stands in the place of segments is drawn in their place
    drawn = estimate.signature
    if drawn.get("over") == "segments" and not level.whole:
        drawn = drawn.with_choices(over=f"{level.unit}s")
    scored = column.of_segments() if coefficient in (SOFT, SOFT_MTME) else column
    scores, people = scored.signature(level.unit), face.human.signature(level.unit)
    signature = Signature.of(scores).joined(oriented="higher").joined(people, drawn)
    reason = estimate.reason
    if reason is not None:
        reason = reason.replace(LEFT, "the measure's scores").replace(RIGHT, "the human scores")
    if math.isnan(estimate.value) and level.whole and estimate.groups == 0 and 0 < estimate.n < _FEWEST:
        reason = "there is one system with both scores; a correlation needs two"
    notice = None
    if not math.isnan(estimate.value):
        notice = cell_notice(face.table, face.human, column, level, estimate.n, None if ties is None else ties.tied)
    return MeasureCorrelation(
        measure=column.label, human=face.human.dimension, judgements=face.judgements, level=str(level),
        coefficient=name_of(coefficient), value=estimate.value, low=estimate.low, high=estimate.high, p=estimate.p,
        n=estimate.n, groups=estimate.groups, undefined=estimate.undefined, missing=estimate.missing,
        test=estimate.test, higher_is_better=column.higher_is_better, signature=signature,
        epsilon=None if ties is None else ties.epsilon, reason=reason, notice=notice,
    )  # fmt: skip


def _estimated(
    face: Facing,
    column: ScoreColumn,
    level: Level,
    coefficient: str | Coefficient,
    draws: Draws,
    over: str | None,
    human_p: Array | None,
) -> tuple[CorrelationEstimate, CalibratedEstimate | None]:
    if isinstance(coefficient, str) and coefficient in (SOFT, SOFT_MTME):
        return _soft(face, column, coefficient, draws, over, human_p), None
    given_whole = level.whole and (column.whole is not None or face.human.whole)
    if given_whole and over not in (None, "systems"):
        estimate, ties = _estimated(face, column, level, coefficient, draws, "systems", human_p)
        return _without_interval(estimate, over, f"{_WHOLE}, so segments cannot be drawn; draw systems"), ties
    left, right, grouping = _sides(face, column, level, over)
    drawn = _drawn_at(level, over)
    if coefficient == CALIBRATED:
        calibrated = calibrated_correlation(left, right, grouping=grouping, over=drawn, draws=draws)
        return calibrated.estimate, calibrated
    return _without_prefix(correlation(left, right, coefficient, grouping=grouping, over=drawn, draws=draws)), None


def _drawn_at(level: Level, over: str | None) -> str:
    return over or ("systems" if level.whole else "segments")


def _sides(face: Facing, column: ScoreColumn, level: Level, over: str | None) -> tuple[Any, Array, str]:
    """Return both sides and how they are grouped.

    A lower-is-better measure has the human side negated instead of its own, which comes to the same for every
    coefficient and leaves statistics as they are.
    """
    sign = 1 if column.higher_is_better else -1
    if not level.whole:
        return column.at(level.unit), sign * face.quality(level), level.grouping
    if _drawn_at(level, over) == "systems":
        return column.at("system")[:, 0], sign * face.quality(level)[:, 0], "pooled"
    return column.statistics, sign * face.human.values, "means"


def _without_prefix(estimate: CorrelationEstimate) -> CorrelationEstimate:
    """Return the estimate with a signature of its own, without that of the scores."""
    return replace(estimate, signature=estimate.signature.cut("coefficient")[1])


def _without_interval(estimate: CorrelationEstimate, over: str | None, why: str) -> CorrelationEstimate:
    """Return an estimate whose interval, which drew systems, is not the one asked for."""
    signature = estimate.signature.with_choices(over=over, interval="none")
    others = [
        reason_part
        for reason_part in (estimate.reason or "").split("; ")
        if reason_part and not reason_part.startswith("no interval:")
    ]
    reason = "; ".join([*others, f"no interval: {why}"])
    return replace(estimate, low=math.nan, high=math.nan, signature=signature, reason=reason)


def _soft(
    face: Facing, column: ScoreColumn, coefficient: str, draws: Draws, over: str | None, human_p: Array | None
) -> CorrelationEstimate:
    if column.statistics is None or face.human.whole:
        raise SpecError(f"soft accuracy needs scores of segments, and {_WHOLE}")
    mtme = coefficient == SOFT_MTME
    if mtme:
        sides = mtme_p(oriented(column, Level("segment"))), mtme_p(face.quality(Level("segment")))
        how = Signature.of(**{"p": "mt-metrics-eval", "permutations": 1000, "p seed": 4})
    else:
        people = face.human_p(draws.trials, draws.seed) if human_p is None else human_p
        sides = one_sided_p(column.statistics, draws.trials, draws.seed, column.higher_is_better), people
        how = Signature.of(p="one-sided randomisation", exchanged="segment", trials=draws.trials, ties="half")
    accuracy = soft_accuracy(*sides, draws=draws)
    if mtme and math.isnan(accuracy.value) and accuracy.undefined:
        accuracy = replace(accuracy, reason=_NO_MTME)
    elif accuracy.undefined and not math.isnan(accuracy.value):
        are = "is" if accuracy.undefined == 1 else "are"
        pairs = f"{accuracy.undefined:,} of {accuracy.pairs:,} pairs of systems"
        lost = f"{pairs} {are} left out, for some side has no p there"
        accuracy = replace(accuracy, reason="; ".join(filter(None, (lost, accuracy.reason))))
    estimate = _as_estimate(accuracy, coefficient, how, draws)
    if over in (None, "systems"):
        return estimate
    return _without_interval(estimate, over, f"that of soft accuracy draws systems, and not {over}")


def _as_estimate(accuracy: SoftAccuracy, name: str, how: Signature, draws: Draws) -> CorrelationEstimate:
    pairs = f"{accuracy.pairs - accuracy.undefined}/{accuracy.pairs}" if accuracy.undefined else f"{accuracy.pairs}"
    signature = Signature.of(coefficient=name).joined(
        how, pairs=pairs, bootstrap=draws.resamples, over="systems", confidence=f"{draws.confidence:g}",
        interval="percentile", test=accuracy.test, seed=draws.seed,
    )  # fmt: skip
    defined = 0 if math.isnan(accuracy.value) else 1
    return CorrelationEstimate(
        coefficient=name, grouping="means", value=accuracy.value, low=accuracy.low, high=accuracy.high, p=accuracy.p,
        test=accuracy.test.split(":")[0], n=accuracy.n, groups=defined, undefined=1 - defined, missing=0,
        signature=signature, reason=accuracy.reason,
    )  # fmt: skip


def _undefined(coefficient: str, level: Level, reason: str) -> CorrelationEstimate:
    nan = math.nan
    signature = Signature.of(coefficient=coefficient, grouping=level.grouping)
    return CorrelationEstimate(
        coefficient=coefficient, grouping=level.grouping, value=nan, low=nan, high=nan, p=nan, test="none", n=0,
        groups=0, undefined=0, missing=0, signature=signature, reason=reason,
    )  # fmt: skip
