"""SER: the share of segments that equal none of their references, in percent (measures page, §2)."""

from .lengths import Tokens


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    wrong = [h not in several for h, several in zip(hypotheses, references, strict=True)]
    return 100 * sum(wrong) / len(wrong) if wrong else float("nan")
