"""CDER (Leusch, Ueffing & Ney 2006): edit distance with long jumps, which go from any hypothesis position
to any other at the same reference position for cost 1; from (0, 0) to (|h|, |r|), over Σ I*, in percent.

D(i, l) = min(D(i−1, l−1) + [h_i ≠ r_l], D(i−1, l) + 1, D(i, l−1) + 1, min_i′ D(i′, l) + 1), for l = 0 as
well.
"""

from .lengths import Tokens, error_rate


def distance(hypothesis: Tokens, reference: Tokens) -> int:
    row: list[int] = []
    for position in range(len(reference) + 1):
        above, row = row, []
        for i in range(len(hypothesis) + 1):
            costs = [0] if i == 0 and position == 0 else []
            if i > 0:
                costs.append(row[i - 1] + 1)
            if position > 0:
                costs.append(above[i] + 1)
            if i > 0 and position > 0:
                costs.append(above[i - 1] + (hypothesis[i - 1] != reference[position - 1]))
            row.append(min(costs))
        row = [min(cost, min(row) + 1) for cost in row]
    return row[-1]


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], length: str = "average-nearest") -> float:
    return error_rate(hypotheses, references, distance, length)
