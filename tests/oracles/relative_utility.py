"""Relative utility (Radev & Tam 2003): utility of the chosen sentences, summed over judges, over that of the best
extract of as many sentences, found by trying all; mean over segments."""

from itertools import combinations


def one(hypothesis: str, judges: list[str]) -> float:
    utility: dict[str, float] = {}
    for judge in judges:
        for word in judge.split():
            label, worth = word.rsplit(":", 1)
            utility[label] = utility.get(label, 0) + float(worth)
    if not any(utility.values()):
        return float("nan")
    chosen = set(hypothesis.split())
    best = max(sum(utility[label] for label in extract) for extract in combinations(utility, len(chosen)))
    return sum(utility[label] for label in chosen) / best if chosen else 0.0


def corpus(hypotheses, references) -> float:
    values = [one(h, judges) for h, judges in zip(hypotheses, references, strict=True)]
    defined = [value for value in values if value == value]
    return sum(defined) / len(defined) if defined else float("nan")
