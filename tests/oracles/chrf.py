"""chrF (Popović 2015) and chrF++ (2017) as sacreBLEU 2.6.0 computes them, over texts.

Per segment the reference with the highest F (the first on a tie); its counts are summed over segments.
"""

from collections import Counter

from .tokens import chrf_words

Counts = list[tuple[int, int, int]]


def grams(text: str, chars: int, words: int, whitespace: bool) -> list[Counter[str]]:
    line = text if whitespace else "".join(text.split())
    found = [Counter(line[i : i + n] for i in range(len(line) - n + 1)) for n in range(1, chars + 1)]
    tokens = chrf_words(text)
    for n in range(1, words + 1):
        found.append(Counter(" ".join(tokens[i : i + n]) for i in range(len(tokens) - n + 1)))
    return found


def counts(hypothesis: list[Counter[str]], reference: list[Counter[str]]) -> Counts:
    """Hypothesis n-grams (0 if the reference has none), reference n-grams and matches of each order."""
    return [
        (sum(h.values()) if r else 0, sum(r.values()), sum((h & r).values()))
        for h, r in zip(hypothesis, reference, strict=True)
    ]


def f_score(statistics: Counts, beta: float, smoothing: str) -> float:
    factor, epsilon = beta**2, 1e-16
    if smoothing == "eps":
        total = 0.0
        for mine, theirs, matches in statistics:
            precision = matches / mine if mine else epsilon
            recall = matches / theirs if theirs else epsilon
            below = factor * precision + recall
            total += (1 + factor) * precision * recall / below if below > 0 else epsilon
        return 100 * total / len(statistics)
    orders = [(matches / mine, matches / theirs) for mine, theirs, matches in statistics if mine and theirs]
    precision = sum(p for p, _ in orders) / len(orders) if orders else 0.0
    recall = sum(r for _, r in orders) / len(orders) if orders else 0.0
    if precision + recall == 0:
        return 0.0
    return 100 * (1 + factor) * precision * recall / (factor * precision + recall)


def corpus(
    hypotheses: list[str],
    references: list[list[str]],
    chars: int = 6,
    words: int = 0,
    beta: float = 2,
    whitespace: bool = False,
    smoothing: str = "effective",
) -> float:
    sums: Counts = [(0, 0, 0)] * (chars + words)
    for hypothesis, several in zip(hypotheses, references, strict=True):
        mine = grams(hypothesis, chars, words, whitespace)
        candidates = [counts(mine, grams(r, chars, words, whitespace)) for r in several]
        best = max(candidates, key=lambda c: f_score(c, beta, smoothing))
        sums = [(a + x, b + y, c + z) for (a, b, c), (x, y, z) in zip(sums, best, strict=True)]
    return f_score(sums, beta, smoothing)
