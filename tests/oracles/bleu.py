"""BLEU (Papineni et al. 2002) with sacreBLEU 2.6.0's smoothing, and the options of Leusch et al. 2005
(boundaries, lengths, s_m), Pastra & Saggion 2003 (linear weights) and Banerjee & Lavie 2005 (arithmetic
average).
"""

import math
from collections import Counter
from functools import wraps

from .lengths import Tokens, total_reference_length
from .tokens import ngrams

Vector = str | list[float]


def numbers(vector: Vector) -> list[float]:
    return [float(v) for v in (vector.split(":") if isinstance(vector, str) else vector)]


def counts(
    hypotheses: list[Tokens], references: list[list[Tokens]], order: int, boundaries: str = "none"
) -> tuple[list[float], list[float]]:
    """Clipped matches and hypothesis n-grams of each order, 1 first."""
    hits, totals = [0.0] * order, [0.0] * order
    for hypothesis, several in zip(hypotheses, references, strict=True):
        for n in range(1, order + 1):
            mine = ngrams(hypothesis, n, boundaries)
            limit: Counter[tuple[str, ...]] = Counter()
            for reference in several:
                limit |= ngrams(reference, n, boundaries)
            hits[n - 1] += sum((mine & limit).values())
            totals[n - 1] += sum(mine.values())
    return hits, totals


def precisions(hits: list[float], totals: list[float], smoothing: Vector, smoothing_value: float | None) -> list[float]:
    """Smoothed p_1, p_2 …, up to the order before the first that has no n-grams at all."""
    order = len(hits)
    added = [0.0] * order
    if smoothing in ("add-one", "add-k"):
        k = 1.0 if smoothing == "add-one" or smoothing_value is None else smoothing_value
        added = [0.0] + [k] * (order - 1)
    elif smoothing not in ("none", "exp", "floor", "epsilon"):
        added = numbers(smoothing)
    floor = 0.1 if smoothing_value is None else smoothing_value
    result: list[float] = []
    halvings = 0
    for hit, total, s in zip(hits, totals, added, strict=True):
        hit, total = hit + s, total + s
        if total == 0:
            break
        if hit == 0 and smoothing == "exp":
            halvings += 1
            hit = 0.5**halvings
        elif hit == 0 and smoothing == "floor":
            hit = floor
        elif hit == 0 and smoothing == "epsilon":  # Liu & Gildea 2005: a zero precision becomes 10⁻³
            hit = total * (0.001 if smoothing_value is None else smoothing_value)
        result.append(hit / total)
    return result


def orders_weights(weights: Vector, order: int) -> list[float]:
    if weights == "uniform":
        return [1.0] * order
    if weights == "linear":
        return [float(i) for i in range(1, order + 1)]
    return numbers(weights)


def mean(values: list[float], weights: list[float], average: str) -> float:
    """Weighted mean, the weights scaled to sum to one; an order of weight zero has no say."""
    if not sum(weights):
        return float("nan")
    terms = [(w / sum(weights), v) for w, v in zip(weights, values, strict=True) if w]
    if average == "arithmetic":
        return sum(w * v for w, v in terms)
    if any(v == 0 for _, v in terms):
        return 0.0
    return math.exp(sum(w * math.log(v) for w, v in terms))


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    boundaries: str = "none",
    order: int = 4,
    weights: Vector = "uniform",
    smoothing: Vector = "exp",
    smoothing_value: float | None = None,
    average: str = "geometric",
    length: str = "closest",
    effective: str = "segment",
) -> float:
    """`effective`: orders without n-grams are left out (`always`), have precision 1 (`filled`), or else 0."""
    hits, totals = counts(hypotheses, references, order, boundaries)
    if not any(hits):
        return 0.0
    used = precisions(hits, totals, smoothing, smoothing_value)
    if effective != "always":
        used += [1.0 if effective == "filled" else 0.0] * (order - len(used))
    words = sum(len(h) for h in hypotheses)
    target = total_reference_length(hypotheses, references, length)
    if words == 0:
        return 0.0
    penalty = math.exp(1 - target / words) if words < target else 1.0
    return 100 * penalty * mean(used, orders_weights(weights, order)[: len(used)], average)


@wraps(corpus, assigned=())
def sentence_bleu(hypotheses: list[Tokens], references: list[list[Tokens]], **options: object) -> float:
    """The mean of the segments' BLEU with effective order."""
    options = {**options, "effective": "always"}
    values = [corpus([h], [r], **options) for h, r in zip(hypotheses, references, strict=True)]  # type: ignore
    return sum(values) / len(values) if values else float("nan")
