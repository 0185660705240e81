"""Agreement between assessors: raw, and corrected for chance under a named model of chance.

Every corrected coefficient is 1 − observed / expected disagreement. Coefficients differ in what chance is (`chance`),
in how far apart two answers are (`weights` for uniform, pi and cohen, `distance` for alpha), and in what counts once:
for raw, uniform and pi each item; for cohen each item that two assessors share, then each pair of assessors; for alpha
each answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.corpus.judgement import Answer, tags_of
from steelyard.draws import Draws
from steelyard.errors import InputError, SpecError, suggestion
from steelyard.inference.agreement.answer_pairs import AnswerPairs, unshared
from steelyard.inference.agreement.answers import Answers
from steelyard.inference.agreement.coefficient import USUAL, AgreementCoefficient, GivenAgreement, coefficient_of
from steelyard.inference.agreement.coefficients.raw import Raw
from steelyard.inference.agreement.distances import DISTANCES, WEIGHTS, Distance, Squares, nominal, ratio, weighted
from steelyard.inference.agreement.figures import Agreement, PairAgreement
from steelyard.inference.agreement.report import AgreementReport
from steelyard.judgements.assessors import distributions, self_consistency
from steelyard.judgements.table import Judgements, answer_of
from steelyard.results.signature import Signature
from steelyard.statistics.resampling import draw_weights, percentile_interval
from steelyard.version import VERSION

Array = NDArray[Any]

#: Intervals draw items.
ITEMS = Draws("item")
_CELLS_AT_ONCE = 4_000_000


def agreement(
    judgements: Judgements,
    coefficients: Sequence[GivenAgreement] = USUAL,
    *,
    distance: str | None = None,
    weights: str = "none",
    draws: Draws = ITEMS,
) -> AgreementReport:
    """Return the coefficients asked for, with percentile intervals over items, and all pairs of assessors.

    The distance is nominal for tags and ordinal for numbers unless given: of numbers it takes only the order for
    granted, neither equal steps nor a true zero.
    """
    draws.check_percentile("agreement")
    distance = distance or ("ordinal" if judgements.numeric else "nominal")
    chosen = list({coefficient.name: coefficient for coefficient in map(coefficient_of, coefficients)}.values())
    for what, name, choices in (("distance", distance, DISTANCES), ("weights", weights, WEIGHTS)):
        if name not in choices:
            raise SpecError(f"unknown {what} {name!r}" + suggestion(str(name), choices))
    if reason := unshared(judgements.firsts()):
        return _undefined(judgements, chosen, reason, {"distance": distance, "weights": weights, "": "none"})
    pairs = AnswerPairs.of(judgements)
    computed = _computed(judgements, pairs, distance, weights)
    drawn = _drawn(computed, chosen, draws)
    raw = float(Raw().values(computed, computed.all_items())[0])
    apart = {"distance": distance, "weights": weights, "": "none"}
    agreements = [
        _agreement(coefficient, apart[coefficient.apart], computed, resampled, raw, draws)
        for coefficient, resampled in zip(chosen, drawn, strict=True)
    ]
    shared = dict(zip(pairs.assessors, np.bincount(pairs.assessor).tolist(), strict=True))
    return AgreementReport(
        tuple(agreements), _pair_agreements(computed), distributions(judgements), self_consistency(judgements),
        _notices(judgements, len(pairs.items)), shared, disjunctive=_disjunctive(judgements),
    )  # fmt: skip


def _undefined(
    judgements: Judgements, chosen: Sequence[AgreementCoefficient], reason: str, apart: Mapping[str, str]
) -> AgreementReport:
    """Return what there is to say where no item has two answers: how each assessor used the scale."""
    people = distributions(judgements)
    agreements = [
        Agreement(
            coefficient=coefficient.name, apart=apart[coefficient.apart], value=math.nan, low=math.nan, high=math.nan,
            raw=math.nan, n=0, assessors=len(people), answers=0, reason=reason, chance=coefficient.chance,
            signature=_signature(coefficient, apart[coefficient.apart], 0, len(people), 0).joined(steelyard=VERSION),
        )
        for coefficient in chosen
    ]  # fmt: skip
    return AgreementReport(
        tuple(agreements),
        (),
        people,
        self_consistency(judgements),
        _notices(judgements, 0),
        {},
        disjunctive=_disjunctive(judgements),
    )


def _signature(coefficient: AgreementCoefficient, apart: str, items: int, assessors: int, answers: int) -> Signature:
    apart_by = {coefficient.apart: apart} if coefficient.apart else {}
    return Signature.of(coefficient.name, **apart_by, items=items, assessors=assessors, answers=answers)


def _computed(judgements: Judgements, pairs: AnswerPairs, distance: str, weights: str) -> Answers:
    same = nominal(pairs.scale)
    tags = judgements.tags
    if weights == "none":
        single = len({tag for record in judgements for tag in tags_of(answer_of(record))})
        allowed = (tags.get(key, single) for key in pairs.items)
        counts = np.array([scale if isinstance(scale, int) else len(scale) for scale in allowed])
        return Answers(pairs, same, same, _alpha_distance(pairs, distance, same), 1 - 1 / counts)
    order = _ordered_scale(judgements, pairs, weights)
    steps = weighted([order.index(answer) for answer in pairs.scale], len(order), weights)
    even = np.full((1, len(order)), 1 / len(order))
    whole = weighted(range(len(order)), len(order), weights)
    uniform = np.full(len(pairs.items), whole.expected(even, even, np.arange(len(order)))[0])
    return Answers(pairs, same, steps, _alpha_distance(pairs, distance, same), uniform)


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


def _ordered_scale(judgements: Judgements, pairs: AnswerPairs, weights: str) -> tuple[Answer, ...]:
    """Return the scale on which steps are counted: as listed with the items, or the numbers that occur."""
    if any(isinstance(answer, frozenset) for answer in pairs.scale):
        raise InputError(f"weights {weights} need one answer each, but some have several tags; choose weights none")
    listed = {judgements.tags.get(key) for key in pairs.items}
    if len(listed) > 1 or isinstance(next(iter(listed)), int):
        raise InputError(f"weights {weights} need one scale for all items, listed in its order; choose weights none")
    scale = listed.pop()
    if isinstance(scale, tuple):
        return scale
    if not judgements.numeric:
        raise InputError(
            f"weights {weights} need an order, but the answers are tags; "
            f"write numbers, or list the scale in its order in the column tags"
        )
    return pairs.scale


def _drawn(computed: Answers, coefficients: Sequence[AgreementCoefficient], draws: Draws) -> list[Array]:
    """Return each coefficient's values in the resamples, which all coefficients share."""
    items = len(computed.pairs.items)
    at_once = max(1, _CELLS_AT_ONCE // max(items, computed.size()))
    parts: list[list[Array]] = [[] for _ in coefficients]
    for first in range(0, draws.resamples, at_once):
        numbers = range(first, min(first + at_once, draws.resamples))
        weights = np.stack([draw_weights(items, draws.seed, b) for b in numbers]).astype(float)
        for coefficient, values in zip(coefficients, parts, strict=True):
            values.append(coefficient.checked(computed, weights))
    return [np.concatenate(values) for values in parts]


def _agreement(
    coefficient: AgreementCoefficient, apart: str, computed: Answers, drawn: Array, raw: float, draws: Draws
) -> Agreement:
    pairs = computed.pairs
    items, assessors, answers = len(pairs.items), len(pairs.assessors), len(pairs.item)
    value = float(coefficient.checked(computed, computed.all_items())[0])
    # a resample in which all answers are the same says nothing about a coefficient that is undefined there
    defined = drawn[~np.isnan(drawn)]
    undefined = len(drawn) - len(defined)
    low, high = percentile_interval(defined, draws.confidence) if items > 1 and len(defined) > 1 else (math.nan,) * 2
    signature = _signature(coefficient, apart, items, assessors, answers)
    lost = {"undefined-resamples": undefined or None, "steelyard": VERSION}
    return Agreement(
        coefficient=coefficient.name, apart=apart, value=value, low=float(low), high=float(high), raw=raw, n=items,
        assessors=assessors, answers=answers, signature=signature.joined(draws.bootstrap_signature(), **lost),
        reason=_reason(value), notice=_notice(coefficient, computed, items, undefined), chance=coefficient.chance,
    )  # fmt: skip


def _reason(value: float) -> str | None:
    return "all answers are the same, so chance alone gives full agreement" if math.isnan(value) else None


def _notice(coefficient: AgreementCoefficient, computed: Answers, items: int, undefined: int) -> str | None:
    own = coefficient.notice(computed)
    notices = [] if own is None else [own]
    if items < 2:
        notices.append("one item gives no interval")
    elif undefined:
        notices.append(f"the interval leaves out {undefined} resamples in which the coefficient is undefined")
    return "; ".join(notices) or None


def _pair_agreements(computed: Answers) -> tuple[PairAgreement, ...]:
    whole, names = computed.all_items(), computed.pairs.assessors
    rows = zip(
        computed.assessor_pairs.assessors, computed.raw_of_pairs(), computed.kappas(whole)[0],
        computed.assessor_pairs.counts(), strict=True,
    )  # fmt: skip
    return tuple(
        PairAgreement(names[a], names[b], float(raw), float(kappa), int(n), _reason(kappa))
        for (a, b), raw, kappa, n in rows
    )


def _disjunctive(judgements: Judgements) -> float:
    """Return the share of items to which somebody gave several tags."""
    items = {record.output: False for record in judgements}
    items |= {record.output: True for record in judgements.firsts() if isinstance(record.value, frozenset)}
    return sum(items.values()) / len(items)


def _notices(judgements: Judgements, shared: int) -> tuple[str, ...]:
    firsts, current = judgements.firsts(), judgements.current()
    notices = []
    if alone := len({record.output for record in firsts}) - shared:
        notices.append(f"items with one answer only, which count for nothing here: {alone:,}")
    if again := len(current) - len(firsts):
        notices.append(f"repeated answers, which count for self-consistency only: {again:,}")
    if superseded := len(judgements) - len(current):
        notices.append(f"superseded answers, which count for self-consistency only: {superseded:,}")
    return tuple(notices)
