"""TVM (Amigó et al. 2005): 1/(1 + Euclidean distance) between relative frequencies of the n most frequent content
words of all references; the most similar reference; mean over segments."""

import math
from collections import Counter

SETTLED = ("lemma", "lemmas")  # texts come without sources


def corpus(hypotheses, references, n: int = 512) -> float:
    counts = Counter(word for several in references for reference in several for word in reference)
    words = sorted(counts, key=lambda word: (-counts[word], word))[:n]

    def similarity(left: list[str], right: list[str]) -> float:
        def share(text, word):
            return text.count(word) / len(text) if text else 0.0

        return 1 / (1 + math.dist([share(left, w) for w in words], [share(right, w) for w in words]))

    values = [max(similarity(h, r) for r in several) for h, several in zip(hypotheses, references, strict=True)]
    return sum(values) / len(values)
