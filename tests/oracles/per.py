"""PER and m-gram PER (Leusch et al. 2005, §2.1.2): ½(|n_h − n_r| + Σ_g |c_h(g) − c_r(g)|) over the counts
of the m-grams of one order, n_x their number; divided by Σ I* in tokens, whatever the order, in percent.
"""

from .lengths import Tokens, error_rate
from .tokens import ngrams


def corpus(
    hypotheses: list[Tokens],
    references: list[list[Tokens]],
    order: int = 1,
    boundaries: str = "none",
    length: str = "average-nearest",
) -> float:
    def distance(hypothesis: Tokens, reference: Tokens) -> int:
        mine, theirs = ngrams(hypothesis, order, boundaries), ngrams(reference, order, boundaries)
        surplus = abs(sum(mine.values()) - sum(theirs.values()))
        return (surplus + sum(abs(mine[g] - theirs[g]) for g in mine | theirs)) // 2

    return error_rate(hypotheses, references, distance, length)
