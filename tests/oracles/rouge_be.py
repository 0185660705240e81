"""ROUGE-BE (ROUGE-1.5.5's -3): basic elements in common, clipped at the reference's count.

H takes the heads of elements whose modifier is NIL; HM pairs whose modifier is not NIL; HMR triples whose relation is
not NIL; HM1 all pairs; HMR1 triples whose modifier is not NIL; HMR2 all triples.
"""

from collections import Counter

from .rouge import Counts, Scorer

SETTLED = ("samples",)

# how many of the three are compared, and which of them must be or must not be NIL
MODES = {
    "h": (1, lambda m, r: m == "nil"),
    "hm": (2, lambda m, r: m != "nil"),
    "hmr": (3, lambda m, r: r != "nil"),
    "hm1": (2, lambda m, r: True),
    "hmr1": (3, lambda m, r: m != "nil"),
    "hmr2": (3, lambda m, r: True),
}


def elements(text: str, match: str) -> Counter[tuple[str, ...]]:
    size, counts = MODES[match]
    triples = [tuple(part.strip() for part in line.lower().split("|")) for line in text.split("\n") if line.strip()]
    return Counter(triple[:size] for triple in triples if counts(*triple[1:]))


def count(hypothesis: str, reference: str, match: str) -> Counts:
    ours, theirs = elements(hypothesis, match), elements(reference, match)
    return sum((ours & theirs).values()), sum(ours.values()), sum(theirs.values())


def corpus(
    hypotheses, references, match="hmr", kind="f", alpha=0.5, beta=None, models="pooled", jackknife=False,
    inverted=False, average="documents", decimals=0, rest="best",
) -> float:  # fmt: skip
    scorer = Scorer(kind, alpha, beta, models, jackknife, inverted, average, decimals, rest)
    return scorer.corpus(hypotheses, references, lambda h, r: count(h, r, match))
