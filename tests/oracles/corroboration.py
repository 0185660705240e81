"""Verdicts of corroboration, straight from their definitions."""

import math


def verdict(differences, p_values, level):
    """One pair of systems: differences (more is better) and p-values of all measures, and what p of a pair must keep.

    Return (verdict, +1 if the first system is favoured, -1 if the second, p of unanimity).
    """
    if any(math.isnan(d) for d in differences):
        defined = [d for d in differences if not math.isnan(d)]
        contradictory = any(d > 0 for d in defined) and any(d < 0 for d in defined)
        return ("disputed" if contradictory else "open"), None, 1.0
    if all(d >= 0 for d in differences) and any(d > 0 for d in differences):
        favoured = 1
    elif all(d <= 0 for d in differences) and any(d < 0 for d in differences):
        favoured = -1
    else:
        return ("open" if all(d == 0 for d in differences) else "disputed"), None, 1.0
    p = max(p_values)
    return ("confirmed" if p <= level else "unanimous"), favoured, p


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
