"""Our scores of random cases, and those that differ from another tool's."""

from collections.abc import Iterable, Sequence

import pytest

import steelyard as sy
from peers.hostile_texts import Case

#: How many random texts each comparison takes: by default, and in the long tests.
COUNTS = [2000, pytest.param(20_000, marks=pytest.mark.long)]


def scores(cases: Sequence[Case], measures: str | list[str], level: str = "segment") -> dict[str, list[float]]:
    """Return measure → its scores, case by case."""
    width = max(len(case.references) for case in cases)
    sets = {str(n): [([*case.references, *[None] * width])[n] for case in cases] for n in range(width)}
    outputs = {"A": [case.output for case in cases]}
    by_measure: dict[str, list[float]] = {}
    for score in sy.score(outputs, sets, measures, level=level, accept=("empty",)).scores:
        by_measure.setdefault(score.measure, []).append(score.value)
    return by_measure


def differing(ours: Iterable[float], theirs: Iterable[float], cases: Iterable, varied: bool = True) -> list:
    """Return ours, theirs and the case, where they are not the same to 1e-9, relative where they are above 1.

    Comparing says nothing where all scores are alike, so that is no comparison.
    """
    compared = list(zip(ours, theirs, cases, strict=True))
    assert len({round(value, 6) for value, _, _ in compared}) > (min(20, len(compared) / 20) if varied else 1)
    return [row for row in compared if not abs(row[0] - row[1]) <= 1e-9 * max(1.0, abs(row[1]))]
