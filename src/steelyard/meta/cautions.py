"""What to beware of in numbers that are right, and yet say less than they seem to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.grouping import mean_over_groups
from steelyard.meta.human import HumanScores
from steelyard.meta.levels import Level
from steelyard.meta.table import Column, ScoreTable
from steelyard.resampling import TIE

Array = NDArray[Any]

#: With more ties than this share of pairs, calibrated accuracy is hardly more than the share of pairs that people tie.
MOST_TIED = 0.9
#: Fewer points than these have a correlation of 1, -1 or none.
FEWEST_POINTS = 3
#: From this share of the range of systems' human means on, a range that assessors alone would make is told.
UNEVEN = 0.25


def cell_notice(
    table: ScoreTable, human: HumanScores, column: Column, level: Level, points: int, tied: float | None
) -> str | None:
    """Say what to beware of in a defined number of one measure; such a number is not marked as the best.

    points   that it is of
    tied     the share of pairs that calibration ties
    """
    told = []
    if points < FEWEST_POINTS and level.grouping == "pooled":
        told.append(f"{points} points are too few to say anything")
    if tied is not None and tied > MOST_TIED:
        told.append(f"epsilon ties {tied:.1%} of the pairs, so this is hardly more than the share that people tie")
    if level.unit != "segment" and (lacking := _lacking(table, human, column, level)):
        told.append(lacking)
    return "; ".join(told) or None


def uneven_assessors(human: HumanScores) -> str | None:
    """Say if systems would differ by who judged them alone, as strict assessors judged some and lenient ones others."""
    if human.by_assessors is None:
        return None
    alone, raw = human.by_assessors, mean_over_groups(human.values)
    apart = float(np.ptp(alone))
    if apart <= TIE * max(1.0, float(np.abs(alone).max())) or apart < UNEVEN * float(np.ptp(raw)):
        return None
    return (
        f"{human.dimension}: assessors are spread unevenly over systems: by their own means alone systems would have "
        f"{alone.min():.4g} to {alone.max():.4g}, where the raw means are {raw.min():.4g} to {raw.max():.4g}; compare "
        f"normalised judgements (--judgements normalised)"
    )


def _lacking(table: ScoreTable, human: HumanScores, column: Column, level: Level) -> str | None:
    """Say of how many outputs a mean is, if other measures have scores of other outputs."""
    judged = np.broadcast_to(~np.isnan(human.values), (len(human.systems), table.segments))
    absent = {one.label: _absent(one, level, judged) for one in table.columns}
    own = absent[column.label]
    if not own.any() or all(np.array_equal(own, other) for other in absent.values()):
        return None
    return (
        f"by means of the {own.size - int(own.sum()):,} of {own.size:,} outputs that it has scores of, against human "
        f"means of all; not comparable with the other measures"
    )


def _absent(column: Column, level: Level, judged: Array) -> Array:
    """Tell which of the judged outputs a measure's means are without."""
    statistics = column.statistics
    partial = statistics is not None and (column.outside is not None or bool(statistics.left_out))
    means = partial and not (level.whole and column.whole is not None)
    return np.isnan(column.at("segment"))[judged] if means else np.zeros(int(judged.sum()), bool)
