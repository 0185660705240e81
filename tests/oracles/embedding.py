"""Embeddings by their definitions, over given vectors.

A text is the list of the vectors of its pieces, the first and the last of which are special.
"""

import math
from functools import partial

TAKES = "vectors"
SETTLED = ("model", "tokeniser")


def corpus(hypotheses, references, kind="f"):
    """The mean over segments of the best value against a reference; a reference without words is none."""
    values = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        told = [value(hypothesis, reference, kind) for reference in several if words(reference)]
        values += [max(told)] if told else []
    return sum(values) / len(values) if values else math.nan


def value(hypothesis, reference, kind):
    if not words(hypothesis):
        return 0.0
    if kind == "cosine":
        return cosine(mean(hypothesis), mean(reference))
    precision = coverage(words(hypothesis), words(reference))
    recall = coverage(words(reference), words(hypothesis))
    if kind == "f":
        return 2 * precision * recall / (precision + recall) if min(precision, recall) > 0 else 0.0
    return {"precision": precision, "recall": recall}[kind]


def words(text):
    return text[1:-1]


def coverage(covered, by):
    return sum(max(cosine(one, other) for other in by) for one in covered) / len(covered)


def mean(vectors):
    return [sum(column) / len(vectors) for column in zip(*vectors, strict=True)]


def cosine(left, right):
    dot = sum(a * b for a, b in zip(left, right, strict=True))
    lengths = math.hypot(*left) * math.hypot(*right)
    return dot / lengths if lengths else 0.0


embedding_cosine = partial(corpus, kind="cosine")
