"""Tree accuracy (Bangalore, Rambow & Whittaker 2000): string accuracy summed over treelets.

A text is a list of (head, words of the treelet in order). Treelets with the same head are paired in the order of the
text, the k-th with the k-th; one without a counterpart is inserted or deleted as a whole. Per segment the reference
with the highest value (the first on a tie); errors and words of reference treelets are summed over segments.
"""

from fractions import Fraction
from functools import partial

from .accuracy import generation_errors
from .wer import distance

TAKES = "treelets"

Treelets = list[tuple[str | None, list[str]]]


def errors(hypothesis: Treelets, reference: Treelets, kind: str) -> int:
    wrong = 0
    for head in {head for head, _ in (*hypothesis, *reference)}:
        ours = [words for other, words in hypothesis if other == head]
        theirs = [words for other, words in reference if other == head]
        for mine, other in zip(ours, theirs, strict=False):
            wrong += (generation_errors if kind == "generation" else distance)(mine, other)
        longer = max(ours, theirs, key=len)
        wrong += sum(map(len, longer[min(len(ours), len(theirs)) :]))
    return wrong


def corpus(hypotheses: list[Treelets], references: list[list[Treelets]], kind: str = "simple") -> float:
    wrong, total = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        found = [(errors(hypothesis, one, kind), sum(len(words) for _, words in one)) for one in several]
        best = min(found, key=lambda pair: Fraction(*pair) if pair[1] else float("inf"))
        wrong, total = wrong + best[0], total + best[1]
    return 1 - wrong / total if total else float("nan")


generation_tree_accuracy = partial(corpus, kind="generation")
