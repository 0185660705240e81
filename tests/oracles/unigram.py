"""Unigram precision P, recall R, F1 and Fmean = 10PR/(R + 9P) (Banerjee & Lavie 2005).

With m matches, P = m/|h| and R = m/|r|, so F1 = 2m/(|h| + |r|) and Fmean = 10m/(|h| + 9|r|), which are 0
without matches. Per segment the reference with the highest value of the kind asked for (the first on a
tie); m, |h| and |r| are summed over segments.
"""

from collections import Counter
from fractions import Fraction
from functools import partial

from .lengths import Tokens


def quotient(kind: str, matches: int, hypothesis: int, reference: int) -> Fraction | None:
    above, below = {
        "precision": (matches, hypothesis),
        "recall": (matches, reference),
        "f1": (2 * matches, hypothesis + reference),
        "fmean": (10 * matches, hypothesis + 9 * reference),
    }[kind]
    return Fraction(above, below) if below else None


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], kind: str = "precision") -> float:
    def rank(counts: tuple[int, int, int]) -> Fraction | int:
        value = quotient(kind, *counts)
        return -1 if value is None else value

    sums = (0, 0, 0)
    for h, several in zip(hypotheses, references, strict=True):
        candidates = [(sum((Counter(h) & Counter(r)).values()), len(h), len(r)) for r in several]
        best = max(candidates, key=rank)
        sums = (sums[0] + best[0], sums[1] + best[1], sums[2] + best[2])
    value = quotient(kind, *sums)
    return float("nan") if value is None else float(value)


unigram_precision = partial(corpus, kind="precision")
unigram_recall = partial(corpus, kind="recall")
unigram_f1 = partial(corpus, kind="f1")
unigram_fmean = partial(corpus, kind="fmean")
