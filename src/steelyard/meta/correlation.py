"""How far each measure goes with people: measures × human dimensions × levels × coefficients, every cell with its
interval, its p and how it was made.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.calibration import CalibratedEstimate, calibrated_correlation
from steelyard.inference.correlation_estimate import CorrelationEstimate, check_estimate, correlation
from steelyard.inference.plain import plain
from steelyard.inference.soft_accuracy import SoftAccuracy, mtme_p, one_sided_p, soft_accuracy
from steelyard.meta.cautions import cell_notice
from steelyard.meta.human import HumanScores
from steelyard.meta.levels import CALIBRATED, SOFT, SOFT_MTME, Level
from steelyard.meta.table import Column, ScoreTable
from steelyard.outside import OutsideScores

Array = NDArray[Any]

_FEWEST = 2
_WHOLE = "systems have one score each"
_NO_MTME = "some output has no score, and mt-metrics-eval has no value then; soft-accuracy allows for it"


@dataclass(frozen=True)
class MeasureCorrelation:
    """One measure against one human dimension at one level.

    judgements        raw or normalised: as they stand, or each assessor's brought to mean 0 and deviation 1
    value, low, high  the coefficient, the measure's scores being oriented so that more is better, and its interval
    n                 systems at level system, else outputs, that have both scores; `missing` lack one
    groups            groups in which the coefficient is defined; it is not in `undefined` others
    epsilon           for calibrated ties: how close two scores of the measure are when they count as equal
    reason            why something is undefined
    notice            what to beware of; a number that has one is not marked as the best
    """

    measure: str
    human: str
    judgements: str
    level: str
    coefficient: str
    value: float
    low: float
    high: float
    p: float
    n: int
    groups: int
    undefined: int
    missing: int
    test: str
    higher_is_better: bool
    signature: str
    epsilon: float | None = None
    reason: str | None = None
    notice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the correlation as JSON has it; what is undefined is null, with its reason."""
        held = plain(vars(self))
        return held if self.epsilon is not None else {k: v for k, v in held.items() if k != "epsilon"}


@dataclass(frozen=True)
class Draws:
    """How intervals and p-values are made.

    over   what the bootstrap draws: systems, segments or both; without it, systems at level system and segments (or
           what stands in their place) below
    """

    over: str | None = None
    resamples: int = 1000
    confidence: float = 0.95
    trials: int = 1000
    seed: int = 12345

    def __post_init__(self) -> None:
        check_estimate(self.over or "systems", self.resamples, self.confidence, self.trials, self.seed)

    def at(self, level: Level) -> dict[str, Any]:
        """Return the choices at a level."""
        return {**vars(self), "over": self.over or ("systems" if level.whole else "segments")}


@dataclass(frozen=True)
class Facing:
    """The scores of some systems and what people say of the same systems."""

    table: ScoreTable
    human: HumanScores

    @property
    def judgements(self) -> str:
        """Raw or normalised."""
        return "normalised" if self.human.normalised else "raw"

    def quality(self, level: Level) -> Array:
        """Return system × group human scores."""
        return self.human.at(level.unit, self.table)

    @property
    def people(self) -> OutsideScores:
        """The human scores as those of any measure."""
        return OutsideScores(self.human.dimension, self.human.systems, self.human.values, whole=self.human.whole)

    def human_p(self, trials: int, seed: int) -> Array:
        """Return one-sided p of systems by people."""
        return one_sided_p(self.people.statistics(), trials, seed)


def facing(table: ScoreTable, human: HumanScores) -> Facing:
    """Return the table of the systems that people judged, and what they said."""
    return Facing(table.among(human.systems), human)


def oriented(column: Column, level: Level) -> Array:
    """Return system × group scores of which more is better."""
    return column.at(level.unit) * (1 if column.higher_is_better else -1)


def correlated(
    face: Facing, column: Column, level: Level, coefficient: str, draws: Draws, human_p: Array | None = None
) -> MeasureCorrelation:
    """Return one cell; `human_p` are one-sided p of people where they are known already."""
    try:
        found, ties = _found(face, column, level, coefficient, draws, human_p)
    except SpecError as lacking:
        found, ties = _undefined(coefficient, level, str(lacking)), None
    # what stands in the place of segments is drawn in their place
    drawn = found.signature.replace("|over:segments|", f"|over:{level.unit if not level.whole else 'segment'}s|")
    made = column.of_segments() if coefficient in (SOFT, SOFT_MTME) else column
    told = "|".join([made.signature(level.unit), "oriented:higher", face.human.signature(level.unit), drawn])
    reason = found.reason
    if math.isnan(found.value) and level.whole and found.groups == 0 and 0 < found.n < _FEWEST:
        reason = "there is one system with both scores; a correlation needs two"
    notice = None
    if not math.isnan(found.value):
        notice = cell_notice(face.table, face.human, column, level, found.n, None if ties is None else ties.tied)
    return MeasureCorrelation(
        column.label, face.human.dimension, face.judgements, str(level), coefficient, found.value, found.low,
        found.high, found.p, found.n, found.groups, found.undefined, found.missing, found.test,
        column.higher_is_better, told, None if ties is None else ties.epsilon, reason, notice,
    )  # fmt: skip


