"""Reference lengths I* and error rates over them (Leusch et al. 2005, §2.1.1, §2.1.2 and §3.3)."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

Tokens = list[str]


def relative_error(distance: int, length: int) -> Fraction | float:
    if length:
        return Fraction(distance, length)
    return float("inf") if distance else 0


def best_reference(lengths: list[int], distances: list[int]) -> int:
    """Index of the first reference with the lowest relative error."""
    errors = [relative_error(d, n) for d, n in zip(distances, lengths, strict=True)]
    return errors.index(min(errors))


def reference_length(rule: str, length: int, lengths: list[int], distances: list[int], sets: int = 0) -> float:
    """I* of a hypothesis of `length` tokens whose references have these lengths and distances to it."""
    if rule == "closest":
        return min(lengths, key=lambda n: (abs(n - length), n))
    if rule == "shortest":
        return min(lengths)
    if rule == "average":
        return sum(lengths) / len(lengths)
    if rule == "sets":
        return sum(lengths) / sets
    if rule == "average-nearest":
        nearest = [n for n, d in zip(lengths, distances, strict=True) if d == min(distances)]
        return sum(nearest) / len(nearest)
    if rule == "best":
        return lengths[best_reference(lengths, distances)]
    raise ValueError(rule)


def unordered_distance(hypothesis: Tokens, reference: Tokens) -> int:
    """max(|h|, |r|) − matches, by which BLEU and NIST find the nearest and the best reference."""
    matches = sum((Counter(hypothesis) & Counter(reference)).values())
    return max(len(hypothesis), len(reference)) - matches


def total_reference_length(hypotheses: list[Tokens], references: list[list[Tokens]], rule: str) -> float:
    total, sets = 0.0, max(map(len, references))
    for hypothesis, several in zip(hypotheses, references, strict=True):
        distances = [unordered_distance(hypothesis, r) for r in several]
        total += reference_length(rule, len(hypothesis), [len(r) for r in several], distances, sets)
    return total


def error_rate(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    distance: Callable[[Tokens, Tokens], int],
    rule: str,
) -> float:
    """100·Σ min_r d(h, r) / Σ I*; under `best` the distance is the best reference's."""
    errors, total = 0, 0.0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        lengths = [len(r) for r in several]
        distances = [distance(hypothesis, r) for r in several]
        errors += distances[best_reference(lengths, distances)] if rule == "best" else min(distances)
        total += reference_length(rule, len(hypothesis), lengths, distances)
    return 100 * errors / total if total else float("nan")
