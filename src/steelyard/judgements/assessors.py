"""Assessors: how each of them uses the scale, and whether they agree with themselves."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import Answer, tags_of, written
from steelyard.judgements.table import Judgements, Output, answer_of
from steelyard.results.result import Result

Array = NDArray[Any]

#: More different numbers than this are counted in bins.
_MOST_VALUES = 20
_BINS = 10


@dataclass(frozen=True, repr=False)
class AnswerDistribution(Result):
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


@dataclass(frozen=True, repr=False)
class SelfConsistency(Result):
    """An assessor's n pairs of answers to the same item: the share in common, and of numbers the mean difference."""

    assessor: str
    raw: float
    difference: float
    n: int


def distributions(judgements: Judgements) -> tuple[AnswerDistribution, ...]:
    """Return how each assessor used the scale, by name; repeated answers count once."""
    by_assessor: dict[str, list[Answer]] = defaultdict(list)
    for record in judgements.firsts():
        by_assessor[record.assessor].append(answer_of(record))
    labels, label = _labels([answer for answers in by_assessor.values() for answer in answers])
    results = []
    for name, answers in sorted(by_assessor.items()):
        frequencies = Counter(map(label, answers))
        counts = {answer: frequencies[answer] for answer in labels}
        numbers = np.array([answer for answer in answers if isinstance(answer, float)])
        quartiles = tuple(map(float, np.quantile(numbers, [0, 0.25, 0.5, 0.75, 1]))) if len(numbers) else ()
        mean, sd = (float(numbers.mean()), float(numbers.std())) if len(numbers) else (math.nan, math.nan)
        results.append(AnswerDistribution(name, len(answers), mean, sd, quartiles, counts))
    return tuple(results)


def self_consistency(judgements: Judgements) -> tuple[SelfConsistency, ...]:
    """Return how far each assessor with repeated answers agrees with themselves, by name."""
    by_item: dict[tuple[str, Output], list[Answer]] = defaultdict(list)
    for record in judgements:
        by_item[record.assessor, record.output].append(answer_of(record))
    pairs: dict[str, list[tuple[Answer, Answer]]] = defaultdict(list)
    for (name, _), answers in by_item.items():
        pairs[name] += combinations(answers, 2)
    results = []
    for name, own in sorted(pairs.items()):
        if own:
            raw = sum(len(tags_of(a) & tags_of(b)) / len(tags_of(a) | tags_of(b)) for a, b in own) / len(own)
            apart = [abs(a - b) for a, b in own if isinstance(a, float) and isinstance(b, float)]
            results.append(SelfConsistency(name, raw, sum(apart) / len(apart) if apart else math.nan, len(own)))
    return tuple(results)


def _labels(answers: Sequence[Answer]) -> tuple[list[str], Callable[[Answer], str]]:
    """Return what answers are counted under, in order, and which label an answer has."""
    numbers = sorted({answer for answer in answers if isinstance(answer, float)})
    if len(numbers) <= _MOST_VALUES:
        return (list(map(written, numbers)) if numbers else sorted({written(answer) for answer in answers})), written
    edges = np.linspace(numbers[0], numbers[-1], _BINS + 1).tolist()
    labels = [f"{low:g} to {high:g}" for low, high in pairwise(edges)]

    def label(answer: Answer) -> str:
        place = bisect_right(edges, answer) - 1 if isinstance(answer, float) else 0
        return labels[min(place, _BINS - 1)]

    return labels, label
