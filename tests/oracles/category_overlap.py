"""Overlap by category (Giménez & Màrquez 2010): Σ over categories of |h ∩ r| / Σ over categories of |h ∪ r|.

A text is a list of (category, word). Per segment the reference with the highest quotient (the first on a tie), which is
1 if neither has a word; both sums are over all segments.
"""

from collections import Counter
from fractions import Fraction

TAKES = "categories"
SETTLED = ("only", "outside")

Words = list[tuple[str, str]]


def within(text: Words, category: str) -> Counter:
    return Counter(word for label, word in text if label == category)


def corpus(hypotheses: list[Words], references: list[list[Words]]) -> float:
    common, together = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        candidates = []
        for reference in several:
            pairs = [
                (within(hypothesis, one), within(reference, one)) for one in {c for c, _ in (*hypothesis, *reference)}
            ]
            candidates.append((sum((h & r).total() for h, r in pairs), sum((h | r).total() for h, r in pairs)))
        best = max(candidates, key=lambda pair: Fraction(*pair) if pair[1] else 1)
        common, together = common + best[0], together + best[1]
    return common / together if together else float("nan")
