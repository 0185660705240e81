"""Accuracy on pairs, written out from its definitions: calibrated ties, soft accuracy, exchanged decisions.

Deutsch, Foster & Freitag (2023), "Ties Matter"; Thompson et al. (2024), "Improving Statistical Significance in Human
Evaluation of Automatic Metrics via Soft Pairwise Accuracy".
"""

import itertools


def sign(number):
    return int(number > 0) - int(number < 0)


def pairs_of(group):
    """Pairs of points (x, y) of a group; points without one of the two are left out."""
    return list(itertools.combinations([p for p in group if p[0] is not None and p[1] is not None], 2))


def decided(pair, epsilon):
    (x, y), (z, w) = pair
    found = 0 if abs(x - z) <= epsilon else sign(x - z)
    return int(found == sign(y - w))


def accuracy(groups, epsilon):
    """Mean over groups that have pairs of the share of pairs decided rightly."""
    shares = []
    for group in groups:
        pairs = pairs_of(group)
        if pairs:
            shares.append(sum(decided(pair, epsilon) for pair in pairs) / len(pairs))
    return sum(shares) / len(shares)


def calibrated(groups):
    """The best accuracy over 0 and all differences, and the smallest epsilon that has it."""
    differences = {abs(a[0] - b[0]) for group in groups for a, b in pairs_of(group)}
    values = {epsilon: accuracy(groups, epsilon) for epsilon in sorted({0.0, *differences})}
    best = max(values.values())
    return best, min(epsilon for epsilon, value in values.items() if value > best - 1e-12)


def one_sided(a, b):
    """Share of all exchanges of segments that put a as far ahead of b as it is, ties counting half."""

    def mean(values):
        there = [v for v in values if v is not None]
        return sum(there) / len(there)

    observed = mean(a) - mean(b)
    total = 0.0
    for swap in itertools.product([False, True], repeat=len(a)):
        first = [y if s else x for x, y, s in zip(a, b, swap, strict=True)]
        second = [x if s else y for x, y, s in zip(a, b, swap, strict=True)]
        apart = mean(first) - mean(second) - observed
        total += 0.5 if abs(apart) < 1e-9 else float(apart > 0)
    return total / 2 ** len(a)


def soft_accuracy(measure, human):
    """1 - mean |p - p'| over pairs of systems; both sides are lists of systems' segment scores."""
    pairs = list(itertools.combinations(range(len(measure)), 2))
    errors = [abs(one_sided(measure[i], measure[j]) - one_sided(human[i], human[j])) for i, j in pairs]
    return 1 - sum(errors) / len(errors)


def exchanged(groups_a, groups_b, epsilons):
    """Share of all exchanges of two measures' decisions with a difference as large, either way, and a - b itself."""
    weights = []
    count = sum(bool(pairs_of(group)) for group in groups_a)
    for one, other in zip(groups_a, groups_b, strict=True):
        pairs = list(zip(pairs_of(one), pairs_of(other), strict=True))
        for p, q in pairs:
            weights.append((decided(p, epsilons[0]) - decided(q, epsilons[1])) / len(pairs) / count)
    observed = sum(weights)
    open_ = [w for w in weights if w]
    large = [
        abs(sum(w * s for w, s in zip(open_, signs, strict=True))) > abs(observed) - 1e-9
        for signs in itertools.product([1, -1], repeat=len(open_))
    ]
    return sum(large) / len(large), observed
