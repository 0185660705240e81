"""Pyramid scores (Nenkova & Passonneau 2004; Passonneau et al. 2005): weight of the SCUs expressed over the highest
that as many SCUs, or as many as an average model has, could have; or over all weights. Mean over segments."""

from itertools import combinations


def highest(weights: list[float], count: int) -> float:
    """The best sum of so many weights, found by trying all."""
    return max(sum(some) for some in combinations(weights, min(count, len(weights))))


def one(hypothesis: str, pyramid: str, kind: str, models: int) -> float | None:
    weights = {label: float(weight) for label, weight in (word.rsplit(":", 1) for word in pyramid.split())}
    size = weights.pop("size", None)
    units = hypothesis.split()
    if not weights:
        return None
    if not units:
        return 0.0
    expressed = sum(weights[label] for label in set(units) if label != "-")
    if kind == "recall":
        return expressed / sum(weights.values())
    if kind == "modified":
        size = sum(weights.values()) / models if size is None else size
        return min(1.0, expressed / highest(list(weights.values()), int(size)))
    return expressed / highest(list(weights.values()), len(units))


def corpus(hypotheses, references, kind: str = "original", models: int = 0) -> float:
    values = [one(h, several[0], kind, models) for h, several in zip(hypotheses, references, strict=True)]
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else float("nan")
