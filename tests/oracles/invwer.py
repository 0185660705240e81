"""INVWER (Leusch et al. 2003): edit distance with block inversions of a bracketing transduction grammar.

A pair of spans costs, if one is empty, the length of the other; if both are one token, 0 or 1; else the
cheapest of all ways to cut both in two and pair the parts in order, or crosswise for 1 more. For short
texts only: O(n⁶).
"""

from functools import cache

from .lengths import Tokens, error_rate

SETTLED = ("limit",)  # it changes no number


def distance(hypothesis: Tokens, reference: Tokens) -> int:
    @cache
    def cost(start: int, stop: int, begin: int, end: int) -> int:
        if start == stop or begin == end:
            return (stop - start) + (end - begin)
        if stop - start == 1 and end - begin == 1:
            return int(hypothesis[start] != reference[begin])
        whole = (start, stop, begin, end)
        best = (stop - start) + (end - begin)
        for i in range(start, stop + 1):
            for j in range(begin, end + 1):
                straight = ((start, i, begin, j), (i, stop, j, end))
                crossed = ((start, i, j, end), (i, stop, begin, j))
                if whole not in straight:
                    best = min(best, cost(*straight[0]) + cost(*straight[1]))
                if whole not in crossed:
                    best = min(best, cost(*crossed[0]) + cost(*crossed[1]) + 1)
        return best

    return cost(0, len(hypothesis), 0, len(reference))


def corpus(hypotheses: list[Tokens], references: list[list[Tokens]], length: str = "average-nearest") -> float:
    return error_rate(hypotheses, references, distance, length)
