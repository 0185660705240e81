"""Lin & Hovy (2003) §4.2, written out: systems that a paired z-test tells apart, by a measure and by people."""

import itertools
import math


def z_test(a, b):
    """Sign of the mean difference of pairs and its two-sided p by the normal distribution."""
    differences = [x - y for x, y in zip(a, b, strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    deviation = math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1))
    if deviation == 0:
        return (mean > 0) - (mean < 0), 1.0 if mean == 0 else 0.0
    z = mean / (deviation / math.sqrt(n))
    return (mean > 0) - (mean < 0), math.erfc(abs(z) / math.sqrt(2))


def prediction(measure, human, alpha):
    """N_As, N_Hs, N_hit, recall and precision; both sides are lists of systems' segment scores, more being better."""
    automatic = people = hits = 0
    for i, j in itertools.combinations(range(len(measure)), 2):
        sign, p = z_test(measure[i], measure[j])
        wanted, q = z_test(human[i], human[j])
        automatic += p <= alpha
        people += q <= alpha
        hits += p <= alpha and q <= alpha and sign == wanted
    recall = hits / people if people else None
    precision = hits / automatic if automatic else None
    return automatic, people, hits, recall, precision
