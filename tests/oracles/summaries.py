"""Choosing units of documents as the papers define it, one formula at a time, on lists of counts of terms."""

import math


def cosine(a, b):
    norms = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / norms if norms else 0.0


def mean(rows, width):
    return [sum(row[k] for row in rows) / len(rows) if rows else 0.0 for k in range(width)]


def mmr(vectors, count, start, end):
    """Murray et al. (2005): λ·cos(S_i, D) − (1 − λ)·cos(S_i, summary), λ falling linearly; the steps' scores, too."""
    width = len(vectors[0])
    centre = mean(vectors, width)
    chosen, steps = [], []
    for step in range(count):
        weight = start + (end - start) * step / (count - 1) if count > 1 else start
        summary = mean([vectors[i] for i in chosen], width)
        scores = {
            i: weight * cosine(vector, centre) - (1 - weight) * cosine(vector, summary)
            for i, vector in enumerate(vectors)
            if i not in chosen
        }
        steps.append(scores)
        chosen.append(max(scores, key=lambda i: (round(scores[i], 12), -i)))
    return chosen, steps


def largest_remainder(shares, count):
    exact = [share * count for share in shares]
    whole = [math.floor(round(value, 12)) for value in exact]
    order = sorted(range(len(shares)), key=lambda k: (-round(exact[k] - whole[k], 12), k))
    for k in order[: count - sum(whole)]:
        whole[k] += 1
    return whole


def lead(documents, words):
    """Lin & Hovy (2003), §2.1: the first words of the last document."""
    return " ".join(documents[-1]).split()[:words]


def coverage(documents, words):
    """The first sentence of each document in turn, then the second of each, until there are so many words."""
    text = []
    for turn in range(max(map(len, documents))):
        for document in documents:
            if turn < len(document):
                text += document[turn].split()
    return text[:words]
