"""Coefficients of agreement, transcribed from their definitions: loops over items, pairs and values, nothing clever.

`items` is a list of {assessor: answer}; an answer is a string, a number or a frozenset of strings.
"""

from itertools import combinations, product


def tags(answer):
    return answer if isinstance(answer, frozenset) else {answer}


def nominal(a, b):
    return 1 - len(tags(a) & tags(b)) / len(tags(a) | tags(b))


def steps(scale, weights):
    """Fleiss & Cohen's weights over places on a scale."""
    power = {"linear": 1, "quadratic": 2}[weights]
    return lambda a, b: abs(scale.index(a) - scale.index(b)) ** power


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def several(items):
    return [item for item in items if len(item) > 1]


def observed(items, apart=nominal):
    return mean(mean(apart(a, b) for a, b in combinations(item.values(), 2)) for item in several(items))


def beyond(seen, chance):
    return 1 - seen / chance if chance > 1e-12 else None


def raw(items):
    return 1 - observed(items)


def f(items):
    """MUC's F between annotators: the answer of the one is the key of the other."""

    def harmonic(a, b):
        right = len(tags(a) & tags(b))
        precision, recall = right / len(tags(a)), right / len(tags(b))
        return 2 * precision * recall / (precision + recall) if right else 0.0

    return mean(mean(harmonic(a, b) for a, b in combinations(item.values(), 2)) for item in several(items))


def uniform(items, counts):
    """Kilgarriff: chance agreement is 1/k, here the mean over items of their 1/k."""
    chance = mean(1 / k for item, k in zip(items, counts, strict=True) if len(item) > 1)
    return beyond(observed(items), 1 - chance)


def pi(items, apart=nominal):
    """Scott's π; Fleiss' κ."""
    pool = [answer for item in several(items) for answer in item.values()]
    return beyond(observed(items, apart), mean(apart(a, b) for a, b in product(pool, pool)))


def cohen(items, left, right, apart=nominal):
    both = [(item[left], item[right]) for item in items if left in item and right in item]
    chance = mean(apart(a, b) for a, b in product([a for a, _ in both], [b for _, b in both]))
    return beyond(mean(apart(a, b) for a, b in both), chance)


def light(items, apart=nominal):
    names = sorted({name for item in items for name in item})
    shared = [(a, b) for a, b in combinations(names, 2) if any(a in item and b in item for item in items)]
    kappas = [k for a, b in shared if (k := cohen(items, a, b, apart)) is not None]
    return mean(kappas) if kappas else None


def alpha(items, distance):
    """Krippendorff (2004), chapter 11: values paired within items against all values paired."""
    pool = [answer for item in several(items) for answer in item.values()]
    n = len(pool)
    apart = {"nominal": nominal, "interval": lambda a, b: (a - b) ** 2, "ratio": relative}.get(distance) or ordinal(
        pool
    )
    seen = sum(2 * apart(a, b) / (len(item) - 1) for item in several(items) for a, b in combinations(item.values(), 2))
    chance = sum(2 * apart(a, b) for a, b in combinations(pool, 2))
    return beyond(seen / n, chance / (n * (n - 1))) if len(set(pool)) > 1 else None


def relative(a, b):
    return ((a - b) / (a + b)) ** 2 if a + b else 0.0


def ordinal(pool):
    def apart(a, b):
        low, high = min(a, b), max(a, b)
        between = sum(low <= value <= high for value in pool)
        return (between - (pool.count(low) + pool.count(high)) / 2) ** 2 if low < high else 0.0

    return apart
