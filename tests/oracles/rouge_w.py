"""ROUGE-W: the paper's recursion (Lin 2004 §4, table), and what ROUGE-1.5.5 makes of it.

Texts are lists of sentences, each a list of words.
"""

from collections import Counter

from .rouge import Counts, Scorer

TAKES = "sentences"
SETTLED = ("sentences", "uncut", "clip")

Sentence = list[str]


def table(reference: Sentence, hypothesis: Sentence, weight: float) -> tuple[float, set[int]]:
    """The last cell of the paper's table, and the places of the reference on the way back from it."""
    c = [[0.0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    w = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, word in enumerate(reference, 1):
        for j, other in enumerate(hypothesis, 1):
            if word == other:
                k = w[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + (k + 1) ** weight - k**weight
                w[i][j] = k + 1
            else:
                c[i][j] = max(c[i - 1][j], c[i][j - 1])
    places, i, j = set(), len(reference), len(hypothesis)
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            places.add(i)
        elif c[i - 1][j] >= c[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return c[-1][-1], places


def by_paper(hypothesis: list[Sentence], reference: list[Sentence], weight: float) -> Counts:
    ours, theirs = ([word for sentence in text for word in sentence] for text in (hypothesis, reference))
    return table(theirs, ours, weight)[0], len(ours) ** weight, len(theirs) ** weight


def by_program(hypothesis: list[Sentence], reference: list[Sentence], weight: float) -> Counts:
    left = [Counter(word for sentence in text for word in sentence) for text in (hypothesis, reference)]
    hits = 0.0
    for sentence in reference:
        places = set().union(*(table(sentence, other, weight)[1] for other in hypothesis))
        run = 0
        for place in sorted(places):
            if any(counts[sentence[place]] == 0 for counts in left):
                continue
            for counts in left:
                counts[sentence[place]] -= 1
            run += 1
            if place + 1 not in places:
                hits += run**weight
                run = 0
    whole = sum(len(sentence) ** weight for sentence in reference)
    return hits, sum(map(len, hypothesis)) ** weight, whole**weight


def corpus(
    hypotheses, references, weight=1.2, variant="paper", kind="f", alpha=0.5, beta=None, models="pooled",
    jackknife=False, inverted=False, average="documents", decimals=0, rest="best",
) -> float:  # fmt: skip
    scorer = Scorer(kind, alpha, beta, models, jackknife, inverted, average, decimals, rest)
    root = 1 if variant != "paper" and average == "counts" else 1 / weight  # -t 1 takes none
    scorer.share = lambda part, whole: (part / whole) ** root if whole else 0.0
    once = 1 if variant == "paper" else 1 / weight
    scorer.recall_rank = lambda counts: scorer.share(counts[0], counts[2] ** once)
    count = by_paper if variant == "paper" else by_program
    return scorer.corpus(hypotheses, references, lambda h, r: count(h, r, weight))
