"""POURPRE (Lin & Demner-Fushman 2005): nugget F where a nugget's match is the (weighted) share of its terms in the
answer string that has most of them. The idf ln(1 + N/n) is over the answer keys; `cut` makes terms of a text."""

import math
from collections import Counter

from .nugget_f import f_measure


def nuggets_of(key: str, cut) -> list[tuple[str, set[str]]]:
    lines = [line.strip().split(None, 1) for line in key.split("\n") if line.strip()]
    return [(grade, set(cut(text))) for grade, text in lines]


def corpus(
    hypotheses, references, cut, weight: str = "idf", average: str = "macro", beta: float = 3.0, idf: str = "corpus"
) -> float:
    assert idf == "corpus"
    keys = [nuggets_of(key, cut) for (key,) in references]
    frequency = Counter(term for key in keys for term in set().union(*(terms for _, terms in key)))

    def weigh(terms: set[str]) -> float:
        if weight == "count":
            return len(terms)
        return sum(math.log(1 + len(keys) / frequency[term]) for term in terms)

    values = []
    for answer, key in zip(hypotheses, keys, strict=True):
        strings = [set(cut(line)) for line in answer.split("\n")]
        matched = [max(weigh(terms & string) for string in strings) for _, terms in key]
        whole = [weigh(terms) for _, terms in key]
        vital = [n for n, (grade, _) in enumerate(key) if grade == "vital"]
        if not vital:
            continue
        if average == "macro":
            recall = sum(matched[n] / whole[n] for n in vital) / len(vital)
        else:
            recall = sum(matched[n] for n in vital) / sum(whole[n] for n in vital)
        length = len("".join(answer.split()))
        values.append(f_measure(recall, sum(m > 0 for m in matched), length, beta))
    return sum(values) / len(values) if values else float("nan")
