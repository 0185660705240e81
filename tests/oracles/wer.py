"""WER and mWER (Leusch et al. 2005, §2.1.1): Σ min_r Levenshtein(h, r) / Σ I*, in percent."""

from .lengths import Tokens, error_rate


def distance(hypothesis: Tokens, reference: Tokens) -> int:
    """Levenshtein: insertions, deletions and substitutions at cost 1."""
    table = [[0] * (len(reference) + 1) for _ in range(len(hypothesis) + 1)]
    for i in range(len(hypothesis) + 1):
        for j in range(len(reference) + 1):
            if i == 0 or j == 0:
                table[i][j] = i + j
            else:
                table[i][j] = min(
                    table[i - 1][j - 1] + (hypothesis[i - 1] != reference[j - 1]),
                    table[i - 1][j] + 1,
                    table[i][j - 1] + 1,
                )
    return table[-1][-1]


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], length: str = "average-nearest") -> float:
    return error_rate(hypotheses, references, distance, length)
