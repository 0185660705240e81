"""Ngram(i, j) (Lin & Hovy 2003, equations 4 and 5): BB·exp of the mean ln C_n, C_n the n-gram recall of one
model.

Model k is the k-th reference of every segment that has one. A model without n-grams of some order leaves
the score undefined; one without n-grams of any order asked for is no model.
"""

import math

from .lengths import Tokens
from .tokens import ngrams


def coverage(pairs: list[tuple[Tokens, Tokens]], order: int, boundaries: str) -> float:
    """C_n over (hypothesis, model) pairs."""
    matches, total = 0, 0
    for hypothesis, model in pairs:
        theirs = ngrams(model, order, boundaries)
        matches += sum((ngrams(hypothesis, order, boundaries) & theirs).values())
        total += sum(theirs.values())
    return matches / total if total else float("nan")


def one_model(pairs: list[tuple[Tokens, Tokens]], low: int, high: int, bonus: float, boundaries: str) -> float:
    values = [coverage(pairs, n, boundaries) for n in range(low, high + 1)]
    if any(math.isnan(v) for v in values):
        return float("nan")
    if any(v == 0 for v in values):
        return 0.0
    return bonus * math.exp(sum(math.log(v) for v in values) / len(values))


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    low: int = 1,
    high: int = 4,
    bonus: float = 1.0,
    models: str = "mean",
    boundaries: str = "none",
) -> float:
    scores = []
    for k in range(max((len(several) for several in references), default=0)):
        pairs = [(h, rs[k]) for h, rs in zip(hypotheses, references, strict=True) if k < len(rs)]
        if any(ngrams(model, n, boundaries) for _, model in pairs for n in range(low, high + 1)):
            scores.append(one_model(pairs, low, high, bonus, boundaries))
    if not scores or any(math.isnan(s) for s in scores):
        return float("nan")
    return max(scores) if models == "max" else sum(scores) / len(scores)
