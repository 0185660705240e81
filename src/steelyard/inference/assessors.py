"""Assessors: how each of them uses the scale, whether they agree with themselves, and scores without their bias."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError
from steelyard.inference.plain import plain
from steelyard.inference.ratings import Answer, Key, Ratings, shown, tags_of
from steelyard.version import VERSION

Array = NDArray[Any]

#: More different numbers than this are counted in bins.
_MOST_VALUES = 20
_BINS = 10


@dataclass(frozen=True)
class AnswerDistribution:
    """How an assessor used the scale: n answers and how many of each; of numbers also mean, deviation and quartiles.

    quartiles   least, lower quartile, median, upper quartile, greatest
    counts      answer, or range of numbers, → how often; the same answers in the same order for all assessors
    """

    assessor: str
    n: int
    mean: float
    sd: float
    quartiles: tuple[float, ...]
    counts: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the distribution as the JSON output has it; tags have neither mean nor quartiles."""
        numbers = {"mean": self.mean, "sd": self.sd, "quartiles": list(self.quartiles)} if self.quartiles else {}
        return {"assessor": self.assessor, "n": self.n, **numbers, "counts": dict(self.counts)}


@dataclass(frozen=True)
class SelfConsistency:
    """An assessor's n pairs of answers to the same item: the share in common, and of numbers the mean difference."""

    assessor: str
    raw: float
    difference: float
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Return the assessor as the JSON output has it."""
        return plain(vars(self))


@dataclass(frozen=True)
class NormalisedScore:
    """The mean over n assessors of an item's (0,1) normalised scores."""

    item: str
    system: str
    score: float
    n: int


@dataclass(frozen=True)
class NormalisedScores:
    """Scores in standard deviations above what each assessor gives on average.

    left_out   assessors whose scores are all the same, which normalisation leaves undefined
    lost       items that only they have rated
    counts     assessor → how many of their scores the mean and the deviation are of
    """

    scores: tuple[NormalisedScore, ...]
    left_out: tuple[str, ...]
    lost: tuple[Key, ...]
    signature: str
    counts: Mapping[str, int] = field(default_factory=dict)

    def systems(self, lengths: Mapping[Any, float] | None = None) -> dict[str, float]:
        """Return the mean score of each system; each item counts once, or as much as its length.

        `lengths` has items, or pairs of system and item, and their lengths.
        """
        totals: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for one in self.scores:
            length = 1.0 if lengths is None else _length(lengths, one)
            total = totals[one.system]
            total[0] += length * one.score
            total[1] += length
        return {name: above / below if below > 0 else math.nan for name, (above, below) in totals.items()}

    def notices(self) -> tuple[str, ...]:
        """Say what was left out."""
        told = []
        if self.left_out:
            told.append(f"left out, for all their scores are the same: {', '.join(self.left_out)}")
        if self.lost:
            told.append(f"items that only these have rated, and which have no score now: {len(self.lost):,}")
        return tuple(told)

    def to_dict(self) -> dict[str, Any]:
        """Return {"normalised": […], "notices": […], "signature": …}."""
        return {
            "normalised": [vars(one) for one in self.scores],
            "notices": list(self.notices()),
            "signature": self.signature,
        }


def normalise(ratings: Ratings) -> NormalisedScores:
    """Bring each assessor's scores to mean 0 and deviation 1, then average them per item (Leusch et al., 2005).

    The deviation is that of the scores given (division by n). An assessor whose scores are all the same has none, and
    is left out and named.
    """
    if not ratings.numeric:
        raise InputError("normalisation needs numbers as answers, but they are tags")
    check_named([rating.assessor for rating in ratings.ratings])
    by_assessor: dict[str, list[tuple[Key, float]]] = defaultdict(list)
    for rating in ratings.firsts():
        if isinstance(rating.answer, float):
            by_assessor[rating.assessor].append((rating.key, rating.answer))
    found: dict[Key, list[float]] = {rating.key: [] for rating in ratings.ratings}
    left_out = []
    for name, rated in by_assessor.items():
        scores = np.array([score for _, score in rated])
        if np.ptp(scores) == 0:
            left_out.append(name)
            continue
        for (key, _), score in zip(rated, (scores - scores.mean()) / scores.std(), strict=True):
            found[key].append(float(score))
    if len(left_out) == len(by_assessor):
        raise InputError("all scores of each assessor are the same, so they cannot be normalised")
    made = tuple(NormalisedScore(key[1], key[0], sum(own) / len(own), len(own)) for key, own in found.items() if own)
    lost = tuple(key for key, own in found.items() if not own)
    signature = f"normalised:assessor|deviation:n|assessors:{len(by_assessor) - len(left_out)}|items:{len(made)}"
    counts = {name: len(rated) for name, rated in by_assessor.items() if name not in left_out}
    return NormalisedScores(made, tuple(left_out), lost, f"{signature}|steelyard:{VERSION}", counts)


