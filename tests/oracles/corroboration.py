"""Verdicts of corroboration, and two tests under them, straight from their definitions."""

import itertools
import math


def verdict(differences, tested, p_values):
    """One pair of systems under all measures: differences of the scores of the whole test set (more is better), the
    signs of what was tested (1 if for the first system, -1 if for the second), and p-values.

    Return (disputed, open or unanimous; 1 if the first system is favoured, -1 if the second; p of unanimity). A test
    that found the opposite of what the whole test set says, or nothing, is no evidence: its p is 1.
    """
    defined = [d for d in differences if not math.isnan(d)]
    if any(d > 0 for d in defined) and any(d < 0 for d in defined):
        return "disputed", None, 1.0
    if len(defined) < len(differences) or all(d == 0 for d in differences):
        return "open", None, 1.0
    favoured = 1 if any(d > 0 for d in differences) else -1
    counted = []
    for d, sign, p in zip(differences, tested, p_values, strict=True):
        found = d * favoured > 0 and sign == favoured and not math.isnan(p)
        counted.append(p if found else 1.0)
    return "unanimous", favoured, max(counted)


def sign_test(own, other):
    """Sign test of two systems' segment scores: (1 if the first wins more segments, -1 if fewer, else 0; p)."""
    both = list(zip(own, other, strict=True))
    wins, losses = sum(x > y for x, y in both), sum(x < y for x, y in both)
    n, most = wins + losses, max(wins, losses)
    tail = sum(math.comb(n, k) for k in range(most, n + 1)) / 2**n
    return (wins > losses) - (wins < losses), min(1.0, 2 * tail)


def randomisation(own, other):
    """Of all ways to exchange segments between two systems, the share with as large a difference of means."""

    def apart(first, second):
        return sum(first) / len(first) - sum(second) / len(second)

    observed = apart(own, other)
    pairs = list(zip(own, other, strict=True))
    drawn = []
    for kept in itertools.product((True, False), repeat=len(pairs)):
        exchanged = [pair if keep else pair[::-1] for pair, keep in zip(pairs, kept, strict=True)]
        drawn.append(apart(*zip(*exchanged, strict=True)))
    hits = sum(abs(d) >= abs(observed) - 1e-9 for d in drawn)
    sign = 0 if abs(observed) < 1e-9 else 1 if observed > 0 else -1
    return sign, hits / len(drawn)


def agreed(scores_a, scores_b):
    """Share of segments in which every measure scores a at least as high as b, and one higher; measure × segment."""
    there = hits = 0
    for own, other in zip(zip(*scores_a, strict=True), zip(*scores_b, strict=True), strict=True):
        if any(math.isnan(x) for x in (*own, *other)):
            continue
        there += 1
        pairs = list(zip(own, other, strict=True))
        hits += all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)
    return hits / there if there else math.nan
