"""Dependency F (Riezler & Maxwell 2005): F1 over multisets of (relation, head, dependent).

Per segment the reference with the highest F (the first on a tie); counts are summed over segments.
"""

from collections import Counter
from fractions import Fraction

TAKES = "triples"
SETTLED = ("labels",)

Triples = list[tuple]


def corpus(hypotheses: list[Triples], references: list[list[Triples]]) -> float:
    twice, together = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = Counter(hypothesis)
        found = [(2 * sum((mine & Counter(other)).values()), len(hypothesis) + len(other)) for other in several]
        best = max(found, key=lambda pair: Fraction(*pair) if pair[1] else -1)
        twice, together = twice + best[0], together + best[1]
    return twice / together if together else float("nan")