def check_named(assessors: Sequence[str]) -> None:
    """Raise unless every score names its assessor, without which there is no telling whose scale it is on."""
    if unnamed := sum(not name.strip() for name in assessors):
        raise InputError(
            f"{unnamed:,} of {len(assessors):,} scores do not name their assessors, so they cannot be normalised; "
            f"name all"
        )


def distributions(ratings: Ratings) -> tuple[AnswerDistribution, ...]:
    """Return how each assessor used the scale, by name; repeated answers count once."""
    by_assessor: dict[str, list[Answer]] = defaultdict(list)
    for rating in ratings.firsts():
        by_assessor[rating.assessor].append(rating.answer)
    labels, label = _labels([answer for answers in by_assessor.values() for answer in answers])
    made = []
    for name, answers in sorted(by_assessor.items()):
        found = Counter(map(label, answers))
        counts = {one: found[one] for one in labels}
        numbers = np.array([answer for answer in answers if isinstance(answer, float)])
        quartiles = tuple(map(float, np.quantile(numbers, [0, 0.25, 0.5, 0.75, 1]))) if len(numbers) else ()
        mean, sd = (float(numbers.mean()), float(numbers.std())) if len(numbers) else (math.nan, math.nan)
        made.append(AnswerDistribution(name, len(answers), mean, sd, quartiles, counts))
    return tuple(made)


def self_consistency(ratings: Ratings) -> tuple[SelfConsistency, ...]:
    """Return how far each assessor with repeated answers agrees with themselves, by name."""
    given: dict[tuple[str, Key], list[Answer]] = defaultdict(list)
    for rating in ratings.ratings:
        given[rating.assessor, rating.key].append(rating.answer)
    pairs: dict[str, list[tuple[Answer, Answer]]] = defaultdict(list)
    for (name, _), answers in given.items():
        pairs[name] += combinations(answers, 2)
    made = []
    for name, own in sorted(pairs.items()):
        if own:
            raw = sum(len(tags_of(a) & tags_of(b)) / len(tags_of(a) | tags_of(b)) for a, b in own) / len(own)
            apart = [abs(a - b) for a, b in own if isinstance(a, float) and isinstance(b, float)]
            made.append(SelfConsistency(name, raw, sum(apart) / len(apart) if apart else math.nan, len(own)))
    return tuple(made)


def _labels(answers: Sequence[Answer]) -> tuple[list[str], Callable[[Answer], str]]:
    """Return what answers are counted under, in order, and which label an answer has."""
    numbers = sorted({answer for answer in answers if isinstance(answer, float)})
    if len(numbers) <= _MOST_VALUES:
        return (list(map(shown, numbers)) if numbers else sorted({shown(answer) for answer in answers})), shown
    edges = np.linspace(numbers[0], numbers[-1], _BINS + 1).tolist()
    labels = [f"{low:g} to {high:g}" for low, high in pairwise(edges)]

    def label(answer: Answer) -> str:
        place = bisect_right(edges, answer) - 1 if isinstance(answer, float) else 0
        return labels[min(place, _BINS - 1)]

    return labels, label


def _length(lengths: Mapping[Any, float], one: NormalisedScore) -> float:
    for key in ((one.system, one.item), one.item):
        if key in lengths:
            length = float(lengths[key])
            if not 0 <= length < math.inf:
                raise InputError(f"the length of item {one.item!r} is {lengths[key]!r}; expected a number from 0")
            return length
    raise InputError(f"no length for item {one.item!r}; give one for every item, or for every (system, item)")
