"""ESK and WSK (Hirao, Okumura & Isozaki 2005).

The kernel twice: `subsequences` lists all common subsequences and their gaps, `kernel` transcribes the recursion
(equations 1 to 4). A sentence is a list of nodes, a node the set of its attributes. Texts are lists of
sentences; sentences without nodes are left out.
"""

import itertools
import math

TAKES = "nodes"
SETTLED = ("sentences", "senses")

Sentence = list[frozenset]


def subsequences(left: Sentence, right: Sentence, d: int, decay: float) -> float:
    """The inner product of the two vectors of weighted subsequences of up to d attributes."""
    ours, theirs = weights(left, d, decay), weights(right, d, decay)
    return sum(weight * theirs.get(sequence, 0.0) for sequence, weight in ours.items())


def weights(sentence: Sentence, d: int, decay: float) -> dict[tuple, float]:
    """Each sequence of attributes with λ to the number of nodes skipped, summed over its occurrences."""
    found: dict[tuple, float] = {}
    for m in range(1, d + 1):
        for places in itertools.combinations(range(len(sentence)), m):
            skipped = places[-1] - places[0] + 1 - m
            for sequence in itertools.product(*(sentence[p] for p in places)):
                found[sequence] = found.get(sequence, 0.0) + decay**skipped
    return found


def kernel(left: Sentence, right: Sentence, d: int, decay: float) -> float:
    rows, columns = range(1, len(left) + 1), range(1, len(right) + 1)

    def val(i: int, j: int) -> int:
        return len(left[i - 1] & right[j - 1])

    total = 0.0
    k = {(i, j): float(val(i, j)) for i in rows for j in columns}
    for _ in range(d):
        total += sum(k.values())
        second = {}
        for i in rows:
            for j in columns:
                second[i, j] = 0.0 if i == 1 else decay * second[i - 1, j] + k[i - 1, j]
        first = {}
        for i in rows:
            for j in columns:
                first[i, j] = 0.0 if j == 1 else decay * first[i, j - 1] + second[i, j - 1]
        k = {(i, j): first[i, j] * val(i, j) for i in rows for j in columns}
    return total


def similarity(left: Sentence, right: Sentence, d: int, decay: float) -> float:
    own = kernel(left, left, d, decay) * kernel(right, right, d, decay)
    return kernel(left, right, d, decay) / math.sqrt(own)


def f(hypothesis: list[Sentence], reference: list[Sentence], d: int, decay: float, beta: float) -> float:
    if not hypothesis:
        return 0.0
    table = [[similarity(c, r, d, decay) for r in reference] for c in hypothesis]
    precision = sum(max(row) for row in table) / len(hypothesis)
    recall = sum(max(column) for column in zip(*table, strict=True)) / len(reference)
    if recall == 0:
        return 0.0
    if math.isinf(beta):
        return recall
    return (1 + beta**2) * recall * precision / (recall + beta**2 * precision)


def corpus(
    hypotheses: list[list[Sentence]],
    references: list[list[list[Sentence]]],
    d: int = 2,
    decay: float = 0.5,
    beta: float = 3.0,
) -> float:
    """The mean over segments of the mean of F over the references that have a node; a segment without one is none."""
    values = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        ours = [sentence for sentence in hypothesis if sentence]
        scores = [f(ours, theirs, d, decay, beta) for text in several if (theirs := [s for s in text if s])]
        if scores:
            values.append(sum(scores) / len(scores))
    return sum(values) / len(values) if values else float("nan")
