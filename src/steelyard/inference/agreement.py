"""Agreement between assessors: raw, and corrected for chance under a named model of chance.

Every corrected coefficient is 1 − observed / expected disagreement. Coefficients differ in what chance is (`CHANCE`),
in how far apart two answers are (`weights` for uniform, pi and cohen, `distance` for alpha), and in what counts once:
for raw, uniform and pi each item; for cohen each item that two assessors share, then each pair of assessors; for alpha
each answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.agreement_report import CHANCE, Agreement, AgreementReport, PairAgreement
from steelyard.inference.assessors import distributions, self_consistency
from steelyard.inference.coefficients import Coefficients
from steelyard.inference.distances import Distance, Squares, nominal, ratio, weighted
from steelyard.inference.ratings import Answer, AnswerPairs, Ratings, tags_of
from steelyard.resampling import draw_weights, percentile_interval
from steelyard.scores import Intervals
from steelyard.version import VERSION

Array = NDArray[Any]

#: How far two answers are apart for alpha.
DISTANCES = {
    "nominal": "answers are the same or not; of several tags those in common count, as a share of all",
    "ordinal": "numbers are grades: only their order counts",
    "interval": "squared differences of numbers",
    "ratio": "squared relative differences of numbers from 0",
}
#: How far two answers are apart for uniform, pi and cohen.
WEIGHTS = {
    "none": "answers are the same or not; of several tags those in common count, as a share of all",
    "linear": "by the steps between two answers on the scale",
    "quadratic": "by the square of the steps between two answers on the scale",
}
_CELLS_AT_ONCE = 4_000_000
# "kappa" is the name of several
_KAPPAS = "; the kappas are cohen (Cohen's), pi (Fleiss', Scott's π) and uniform (Randolph's)"


def agreement(
    ratings: Ratings,
    coefficients: Sequence[str] = tuple(CHANCE),
    *,
    distance: str | None = None,
    weights: str = "none",
    intervals: Intervals | None = None,
) -> AgreementReport:
    """Return the coefficients asked for, with bootstrap intervals over items, and all pairs of assessors.

    The distance is nominal for tags and ordinal for numbers unless given: of numbers it takes only the order for
    granted, neither equal steps nor a true zero.
    """
    distance = distance or ("ordinal" if ratings.numeric else "nominal")
    asked = [("coefficient", name, CHANCE) for name in coefficients]
    for what, name, known in (*asked, ("distance", distance, DISTANCES), ("weights", weights, WEIGHTS)):
        if name not in known:
            several = what == "coefficient" and "kappa" in str(name).lower()
            raise SpecError(f"unknown {what} {name!r}" + (_KAPPAS if several else suggestion(str(name), known)))
    intervals = intervals or Intervals(unit="item")
    pairs = AnswerPairs.of(ratings)
    computed = _computed(ratings, pairs, distance, weights)
    drawn = _drawn(computed, coefficients, intervals)
    raw = float(computed.value("raw", computed.all_items())[0])
    made = [
        _agreement(name, distance if name == "alpha" else weights, computed, drawn[name], raw, intervals)
        for name in dict.fromkeys(coefficients)
    ]
    return AgreementReport(
        tuple(made), _pair_agreements(computed), distributions(ratings), self_consistency(ratings),
        _notices(ratings, pairs), dict(zip(pairs.assessors, np.bincount(pairs.assessor).tolist(), strict=True)),
    )  # fmt: skip


def _computed(ratings: Ratings, pairs: AnswerPairs, distance: str, weights: str) -> Coefficients:
    same = nominal(pairs.scale)
    tags = ratings.tags
    if weights == "none":
        single = len({tag for rating in ratings.ratings for tag in tags_of(rating.answer)})
        allowed = (tags.get(key, single) for key in pairs.items)
        counts = np.array([given if isinstance(given, int) else len(given) for given in allowed])
        return Coefficients(pairs, same, same, _alpha_distance(pairs, distance, same), 1 - 1 / counts)
    order = _ordered_scale(ratings, pairs, weights)
    steps = weighted([order.index(answer) for answer in pairs.scale], len(order), weights)
    even = np.full((1, len(order)), 1 / len(order))
    whole = weighted(range(len(order)), len(order), weights)
    uniform = np.full(len(pairs.items), whole.expected(even, even, np.arange(len(order)))[0])
    return Coefficients(pairs, same, steps, _alpha_distance(pairs, distance, same), uniform)


def _alpha_distance(pairs: AnswerPairs, distance: str, same: Distance) -> Distance | None:
    """Return alpha's distance; none stands for ordinal, which depends on how often each answer is given."""
    if distance == "nominal":
        return same
    numbers = [answer for answer in pairs.scale if isinstance(answer, float)]
    if not numbers:
        raise InputError(f"distance {distance} needs numbers as answers, but they are tags; choose distance nominal")
    if distance == "ordinal":
        return None
    return Squares.of(numbers) if distance == "interval" else ratio(numbers)


