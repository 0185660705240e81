"""Ngram(i, j) (Lin & Hovy 2003, equations 4 and 5): BB·exp of the mean ln C_n, C_n the n-gram recall of one model.

Model k is the k-th reference of every segment that has one; each of its units (lines, or the whole text) is matched
with the output by itself. A model without n-grams of some order leaves the score undefined; one without n-grams of any
order asked for is no model. `cut` makes words of a text. N-grams weigh 1, or by their use in the segment's references.
"""

import math
from collections import Counter

from .tokens import ngrams


class Weights:
    """What an n-gram of a segment weighs: tf, idf = ln(1 + N/n), or their product, over the segments' references."""

    def __init__(self, references, information, cut, orders):
        self.information = information
        self.documents = [
            sum((ngrams(cut(text), n) for text in several for n in orders), Counter()) for several in references
        ]
        self.count = sum(bool(document) for document in self.documents)

    def __call__(self, segment, ngram) -> float:
        tf = self.documents[segment][ngram]
        idf = math.log(1 + self.count / sum(ngram in document for document in self.documents)) if tf else 0.0
        return {"none": 1, "tf": tf, "idf": idf, "tf-idf": tf * idf}[self.information]


def matched(output: str, unit: str, order: int, peer: str, cut, boundaries: str) -> tuple[Counter, Counter]:
    """N-grams of a unit that the output has, and all of them."""
    theirs = ngrams(cut(unit), order, boundaries)
    texts = output.split("\n") if peer == "units" else [output]
    ours = sum((ngrams(cut(text), order, boundaries) for text in texts), Counter())
    return ours & theirs, theirs


def score(values: list[float]) -> float:
    if any(math.isnan(v) for v in values):
        return float("nan")
    if any(v == 0 for v in values):
        return 0.0
    return math.exp(sum(math.log(v) for v in values) / len(values))


def corpus(
    hypotheses, references, cut, low=1, high=4, units="none", peer="whole", average="counts", bonus=1.0, share=None,
    target=None, information="none", models="mean", boundaries="none",
) -> float:  # fmt: skip
    orders = range(low, high + 1)
    weight = Weights(references, information, cut, orders)

    def coverage(segments, k: int, order: int) -> tuple[float, float]:
        found = whole = 0.0
        for i in segments:
            if k < len(references[i]):
                model = references[i][k]
                for unit in model.split("\n") if units == "lines" else [model]:
                    shared, every = matched(hypotheses[i], unit, order, peer, cut, boundaries)
                    found += sum(weight(i, ngram) * count for ngram, count in shared.items())
                    whole += sum(weight(i, ngram) * count for ngram, count in every.items())
        return found, whole

    def of(segments) -> float:
        scores = []
        for k in range(max(len(references[i]) for i in segments)):
            pairs = [coverage(segments, k, n) for n in orders]
            if any(whole for _, whole in pairs):
                scores.append(score([found / whole if whole else float("nan") for found, whole in pairs]))
        if not scores or any(math.isnan(s) for s in scores):
            return float("nan")
        value = max(scores) if models == "max" else sum(scores) / len(scores)
        if bonus != "brevity":
            return value * bonus
        (segment,) = segments
        length = len(hypotheses[segment].split())
        return share * value + (1 - share) * max(0, (int(target) - length) / int(target))

    if average == "counts":
        return of(range(len(hypotheses)))
    values = [value for i in range(len(hypotheses)) if not math.isnan(value := of([i]))]
    return sum(values) / len(values) if values else float("nan")
