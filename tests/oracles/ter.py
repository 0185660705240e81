"""TER (Snover et al. 2006) with the search of sacreBLEU 2.6.0, or that of tercom 0.8, over tercom tokens.

Greedy: as long as the best shift of a block lowers the edit distance, it is made, at cost 1. Σ min_r edits
over Σ average reference length (or another I*), in percent; if that is 0, 100 if there were edits and else
0.
"""

import math

from . import tercom
from .lengths import Tokens, error_rate

SETTLED = ("normalised", "punctuation", "asian")

BEAM = 25
LONGEST_SHIFT = 10
FARTHEST_SHIFT = 50
MOST_CANDIDATES = 1000


def edit_path(hypothesis: Tokens, reference: Tokens) -> tuple[int, str]:
    """Edit distance near the diagonal and its steps: = or s for a pair, h or r for a token of one text."""
    rows, columns = len(hypothesis), len(reference)
    ratio = columns / rows if rows else 1
    beam = math.ceil(ratio / 2 + BEAM) if ratio / 2 > BEAM else BEAM
    infinity = 10**16
    cost = [[infinity] * (columns + 1) for _ in range(rows + 1)]
    step = [[""] * (columns + 1) for _ in range(rows + 1)]
    for j in range(columns + 1):
        cost[0][j], step[0][j] = j, "r"
    for i in range(1, rows + 1):
        diagonal = math.floor(i * ratio)
        last = columns + 1 if i == rows else min(columns + 1, diagonal + beam)
        for j in range(max(0, diagonal - beam), last):
            choices = [(cost[i - 1][j] + 1, "h")]
            if j:
                same = hypothesis[i - 1] == reference[j - 1]
                choices.insert(0, (cost[i - 1][j - 1] + (not same), "=" if same else "s"))
                choices.append((cost[i][j - 1] + 1, "r"))
            cost[i][j], step[i][j] = min(choices, key=lambda choice: choice[0])
    path, i, j = "", rows, columns
    while i or j:
        path = step[i][j] + path
        i, j = i - (step[i][j] != "r"), j - (path[0] != "h")
    return cost[rows][columns], path


def align(path: str) -> tuple[list[int], list[bool], list[bool]]:
    """For each reference token the hypothesis token at or before it (−1: none); which tokens are wrong."""
    target: list[int] = []
    hypothesis_wrong: list[bool] = []
    reference_wrong: list[bool] = []
    for step in path:
        if step != "r":
            hypothesis_wrong.append(step != "=")
        if step != "h":
            reference_wrong.append(step != "=")
            target.append(len(hypothesis_wrong) - 1)
    return target, hypothesis_wrong, reference_wrong


def equal_blocks(hypothesis: Tokens, reference: Tokens) -> list[tuple[int, int, int]]:
    """(start in hypothesis, start in reference, length) of equal blocks not too far apart."""
    blocks = []
    for start in range(len(hypothesis)):
        for other in range(len(reference)):
            if abs(other - start) > FARTHEST_SHIFT:
                continue
            for length in range(1, LONGEST_SHIFT + 1):
                if start + length > len(hypothesis) or other + length > len(reference):
                    break
                if hypothesis[start + length - 1] != reference[other + length - 1]:
                    break
                blocks.append((start, other, length))
    return blocks


def shift(tokens: Tokens, start: int, length: int, target: int) -> Tokens:
    block, rest = tokens[start : start + length], tokens[:start] + tokens[start + length :]
    place = target - length if target > start + length else target
    return rest[:place] + block + rest[place:]


def best_shift(hypothesis: Tokens, reference: Tokens, tried: int) -> tuple[int, Tokens, int]:
    """The gain of the best shift, what it makes of the hypothesis, and the candidates tried so far."""
    before, path = edit_path(hypothesis, reference)
    aligned, hypothesis_wrong, reference_wrong = align(path)
    best: tuple[tuple[int, int, int, int], Tokens] | None = None
    for start, other, length in equal_blocks(hypothesis, reference):
        if not any(hypothesis_wrong[start : start + length]):
            continue
        if not any(reference_wrong[other : other + length]):
            continue
        if start <= aligned[other] < start + length:
            continue
        previous = -1
        for position in range(other - 1, other + length):
            target = 0 if position == -1 else aligned[position] + 1
            if target == previous:
                continue
            previous = target
            shifted = shift(hypothesis, start, length, target)
            rank = (before - edit_path(shifted, reference)[0], length, -start, -target)
            tried += 1
            if best is None or rank > best[0]:
                best = (rank, shifted)
        if tried >= MOST_CANDIDATES:
            break
    return (best[0][0], best[1], tried) if best else (0, hypothesis, tried)


def edits(hypothesis: Tokens, reference: Tokens) -> int:
    if not reference:
        return len(hypothesis)
    shifts, tried = 0, 0
    while True:
        gain, shifted, tried = best_shift(hypothesis, reference, tried)
        if tried >= MOST_CANDIDATES or gain <= 0:
            return shifts + edit_path(hypothesis, reference)[0]
        shifts, hypothesis = shifts + 1, shifted


def corpus(
    hypotheses: list[Tokens], references: list[list[Tokens]], length: str = "average", search: str = "sacrebleu"
) -> float:
    if any(r for several in references for r in several):
        distance = tercom.edits if search == "tercom" else edits
        rate = error_rate(hypotheses, references, distance, length)
        if not math.isnan(rate):
            return rate
    return 100.0 if any(hypotheses) else 0.0
