"""GRAMSIM (Amigó et al. 2005): 1/(1 + Euclidean distance) between relative frequencies of part-of-speech tags.

The most similar reference counts; mean over segments. A text without words is the vector of zeros.
"""

import math

TAKES = "tags"


def similarity(left: list[str], right: list[str]) -> float:
    def share(text: list[str], tag: str) -> float:
        return text.count(tag) / len(text) if text else 0.0

    tags = sorted({*left, *right})
    return 1 / (1 + math.dist([share(left, tag) for tag in tags], [share(right, tag) for tag in tags]))


def corpus(hypotheses: list[list[str]], references: list[list[list[str]]]) -> float:
    pairs = zip(hypotheses, references, strict=True)
    values = [max(similarity(h, r) for r in several) for h, several in pairs]
    return sum(values) / len(values) if values else float("nan")