def _found(
    face: Facing, column: Column, level: Level, coefficient: str, draws: Draws, human_p: Array | None
) -> tuple[CorrelationEstimate, CalibratedEstimate | None]:
    if coefficient in (SOFT, SOFT_MTME):
        return _soft(face, column, coefficient, draws, human_p), None
    given = level.whole and (column.whole is not None or face.human.whole)
    if given and draws.over not in (None, "systems"):
        found, ties = _found(face, column, level, coefficient, replace(draws, over="systems"), human_p)
        return _without_interval(found, draws.over, f"{_WHOLE}, so segments cannot be drawn; draw systems"), ties
    left, right, grouping = _sides(face, column, level, draws)
    if coefficient == CALIBRATED:
        made = calibrated_correlation(left, right, grouping=grouping, **draws.at(level))
        return made.estimate, made
    return _without_prefix(correlation(left, right, coefficient, grouping=grouping, **draws.at(level))), None


def _sides(face: Facing, column: Column, level: Level, draws: Draws) -> tuple[Any, Array, str]:
    """Return both sides and how they are grouped.

    A lower-is-better measure has the human side negated instead of its own, which comes to the same for every
    coefficient and leaves statistics as they are.
    """
    sign = 1 if column.higher_is_better else -1
    if not level.whole:
        return column.at(level.unit), sign * face.quality(level), level.grouping
    if draws.at(level)["over"] == "systems":
        return column.at("system")[:, 0], sign * face.quality(level)[:, 0], "pooled"
    return column.statistics, sign * face.human.values, "means"


def _without_prefix(found: CorrelationEstimate) -> CorrelationEstimate:
    """Return the estimate with a signature of its own, without that of the scores."""
    return replace(found, signature=found.signature[found.signature.index("coefficient:") :])


def _without_interval(found: CorrelationEstimate, over: str, why: str) -> CorrelationEstimate:
    """Return an estimate whose interval, which drew systems, is not the one asked for."""
    signature = re.sub(
        r"\|interval:[^|]*", "|interval:none", found.signature.replace("|over:systems|", f"|over:{over}|")
    )
    others = [told for told in (found.reason or "").split("; ") if told and not told.startswith("no interval:")]
    reason = "; ".join([*others, f"no interval: {why}"])
    return replace(found, low=math.nan, high=math.nan, signature=signature, reason=reason)


def _soft(face: Facing, column: Column, coefficient: str, draws: Draws, human_p: Array | None) -> CorrelationEstimate:
    if column.statistics is None or face.human.whole:
        raise SpecError(f"soft accuracy needs scores of segments, and {_WHOLE}")
    mtme = coefficient == SOFT_MTME
    if mtme:
        sides = mtme_p(oriented(column, Level("segment"))), mtme_p(face.quality(Level("segment")))
        how = "p:mt-metrics-eval|permutations:1000|p seed:4"
    else:
        people = face.human_p(draws.trials, draws.seed) if human_p is None else human_p
        sides = one_sided_p(column.statistics, draws.trials, draws.seed, column.higher_is_better), people
        how = f"p:one-sided randomisation|exchanged:segment|trials:{draws.trials}|ties:half"
    settings = {name: getattr(draws, name) for name in ("resamples", "confidence", "trials", "seed")}
    found = soft_accuracy(*sides, **settings)
    if mtme and math.isnan(found.value) and found.undefined:
        found = replace(found, reason=_NO_MTME)
    elif found.undefined and not math.isnan(found.value):
        are = "is" if found.undefined == 1 else "are"
        lost = f"{found.undefined:,} of {found.pairs:,} pairs of systems {are} left out, for some side has no p there"
        found = replace(found, reason="; ".join(filter(None, (lost, found.reason))))
    made = _as_estimate(found, coefficient, how, draws)
    if draws.over in (None, "systems"):
        return made
    return _without_interval(made, draws.over, f"that of soft accuracy draws systems, and not {draws.over}")


def _as_estimate(found: SoftAccuracy, name: str, how: str, draws: Draws) -> CorrelationEstimate:
    pairs = f"{found.pairs - found.undefined}/{found.pairs}" if found.undefined else f"{found.pairs}"
    signature = (
        f"coefficient:{name}|{how}|pairs:{pairs}|bootstrap:{draws.resamples}|over:systems"
        f"|confidence:{draws.confidence:g}|interval:percentile|test:{found.test}|seed:{draws.seed}"
    )
    defined = 0 if math.isnan(found.value) else 1
    return CorrelationEstimate(
        name, "means", found.value, found.low, found.high, found.p, found.test.split(":")[0], found.n, defined,
        1 - defined, 0, signature, found.reason,
    )  # fmt: skip


def _undefined(coefficient: str, level: Level, reason: str) -> CorrelationEstimate:
    nan = math.nan
    signature = f"coefficient:{coefficient}|grouping:{level.grouping}"
    return CorrelationEstimate(
        coefficient, level.grouping, nan, nan, nan, nan, "none", 0, 0, 0, 0, signature, reason
    )  # fmt: skip
