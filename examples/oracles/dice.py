"""Dice coefficient of n-grams, as its definition reads; imports nothing from the package."""

from collections import Counter
from fractions import Fraction

Tokens = list[str]


def ngrams(tokens: Tokens, order: int) -> Counter[tuple[str, ...]]:
    """Return the n-grams of a text with their counts."""
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], order: int = 2) -> float:
    """Return the coefficient of a corpus; per segment the reference with the highest one counts."""
    matches, total = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = ngrams(hypothesis, order)
        found = []
        for reference in several:
            theirs = ngrams(reference, order)
            found.append(((mine & theirs).total(), mine.total() + theirs.total()))
        # 0/0, no n-gram on either side, ranks last.
        best = max(found, key=lambda pair: Fraction(2 * pair[0], pair[1]) if pair[1] else -1)
        matches, total = matches + best[0], total + best[1]
    return 2 * matches / total if total else float("nan")