def _ordered_scale(ratings: Ratings, pairs: AnswerPairs, weights: str) -> tuple[Answer, ...]:
    """Return the scale on which steps are counted: as listed with the items, or the numbers that occur."""
    if any(isinstance(answer, frozenset) for answer in pairs.scale):
        raise InputError(f"weights {weights} need one answer each, but some have several tags; choose weights none")
    listed = {ratings.tags.get(key) for key in pairs.items}
    if len(listed) > 1 or isinstance(next(iter(listed)), int):
        raise InputError(f"weights {weights} need one scale for all items, listed in its order; choose weights none")
    scale = listed.pop()
    if isinstance(scale, tuple):
        return scale
    if not ratings.numeric:
        raise InputError(
            f"weights {weights} need an order, but the answers are tags; "
            f"write numbers, or list the scale in its order in the column tags"
        )
    return pairs.scale


def _drawn(computed: Coefficients, coefficients: Sequence[str], intervals: Intervals) -> dict[str, Array]:
    """Return each coefficient's values in the resamples, which all coefficients share."""
    items = len(computed.pairs.items)
    at_once = max(1, _CELLS_AT_ONCE // max(items, computed.size()))
    parts: dict[str, list[Array]] = {name: [] for name in coefficients}
    for first in range(0, intervals.resamples, at_once):
        numbers = range(first, min(first + at_once, intervals.resamples))
        weights = np.stack([draw_weights(items, intervals.seed, b) for b in numbers]).astype(float)
        for name, held in parts.items():
            held.append(computed.value(name, weights))
    return {name: np.concatenate(held) for name, held in parts.items()}


def _agreement(
    name: str, apart: str, computed: Coefficients, drawn: Array, raw: float, intervals: Intervals
) -> Agreement:
    pairs = computed.pairs
    items, assessors, answers = len(pairs.items), len(pairs.assessors), len(pairs.item)
    value = float(computed.value(name, computed.all_items())[0])
    # a resample in which all answers are the same says nothing about a coefficient that is undefined there
    defined = drawn[~np.isnan(drawn)]
    undefined = len(drawn) - len(defined)
    low, high = (
        percentile_interval(defined, intervals.confidence) if items > 1 and len(defined) > 1 else (math.nan,) * 2
    )
    parts = [name, f"{'distance' if name == 'alpha' else 'weights'}:{apart}"] if name != "raw" else [name]
    parts += [f"items:{items}", f"assessors:{assessors}", f"answers:{answers}", str(intervals)]
    parts += [f"undefined-resamples:{undefined}"] if undefined else []
    return Agreement(
        name, "none" if name == "raw" else apart, value, float(low), float(high), raw, items, assessors, answers,
        "|".join([*parts, f"steelyard:{VERSION}"]), _reason(value), _notice(name, computed, items, undefined),
    )  # fmt: skip


def _reason(value: float) -> str | None:
    return "all answers are the same, so chance alone gives full agreement" if math.isnan(value) else None


def _notice(name: str, computed: Coefficients, items: int, undefined: int) -> str | None:
    told = []
    if name == "cohen":
        kappas = computed.kappas(computed.all_items())[0]
        if lost := int(np.isnan(kappas).sum()):
            told.append(f"{lost} of {len(kappas)} pairs of assessors are undefined and left out of the mean")
    if items < 2:
        told.append("one item gives no interval")
    elif undefined:
        told.append(f"the interval leaves out {undefined} resamples in which the coefficient is undefined")
    return "; ".join(told) or None


def _pair_agreements(computed: Coefficients) -> tuple[PairAgreement, ...]:
    whole, names = computed.all_items(), computed.pairs.assessors
    rows = zip(
        computed.assessor_pairs.assessors, computed.raw_of_pairs(), computed.kappas(whole)[0],
        computed.assessor_pairs.counts(), strict=True,
    )  # fmt: skip
    return tuple(
        PairAgreement(names[a], names[b], float(raw), float(kappa), int(n), _reason(kappa))
        for (a, b), raw, kappa, n in rows
    )


def _notices(ratings: Ratings, pairs: AnswerPairs) -> tuple[str, ...]:
    firsts = ratings.firsts()
    told = []
    if alone := len({rating.key for rating in firsts}) - len(pairs.items):
        told.append(f"items with one answer only, which count for nothing here: {alone:,}")
    if again := len(ratings.ratings) - len(firsts):
        told.append(f"repeated answers, which count for self-consistency only: {again:,}")
    return tuple(told)
