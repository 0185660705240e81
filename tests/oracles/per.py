"""PER and m-gram PER (Leusch et al. 2005, §2.1.2): ½(|n_h − n_r| + Σ_g |c_h(g) − c_r(g)|) over the counts
of the m-grams of one order, n_x their number; divided by Σ I* in tokens, whatever the order, in percent.
With `orders` the mean of the distances over the lengths from the first to the last.
"""

from .lengths import Tokens, error_rate
from .tokens import ngrams


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    order: int = 1,
    boundaries: str = "none",
    length: str = "average-nearest",
    orders: tuple[int, int] | None = None,
) -> float:
    first, last = orders or (order, order)

    def of_length(hypothesis: Tokens, reference: Tokens, order: int) -> int:
        mine, theirs = ngrams(hypothesis, order, boundaries), ngrams(reference, order, boundaries)
        surplus = abs(sum(mine.values()) - sum(theirs.values()))
        return (surplus + sum(abs(mine[g] - theirs[g]) for g in mine | theirs)) // 2

    def distance(hypothesis: Tokens, reference: Tokens) -> int:
        return sum(of_length(hypothesis, reference, order) for order in range(first, last + 1))

    return error_rate(hypotheses, references, distance, length) / (last - first + 1)
