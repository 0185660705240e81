"""Reliability, sensitivity, heterogeneity and gain of sets of measures, pair by pair (Amigó et al. 2011, §§ 5 to 7).

scores[x][s][i], quality[s][i] and texts[s][i] for measure x, system s, segment i; None is missing. A text 0 is a
reference's, and so is one below. A pair of outputs needs all scores of the set; R and S need both judgements. With
`texts`, R, S, their thresholds, gain and chance are over pairs of different texts. None is undefined.
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


def judged_pairs(scores, quality, members, texts=None):
    for i, s, t in pairs(scores, members):
        if quality[s][i] is not None and quality[t][i] is not None and (texts is None or texts[s][i] != texts[t][i]):
            yield i, s, t


def probability(part, whole):
    return Fraction(len(part), len(whole)) if whole else None


def unanimous(scores, quality, members, texts=None):
    return [
        (i, s, t)
        for i, s, t in judged_pairs(scores, quality, members, texts)
        if all(scores[x][s][i] >= scores[x][t][i] for x in members)
    ]


def same(scores, quality, members, texts):
    """How many unanimous pairs, of all pairs, are of one text."""
    return sum(texts[s][i] == texts[t][i] for i, s, t in unanimous(scores, quality, members))


def chance(scores, quality, texts=None):
    """P( Q(s) >= Q(s') ), whatever is scored."""
    both = list(judged_pairs(scores, quality, [], texts))
    return probability([1 for i, s, t in both if quality[s][i] >= quality[t][i]], both)


def reliability(scores, quality, members, texts=None):
    """P( Q(s) >= Q(s') | x(s) >= x(s') for all x )."""
    given = unanimous(scores, quality, members, texts)
    return probability([1 for i, s, t in given if quality[s][i] >= quality[t][i]], given)


def sensitivity(scores, quality, members, texts=None):
    """P( x(s) >= x(s') for all x | Q(s) >= Q(s') )."""
    given = [(i, s, t) for i, s, t in judged_pairs(scores, quality, members, texts) if quality[s][i] >= quality[t][i]]
    return probability([1 for i, s, t in given if all(scores[x][s][i] >= scores[x][t][i] for x in members)], given)


def heterogeneity(scores, texts, members):
    """P( x(s) > x(s') and x'(s) < x'(s') for some x, x' ), s, s' and the reference being different texts."""
    given = [
        (i, s, t)
        for i, s, t in pairs(scores, members)
        if texts is None or (texts[s][i] != texts[t][i] and texts[s][i] > 0 and texts[t][i] > 0)
    ]  # fmt: skip
    contradicted = [
        1
        for i, s, t in given
        if any(
            scores[x][s][i] > scores[x][t][i] and scores[y][s][i] < scores[y][t][i] for x in members for y in members
        )
    ]
    return probability(contradicted, given)


def at_threshold(scores, quality, x, threshold, texts=None):
    """R_th(x), S_th(x)."""
    both = list(judged_pairs(scores, quality, [x], texts))
    far = [(i, s, t) for i, s, t in both if difference(scores[x][s][i], scores[x][t][i]) >= threshold]
    better = [(i, s, t) for i, s, t in both if quality[s][i] >= quality[t][i]]
    hits = [pair for pair in far if pair in better]
    return probability(hits, far), probability(hits, better)


def difference(a, b):
    return 0.0 if a == b else a - b


def best_single(scores, quality, members, texts=None):
    """R_th(x), S_th(x), x, th of the x in X that is most reliable at its nearest sensitivity S_th(x) >= S(X).

    Of thresholds or measures as reliable, the least sensitive, then the first measure, then the highest threshold.
    """
    wanted = sensitivity(scores, quality, members, texts)
    if wanted is None or reliability(scores, quality, members, texts) is None:
        return None
    best = []
    for x in members:
        both = judged_pairs(scores, quality, [x], texts)
        thresholds = {difference(scores[x][s][i], scores[x][t][i]) for i, s, t in both}
        points = [(*at_threshold(scores, quality, x, threshold, texts), x, threshold) for threshold in thresholds]
        reached = [point for point in points if point[1] >= wanted]
        nearest = min(s for _, s, _, _ in reached)
        best += [point for point in reached if point[1] == nearest]
    return max(best, key=lambda point: (point[0], -point[1], -point[2], point[3]))


def gain(scores, quality, members, texts=None):
    """R(X) - max R_th(x), x in X, at the nearest sensitivity S_th(x) >= S(X)."""
    best = best_single(scores, quality, members, texts)
    return None if best is None else reliability(scores, quality, members, texts) - best[0]
