"""ROUGE-S and ROUGE-SU (Lin 2004 §5): every pair of words in its order, with at most `gap` words between them."""

from collections import Counter
from functools import partial

from .rouge import Counts, Scorer


def units(words: list[str], gap: int | str, unigrams: bool, last: bool) -> Counter:
    found = Counter()
    for i in range(len(words)):
        for j in range(i + 1, len(words)):
            if gap == "none" or j - i - 1 <= gap:
                found[words[i], words[j]] += 1
    if unigrams:
        found.update(words if last else words[:-1])
    return found


def count(hypothesis: list[str], reference: list[str], *which) -> Counts:
    ours, theirs = units(hypothesis, *which), units(reference, *which)
    return sum((ours & theirs).values()), sum(ours.values()), sum(theirs.values())


def corpus(
    hypotheses, references, gap="none", unigrams=False, last=True, kind="f", alpha=0.5, beta=None, models="pooled",
    jackknife=False, inverted=False, average="documents", decimals=0, rest="best",
) -> float:  # fmt: skip
    scorer = Scorer(kind, alpha, beta, models, jackknife, inverted, average, decimals, rest)
    return scorer.corpus(hypotheses, references, lambda h, r: count(h, r, gap, unigrams, last))


rouge_su = partial(corpus, unigrams=True)
