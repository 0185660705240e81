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


def scaled(values):
    least, most = min(values), max(values)
    return [(value - least) / (most - least) if most - least > 1e-12 else 0.0 for value in values]


def position(documents, vectors, query):
    return [1 - n / (len(units) - 1) if len(units) > 1 else 1.0 for units in documents for n in range(len(units))]


def like_the_lead(documents, vectors, query):
    left, values = list(vectors), []
    for units in documents:
        own, left = left[: len(units)], left[len(units) :]
        values += [cosine(vector, own[0]) for vector in own]
    return values


def like_the_query(documents, vectors, query):
    return [cosine(vector, query) for vector in vectors]


def like_the_document(documents, vectors, query):
    return [cosine(vector, mean(vectors, len(query))) for vector in vectors]


def mean_weight(documents, vectors, query):
    """Where weights are counts, every word of a unit weighs 1."""
    return [1.0 if any(vector) else 0.0 for vector in vectors]


def entities(documents, vectors, query):
    names = [[word for word in unit.split()[1:] if word[0].isupper()] for units in documents for unit in units]
    everywhere = [word for own in names for word in own]
    return [sum(everywhere.count(word) for word in own) for own in names]


def cohesion(documents, vectors, query):
    others = [[cosine(a, b) for n, b in enumerate(vectors) if n != m] for m, a in enumerate(vectors)]
    return [sum(own) / len(own) if own else 0.0 for own in others]


FEATURES = {
    "position": position, "lead": like_the_lead, "query": like_the_query, "document": like_the_document,
    "terms": mean_weight, "entities": entities, "cohesion": cohesion,
}  # fmt: skip


def scored(documents, vectors, query, weights):
    """Σ_f w_f·(f(i) − min f)/(max f − min f)."""
    columns = [
        [weight * value for value in scaled(FEATURES[name](documents, vectors, query))]
        for name, weight in weights.items()
    ]
    return [sum(values) for values in zip(*columns, strict=True)]
