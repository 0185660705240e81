"""QARLA as Amigó, Gonzalo, Peñas & Verdejo (2005) define it, triple by triple.

A test case is (models, peers), lists of names; a measure is a dictionary (a, b) → similarity of a to b. An undefined
similarity is nan, which compares false.
"""

from fractions import Fraction
from itertools import product


def queen(measures, models, a):
    """P over (m, m', m'') with m' ≠ m'' of x(a, m) ≥ x(m', m'') for all x; None for fewer than two models."""
    triples = [(m, one, two) for m, one, two in product(models, repeat=3) if one != two]
    if not triples:
        return None
    return Fraction(sum(all(x[a, m] >= x[one, two] for x in measures) for m, one, two in triples), len(triples))


def queen_of_model(measures, models, m):
    return queen(measures, [other for other in models if other != m], m)


def king(cases):
    """P over cases (measures, models, peers) and models; (0, 0) where no case has three models."""
    wins = tried = 0
    for measures, models, peers in cases:
        if len(models) < 3 or not peers:
            continue
        for m in models:
            rest = [other for other in models if other != m]
            mine = queen(measures, rest, m)
            wins += all(mine > queen(measures, rest, a) for a in peers)
            tried += 1
    return wins, tried


def jack(cases):
    hits = tried = 0
    for measures, models, peers in cases:
        if len(models) < 2 or len(peers) < 2:
            continue
        good = [a for a in peers if queen(measures, models, a) > 0]
        for m in models:
            hits += any(
                all(x[a, b] <= x[a, m] and x[b, a] <= x[b, m] for x in measures)
                for a, b in product(good, repeat=2)
                if a != b
            )
            tried += 1
    return hits, tried


def similarity(cases, left, right):
    """P( H(X) ⇔ H(X') ) over outputs and triples; sets are numbers of measures."""
    alike = tried = 0
    for measures, models, peers in cases:
        for a, m, one, two in product(peers, models, models, models):
            if one == two:
                continue
            said = [all(measures[n][a, m] > measures[n][one, two] for n in chosen) for chosen in (left, right)]
            alike += said[0] == said[1]
            tried += 1
    return Fraction(alike, tried)


def clusters(cases, count, number, linkage):
    """Merge the two most similar clusters, the first of those that tie, until so many are left."""

    def between(left, right):
        if linkage == "sets":
            return similarity(cases, left, right)
        pairs = [similarity(cases, [a], [b]) for a, b in product(left, right)]
        return sum(pairs) / len(pairs)

    made = [[n] for n in range(count)]
    while len(made) > number:
        pairs = [(a, b) for a in range(len(made)) for b in range(a + 1, len(made))]
        a, b = max(pairs, key=lambda pair: (between(made[pair[0]], made[pair[1]]), -pair[0], -pair[1]))
        made[a] = sorted(made[a] + made[b])
        del made[b]
    return sorted(made)
