"""String accuracy (Bangalore, Rambow & Whittaker 2000, in Bontcheva 2003).

`string`: 1 − (I+D+S)/|r|. `generation`: 1 − (M+I′+D′+S)/|r|: a token deleted in one place of the alignment
and inserted in another is one move M, which stands for one insertion and one deletion. Two alignments are
tried, and the one with fewer errors counts: the one of least I+D+S, traced back from the ends, preferring
match or substitution, then a deleted reference token, then an inserted hypothesis token; and that of a longest
common subsequence, traced likewise, where of the tokens not moved those between the same two matches are
substituted for each other. Per segment the reference with the highest value (the first on a tie); errors and
|r| are summed over segments.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import chain

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


def common(hypothesis: Tokens, reference: Tokens) -> int:
    """Length of the longest common subsequence."""
    above = [0] * (len(reference) + 1)
    for token in hypothesis:
        row = [0]
        for j, other in enumerate(reference):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def errors_around_common(hypothesis: Tokens, reference: Tokens) -> int:
    """M + I′ + D′ + S around a longest common subsequence; the tokens nearest to the end are moved first."""
    inserted: list[list[str]] = [[]]  # by gaps between matches, from the last
    deleted: list[list[str]] = [[]]
    i, j = len(hypothesis), len(reference)
    while i or j:
        if i and j and hypothesis[i - 1] == reference[j - 1]:
            i, j = i - 1, j - 1
            inserted.append([])
            deleted.append([])
        elif j and common(hypothesis[:i], reference[: j - 1]) == common(hypothesis[:i], reference[:j]):
            j -= 1
            deleted[-1].append(reference[j])
        else:
            i -= 1
            inserted[-1].append(hypothesis[i])
    both = Counter(chain(*inserted)) & Counter(chain(*deleted))
    wrong = both.total()
    left = [without(gaps, both) for gaps in (inserted, deleted)]
    return wrong + sum(map(max, *left))


def without(gaps: list[list[str]], moved: Counter[str]) -> list[int]:
    """How many tokens each gap has when those moved are gone."""
    remaining = Counter(moved)
    sizes = []
    for gap in gaps:
        size = 0
        for token in gap:
            size += not remaining[token]
            remaining[token] -= remaining[token] > 0
        sizes.append(size)
    return sizes


def generation_errors(hypothesis: Tokens, reference: Tokens) -> int:
    optimal = distance(hypothesis, reference) - moves(hypothesis, reference)
    return min(optimal, errors_around_common(hypothesis, reference))


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], kind: str = "string") -> float:
    errors, total = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        candidates = []
        for reference in several:
            wrong = (generation_errors if kind == "generation" else distance)(hypothesis, reference)
            candidates.append((wrong, len(reference)))
        # An empty reference, whose value is undefined, ranks last.
        best = min(candidates, key=lambda c: Fraction(*c) if c[1] else float("inf"))
        errors, total = errors + best[0], total + best[1]
    return 1 - errors / total if total else float("nan")


string_accuracy = partial(corpus, kind="string")
generation_accuracy = partial(corpus, kind="generation")
