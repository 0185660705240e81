"""Lexical overlap O_l (Amigó et al. 2011): |h ∩ r| / |h ∪ r| over multisets of words.

Per segment the reference with the highest quotient (the first on a tie); both counts are summed over
segments.
"""

from collections import Counter
from fractions import Fraction

from .lengths import Tokens


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    common, together = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = Counter(hypothesis)
        candidates = [(sum((mine & Counter(r)).values()), sum((mine | Counter(r)).values())) for r in several]
        # 0/0, both texts empty, ranks last.
        best = max(candidates, key=lambda c: Fraction(*c) if c[1] else -1)
        common, together = common + best[0], together + best[1]
    return common / together if together else float("nan")
