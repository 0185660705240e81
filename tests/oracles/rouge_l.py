"""ROUGE-L (Lin 2004 §3): the union of longest common subsequences over sentences, clipped as in ROUGE-1.5.5.

Texts are lists of sentences, each a list of words. A text as one sentence gives the plain longest common subsequence.
"""

from collections import Counter

from .rouge import Counts, Scorer

TAKES = "sentences"
SETTLED = ("sentences", "uncut")

Sentence = list[str]


def on_subsequence(reference: Sentence, hypothesis: Sentence) -> set[int]:
    """Places of the reference on the longest common subsequence that the tools take, by the whole table."""
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, word in enumerate(reference, 1):
        for j, other in enumerate(hypothesis, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if word == other else max(table[i - 1][j], table[i][j - 1])
    places, i, j = set(), len(reference), len(hypothesis)
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            places.add(i)
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return places


def count(hypothesis: list[Sentence], reference: list[Sentence], clip: bool) -> Counts:
    left = [Counter(word for sentence in text for word in sentence) for text in (hypothesis, reference)]
    lengths = [sum(map(len, text)) for text in (hypothesis, reference)]
    hits = 0
    for sentence in reference:
        places = set().union(*(on_subsequence(sentence, other) for other in hypothesis))
        for place in sorted(places):
            if not clip or all(counts[sentence[place]] > 0 for counts in left):
                hits += 1
                for counts in left:
                    counts[sentence[place]] -= 1
    return hits, *lengths


def corpus(
    hypotheses, references, kind="f", alpha=0.5, beta=None, models="pooled", jackknife=False, inverted=False,
    average="documents", decimals=0, rest="best", clip=True,
) -> float:  # fmt: skip
    scorer = Scorer(kind, alpha, beta, models, jackknife, inverted, average, decimals, rest)
    scorer.recall_rank = lambda counts: scorer.share(counts[0], counts[2])
    return scorer.corpus(hypotheses, references, lambda h, r: count(h, r, clip))
