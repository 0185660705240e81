"""ROUGE-N (Lin 2004 §2): n-grams of a text in common with a reference, clipped at the reference's count."""

from functools import partial

from .rouge import Counts, Scorer
from .tokens import ngrams


def count(hypothesis: list[str], reference: list[str], order: int) -> Counts:
    ours, theirs = ngrams(hypothesis, order), ngrams(reference, order)
    return sum((ours & theirs).values()), sum(ours.values()), sum(theirs.values())


def corpus(
    hypotheses, references, order=1, kind="f", alpha=0.5, beta=None, models="pooled", jackknife=False,
    inverted=False, average="documents", decimals=0, rest="best",
) -> float:  # fmt: skip
    scorer = Scorer(kind, alpha, beta, models, jackknife, inverted, average, decimals, rest)
    return scorer.corpus(hypotheses, references, lambda h, r: count(h, r, order))


rouge_1, rouge_2, rouge_3, rouge_4, rouge_5, rouge_6, rouge_7, rouge_8, rouge_9 = (
    partial(corpus, order=n) for n in range(1, 10)
)
