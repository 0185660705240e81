"""GTM (Turian, Shen & Melamed 2003): the match size (Σ run^e)^{1/e} over a matching by its longest runs first.

Again and again the longest run of words that both texts have, and that is still unused in both, is taken; among equals
the first in the hypothesis, then the first in the reference. P = size/|h|, R = size/|r|, F = 2PR/(P + R). Per segment
the reference with the highest value of the kind asked for, the first on a tie; size, |h| and |r| are summed.
"""

from .lengths import Tokens


def runs(h: Tokens, r: Tokens) -> list[int]:
    left: list[str | None] = list(h)
    right: list[str | None] = list(r)
    for length in range(min(len(h), len(r)), 0, -1):
        for i in range(len(h) - length + 1):
            for j in range(len(r) - length + 1):
                words = left[i : i + length]
                if None not in words and words == right[j : j + length]:
                    left[i : i + length] = right[j : j + length] = [None] * length
                    return [length, *runs_of_rest(left, right)]
    return []


def runs_of_rest(left: list[str | None], right: list[str | None]) -> list[int]:
    """The same, with words that are used marked by names that occur nowhere else."""
    return runs(
        [f" left {n}" if word is None else word for n, word in enumerate(left)],
        [f" right {n}" if word is None else word for n, word in enumerate(right)],
    )


def value(kind: str, size: float, h: int, r: int) -> float | None:
    below = {"precision": h, "recall": r, "f": h + r}[kind]
    return (2 * size if kind == "f" else size) / below if below else None


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], exponent: float = 2, kind: str = "f") -> float:
    def rank(row: tuple[float, int, int]) -> float:
        found = value(kind, *row)
        return -1 if found is None else found

    sums = (0.0, 0, 0)
    for h, several in zip(hypotheses, references, strict=True):
        sizes = [sum(run**exponent for run in runs(h, r)) ** (1 / exponent) for r in several]
        best = max(((size, len(h), len(r)) for size, r in zip(sizes, several, strict=True)), key=rank)
        sums = (sums[0] + best[0], sums[1] + best[1], sums[2] + best[2])
    total = value(kind, *sums)
    return float("nan") if total is None else total
