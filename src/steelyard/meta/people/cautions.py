"""What to beware of in numbers that are right, and yet say less than they seem to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import worded
from steelyard.judgements.statistics import HumanStatistics
from steelyard.meta.people.levels import Level
from steelyard.scores.table import ScoreColumn, ScoreTable
from steelyard.statistics.resampling import TIE

Array = NDArray[Any]

#: With more ties than this share of pairs, calibrated accuracy is hardly more than the share of pairs that people tie.
MOST_TIED = 0.9
#: Fewer points than these have a correlation of 1, -1 or none.
FEWEST_POINTS = 3


def cell_notice(
    table: ScoreTable, human: HumanStatistics, column: ScoreColumn, level: Level, points: int, tied: float | None
) -> str | None:
    """Say what to beware of in a defined number of one measure; such a number is not marked as the best.

    points   that it is of
    tied     the share of pairs that calibration ties
    """
    cautions = []
    if points < FEWEST_POINTS and level.grouping == "pooled":
        cautions.append(f"{points} points are too few to say anything")
    if tied is not None and tied > MOST_TIED:
        cautions.append(f"epsilon ties {tied:.1%} of the pairs, so this is hardly more than the share that people tie")
    if level.unit != "segment" and (lacking := _lacking(table, human, column, level)):
        cautions.append(lacking)
    return "; ".join(cautions) or None


def empty_interval(points: int, low: float, high: float) -> str | None:
    """Say if the interval of a correlation is as wide as can be, -1 … 1, so that the number says nothing."""
    if not (abs(low + 1) <= TIE and abs(high - 1) <= TIE):
        return None
    return f"{points} points are too few to say anything, as the interval holds every value"


def uneven_assessors(human: HumanStatistics) -> str | None:
    """Say if systems would differ by who judged them alone, and what to do about it."""
    option = worded("--judgements normalised", 'judgements="normalised"')
    return None if human.uneven is None else f"{human.uneven}; compare normalised judgements ({option})"


def _lacking(table: ScoreTable, human: HumanStatistics, column: ScoreColumn, level: Level) -> str | None:
    """Say of how many outputs a mean is, if other measures have scores of other outputs."""
    judged = np.broadcast_to(~np.isnan(human.values), (len(human.systems), table.segments))
    absent = {measure.label: _absent(measure, level, judged) for measure in table.columns}
    missing = absent[column.label]
    if not missing.any() or all(np.array_equal(missing, other) for other in absent.values()):
        return None
    scored = missing.size - int(missing.sum())
    return (
        f"by means of the {scored:,} of {missing.size:,} outputs that it has scores of, against human means of all; "
        f"not comparable with the other measures"
    )


def _absent(column: ScoreColumn, level: Level, judged: Array) -> Array:
    """Tell which of the judged outputs a measure's means are without."""
    statistics = column.statistics
    partial = statistics is not None and (column.external is not None or bool(statistics.left_out))
    means = partial and not (level.whole and column.whole is not None)
    return np.isnan(column.at("segment"))[judged] if means else np.zeros(int(judged.sum()), bool)
