"""What the ROUGE oracles share: from counts against each reference to the mean over documents.

P = m/h and R = m/r, 0 if there is nothing to divide by; F = PR/((1 − α)P + αR), with α = 1/(1 + β²) if β is given
(Lin 2004; ROUGE-1.5.5's -p). Rounding: R and P as printed, F from these and rounded again.
"""

from collections.abc import Callable

Counts = tuple[float, float, float]


def rounded(number: float, decimals: int) -> float:
    return float(f"{number:.{decimals}f}") if decimals else number


class Scorer:
    """Turns counts into a score; `share` is m/h or m/r, or what a measure makes of it."""

    def __init__(self, kind, alpha, beta, models, jackknife, inverted, average, decimals, rest):
        self.kind, self.models, self.jackknife, self.rest = kind, models, jackknife, rest
        self.alpha = alpha if beta is None else 1 / (1 + beta * beta)
        self.inverted, self.average, self.decimals = inverted, average, decimals
        self.share: Callable[[float, float], float] = lambda part, whole: part / whole if whole else 0.0
        self.recall_rank = lambda counts: rounded(self.share(counts[0], counts[2]), decimals)

    def shares(self, counts: Counts) -> tuple[float, float]:
        matches, hypothesis, reference = counts
        return min(1.0, self.share(matches, hypothesis)), self.share(matches, reference)

    def scores(self, counts: Counts) -> dict[str, float]:
        return self.of_shares(*self.shares(counts))

    def of_shares(self, p: float, r: float) -> dict[str, float]:
        p, r = rounded(p, self.decimals), rounded(r, self.decimals)
        below = (1 - self.alpha) * p + self.alpha * r
        return {"precision": p, "recall": r, "f": rounded(p * r / below if below else 0.0, self.decimals)}

    def best(self, rows: list[Counts]) -> Counts:
        rank = {
            "best-recall": self.recall_rank,
            "best-f": lambda counts: self.scores(counts)["f"],
            "pooled": lambda counts: self.scores(counts)[self.kind],
        }[self.models]
        chosen = rows[0]
        for counts in rows[1:]:
            if rank(counts) > rank(chosen):
                chosen = counts
        return chosen

    def combined(self, rows: list[Counts]) -> Counts:
        if self.models == "pooled":
            return tuple(map(sum, zip(*rows, strict=True)))
        return self.best(rows)

    def document(self, rows: list[Counts]) -> float:
        if self.models == "mean":
            return sum(self.scores(counts)[self.kind] for counts in rows) / len(rows)
        if self.models == "apart":
            return self.of_shares(*(max(both) for both in zip(*map(self.shares, rows), strict=True)))[self.kind]
        if not self.jackknife:
            return self.scores(self.combined(rows))[self.kind]
        if len(rows) == 1:
            return self.scores(rows[0])[self.kind]
        of_rest = self.combined if self.rest == "pooled" else self.best
        rest = [of_rest(rows[:k] + rows[k + 1 :]) for k in range(len(rows))]
        return sum(self.scores(counts)[self.kind] for counts in rest) / len(rest)

    def corpus(self, hypotheses, references, count: Callable) -> float:
        every = [
            [count(r, h) if self.inverted else count(h, r) for r in several]
            for h, several in zip(hypotheses, references, strict=True)
        ]
        if self.average == "documents":
            return sum(map(self.document, every)) / len(every)
        chosen = [self.combined(rows) for rows in every]
        return self.scores(tuple(map(sum, zip(*chosen, strict=True))))[self.kind]
