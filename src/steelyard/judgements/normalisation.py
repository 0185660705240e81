"""Scores without assessors' bias: each assessor's brought to mean 0 and deviation 1."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

from steelyard.errors import InputError, SpecError, suggestion
from steelyard.judgements.table import MEAN, MEDIAN, Judgements, Output, number_of
from steelyard.results.account import Account
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.results.table import Cell, Table
from steelyard.version import VERSION

#: What a deviation is divided by: n, of the scores given; n-1, of a sample of what the assessor would give.
DIVISORS = ("n", "n-1")


@dataclass(frozen=True, repr=False)
class NormalisedScore(Result):
    """The mean, or median, over n assessors of an item's (0,1) normalised scores."""

    item: int | str
    system: str
    score: float
    n: int


@dataclass(frozen=True, repr=False)
class NormalisedScores(Result):
    """Scores in standard deviations above what each assessor gives on average.

    left_out   assessors whose scores are all the same, which normalisation leaves undefined
    lost       items that only they have rated
    counts     assessor → how many of their scores the mean and the deviation are of
    """

    scores: tuple[NormalisedScore, ...]
    left_out: tuple[str, ...]
    lost: tuple[Output, ...]
    signature: Signature
    counts: Mapping[str, int] = field(default_factory=dict)

    def systems(self, lengths: Mapping[Any, float] | None = None) -> dict[str, float]:
        """Return the mean score of each system; each item counts once, or as much as its length.

        `lengths` has items, or pairs of system and item, and their lengths.
        """
        totals: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for score in self.scores:
            length = 1.0 if lengths is None else _length(lengths, score)
            total = totals[score.system]
            total[0] += length * score.score
            total[1] += length
        return {name: above / below if below > 0 else math.nan for name, (above, below) in totals.items()}

    def notices(self) -> tuple[str, ...]:
        """Say what was left out."""
        notices = []
        if self.left_out:
            notices.append(f"left out, for all their scores are the same: {', '.join(self.left_out)}")
        if self.lost:
            notices.append(f"items that only these have rated, and which have no score now: {len(self.lost):,}")
        return tuple(notices)

    def account(self) -> Account:
        """Return a table of the items' scores."""
        with_system = any(score.system for score in self.scores)
        heads = ["system", "item", "score", "n"] if with_system else ["item", "score", "n"]
        rows: Iterable[tuple[Cell, ...]] = (
            (score.system, str(score.item), score.score, score.n) for score in self.scores
        )
        table = Table("normalised", "", heads, (row if with_system else row[1:] for row in rows))
        return Account(
            "Normalised scores",
            (table,),
            notices=self.notices(),
            signatures={"normalised": self.signature},
            name="normalised",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return {"normalised": […], "notices": […], "signature": …}."""
        return {
            "normalised": [score.to_dict() for score in self.scores],
            "notices": list(self.notices()),
            "signature": self.signature,
        }


def normalise(judgements: Judgements, divisor: str = "n") -> NormalisedScores:
    """Bring each assessor's scores to mean 0 and deviation 1, then aggregate them per item (Leusch et al., 2005).

    The deviation is that of the scores given (divisor "n"), or the sample's, as WMT takes it (divisor "n-1"). An
    assessor whose scores are all the same has none, and is left out and named.
    """
    degrees = _lost_degrees(divisor)
    if not judgements.numeric:
        raise InputError("normalisation needs numbers as answers, but they are tags")
    check_named([record.assessor for record in judgements])
    by_assessor: dict[str, list[tuple[Output, float]]] = defaultdict(list)
    for record in judgements.firsts():
        by_assessor[record.assessor].append((record.output, number_of(record)))
    normal: dict[Output, list[float]] = {record.output: [] for record in judgements}
    left_out = []
    for name, rated in by_assessor.items():
        scores = np.array([score for _, score in rated])
        if np.ptp(scores) == 0:
            left_out.append(name)
            continue
        for (output, _), score in zip(rated, (scores - scores.mean()) / scores.std(ddof=degrees), strict=True):
            normal[output].append(float(score))
    if len(left_out) == len(by_assessor):
        raise InputError("all scores of each assessor are the same, so they cannot be normalised")
    value = median if judgements.aggregate == MEDIAN else _mean
    scores_of_items = tuple(
        NormalisedScore(item, system, value(own), len(own)) for (system, item), own in normal.items() if own
    )
    lost = tuple(output for output, own in normal.items() if not own)
    signature = Signature.of(
        normalised="assessor",
        deviation=divisor,
        aggregate=None if judgements.aggregate == MEAN else judgements.aggregate,
        assessors=len(by_assessor) - len(left_out),
        items=len(scores_of_items),
        steelyard=VERSION,
    )
    counts = {name: len(rated) for name, rated in by_assessor.items() if name not in left_out}
    return NormalisedScores(scores_of_items, tuple(left_out), lost, signature, counts)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _lost_degrees(divisor: str) -> int:
    """Return by how much less than n a deviation is divided."""
    if divisor not in DIVISORS:
        raise SpecError(f"unknown divisor {divisor!r}" + suggestion(str(divisor), DIVISORS))
    return DIVISORS.index(divisor)


def check_named(assessors: Sequence[str]) -> None:
    """Raise unless every score names its assessor, without which there is no telling whose scale it is on."""
    if unnamed := sum(not name.strip() for name in assessors):
        raise InputError(
            f"{unnamed:,} of {len(assessors):,} scores do not name their assessors, so they cannot be normalised; "
            f"name all"
        )


def _length(lengths: Mapping[Any, float], score: NormalisedScore) -> float:
    for key in ((score.system, score.item), score.item):
        if key in lengths:
            length = float(lengths[key])
            if not 0 <= length < math.inf:
                raise InputError(f"the length of item {score.item!r} is {lengths[key]!r}; expected a number from 0")
            return length
    raise InputError(f"no length for item {score.item!r}; give one for every item, or for every (system, item)")
