"""String accuracy (Bangalore, Rambow & Whittaker 2000, in Bontcheva 2003).

`string`: 1 − (I+D+S)/|r|. `generation`: 1 − (M+I′+D′+S)/|r|: a token deleted in one place of the alignment
and inserted in another is one move M, which stands for one insertion and one deletion. The alignment is
traced back from the ends, preferring match or substitution, then a deleted reference token, then an
inserted hypothesis token. Per segment the reference with the highest value (the first on a tie); errors and
|r| are summed over segments.
"""

from collections import Counter
from fractions import Fraction
from functools import partial

from .lengths import Tokens
from .wer import distance


def moves(hypothesis: Tokens, reference: Tokens) -> int:
    inserted: Counter[str] = Counter()
    deleted: Counter[str] = Counter()
    i, j = len(hypothesis), len(reference)
    while i or j:
        here = distance(hypothesis[:i], reference[:j])
        if i and j:
            step = int(hypothesis[i - 1] != reference[j - 1])
            if here == distance(hypothesis[: i - 1], reference[: j - 1]) + step:
                i, j = i - 1, j - 1
                continue
        if j and here == distance(hypothesis[:i], reference[: j - 1]) + 1:
            deleted[reference[j - 1]] += 1
            j -= 1
        else:
            inserted[hypothesis[i - 1]] += 1
            i -= 1
    return sum((inserted & deleted).values())


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], kind: str = "string") -> float:
    errors, total = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        candidates = []
        for reference in several:
            wrong = distance(hypothesis, reference)
            if kind == "generation":
                wrong -= moves(hypothesis, reference)
            candidates.append((wrong, len(reference)))
        # An empty reference, whose value is undefined, ranks last.
        best = min(candidates, key=lambda c: Fraction(*c) if c[1] else float("inf"))
        errors, total = errors + best[0], total + best[1]
    return 1 - errors / total if total else float("nan")


string_accuracy = partial(corpus, kind="string")
generation_accuracy = partial(corpus, kind="generation")
