"""GLEU (Wu et al. 2016) as nltk's corpus_gleu: Σ matches / Σ max(hypothesis n-grams, reference n-grams).

Per segment the reference with the highest quotient (the first on a tie); one without any n-grams is passed
over.
"""

from collections import Counter
from fractions import Fraction

from .lengths import Tokens
from .tokens import ngrams


def grams(tokens: Tokens, low: int, order: int, boundaries: str) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for n in range(low, order + 1):
        found += ngrams(tokens, n, boundaries)
    return found


def corpus(
    hypotheses: list[Tokens], references: list[list[Tokens]], low: int = 1, order: int = 4, boundaries: str = "none"
) -> float:
    matches, total = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = grams(hypothesis, low, order, boundaries)
        candidates = []
        for reference in several:
            theirs = grams(reference, low, order, boundaries)
            most = max(sum(mine.values()), sum(theirs.values()))
            if most:
                candidates.append((sum((mine & theirs).values()), most))
        if candidates:
            best = max(candidates, key=lambda c: Fraction(*c))
            matches, total = matches + best[0], total + best[1]
    return matches / total if total else float("nan")
