"""Reliability, sensitivity, heterogeneity and gain of sets of measures, pair by pair (Amigó et al. 2011, §§ 5 to 7).

scores[x][s][i], quality[s][i] and texts[s][i] for measure x, system s, segment i; None is missing. A text 0 is a
reference's. A pair of outputs needs all scores of the set; R and S need both judgements. None is undefined.
"""

from fractions import Fraction


def pairs(scores, members):
    """All ordered pairs of outputs of two systems for a segment that have all scores of the set."""
    systems, segments = len(scores[0]), len(scores[0][0])
    for i in range(segments):
        for s in range(systems):
            for t in range(systems):
                if s != t and all(scores[x][s][i] is not None and scores[x][t][i] is not None for x in members):
                    yield i, s, t


def judged_pairs(scores, quality, members):
    for i, s, t in pairs(scores, members):
        if quality[s][i] is not None and quality[t][i] is not None:
            yield i, s, t


def probability(part, whole):
    return Fraction(len(part), len(whole)) if whole else None


def reliability(scores, quality, members):
    """P( Q(s) >= Q(s') | x(s) >= x(s') for all x )."""
    given = [
        (i, s, t)
        for i, s, t in judged_pairs(scores, quality, members)
        if all(scores[x][s][i] >= scores[x][t][i] for x in members)
    ]
    return probability([1 for i, s, t in given if quality[s][i] >= quality[t][i]], given)


def sensitivity(scores, quality, members):
    """P( x(s) >= x(s') for all x | Q(s) >= Q(s') )."""
    given = [(i, s, t) for i, s, t in judged_pairs(scores, quality, members) if quality[s][i] >= quality[t][i]]
    return probability([1 for i, s, t in given if all(scores[x][s][i] >= scores[x][t][i] for x in members)], given)


def heterogeneity(scores, texts, members):
    """P( x(s) > x(s') and x'(s) < x'(s') for some x, x' ), s, s' and the reference being different texts."""
    given = [
        (i, s, t)
        for i, s, t in pairs(scores, members)
        if texts is None or len({texts[s][i], texts[t][i], 0}) == 3
    ]  # fmt: skip
    contradicted = [
        1
        for i, s, t in given
        if any(
            scores[x][s][i] > scores[x][t][i] and scores[y][s][i] < scores[y][t][i] for x in members for y in members
        )
    ]
    return probability(contradicted, given)


def at_threshold(scores, quality, x, threshold):
    """R_th(x), S_th(x)."""
    both = list(judged_pairs(scores, quality, [x]))
    far = [(i, s, t) for i, s, t in both if difference(scores[x][s][i], scores[x][t][i]) >= threshold]
    better = [(i, s, t) for i, s, t in both if quality[s][i] >= quality[t][i]]
    hits = [pair for pair in far if pair in better]
    return probability(hits, far), probability(hits, better)


def difference(a, b):
    return 0.0 if a == b else a - b


def gain(scores, quality, members):
    """R(X) - max R_th(x), x in X, at the nearest sensitivity S_th(x) >= S(X)."""
    ours, wanted = reliability(scores, quality, members), sensitivity(scores, quality, members)
    if ours is None or wanted is None:
        return None
    best = []
    for x in members:
        thresholds = {difference(scores[x][s][i], scores[x][t][i]) for i, s, t in judged_pairs(scores, quality, [x])}
        points = [at_threshold(scores, quality, x, threshold) for threshold in thresholds]
        reached = [point for point in points if point[1] >= wanted]
        nearest = min(s for _, s in reached)
        best.append(max(r for r, s in reached if s == nearest))
    return ours - max(best)
