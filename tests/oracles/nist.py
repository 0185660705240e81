"""NIST (Doddington 2002) as mteval-v13a computes it: clipped at the maximum over references, information
from all references of the test set, lp = exp(β·ln²(min(1, I/I*))), β = ln 0.5 / ln² 1.5.

`false_zero` adds what mteval's printed scores show beyond the formula: the history `0`, alone, is taken
for the empty one (the string "0" is false in Perl), so that N(`0`) is the number of reference tokens in
bigrams `0 x`.
"""

import math
from collections import Counter

from .lengths import Tokens, total_reference_length
from .tokens import BEGIN, ngrams


def information(
    references: list[list[Tokens]], order: int, boundaries: str, false_zero: bool
) -> dict[tuple[str, ...], float]:
    """log₂ N(g₁…g_{n−1}) / N(g₁…g_n); the empty n-gram counts all tokens, `<s>` once a reference."""
    frequency: Counter[tuple[str, ...]] = Counter()
    for reference in (r for several in references for r in several):
        frequency[()] += len(reference)
        if boundaries in ("begin", "both"):
            frequency[(BEGIN,)] += 1
        for n in range(1, order + 1):
            frequency += ngrams(reference, n, boundaries)
    histories = Counter(frequency)
    if false_zero:
        histories[("0",)] = frequency[()]
    del frequency[()], frequency[(BEGIN,)]
    return {g: math.log2(histories[g[:-1]] / count) for g, count in frequency.items()}


def length_penalty(ratio: float) -> float:
    if ratio >= 1:
        return 1.0
    if ratio <= 0:
        return 0.0
    beta = math.log(0.5) / math.log(1.5) ** 2
    return math.exp(beta * math.log(ratio) ** 2)


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    order: int = 5,
    length: str = "average",
    boundaries: str = "none",
    false_zero: bool = True,
) -> float:
    weight = information(references, order, boundaries, false_zero)
    score = 0.0
    for n in range(1, order + 1):
        gained, total = 0.0, 0
        for hypothesis, several in zip(hypotheses, references, strict=True):
            mine = ngrams(hypothesis, n, boundaries)
            limit: Counter[tuple[str, ...]] = Counter()
            for reference in several:
                limit |= ngrams(reference, n, boundaries)
            gained += sum(weight[g] * count for g, count in (mine & limit).items())
            total += sum(mine.values())
        score += gained / total if total else 0.0
    target = total_reference_length(hypotheses, references, length)
    # Against references without any token nothing is too short, and nothing matches.
    return score * length_penalty(sum(len(h) for h in hypotheses) / target) if target else score
