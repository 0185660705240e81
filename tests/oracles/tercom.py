"""tercom 0.8's search for shifts: edits of one hypothesis against one reference, all tokens given.

As long as some shift of a block lowers the edit distance by at least its own cost of 1, the best is made. Blocks are
tried from the longest to the shortest, then by where they stand, then by the place in the reference that they match,
then by where they go. The first to reach the best sum of distance and cost is taken; no further block is tried once a
block of that length could not have repaired more. The edit distance is not exact: a cell that costs over 20 more than
the cheapest diagonal step into its column is not gone on from, the last column excepted.
"""

from collections.abc import Iterator
from itertools import pairwise

from .lengths import Tokens

BEAM = 20
LONGEST = 10
FARTHEST = 50

Cell = tuple[int, int]
Shift = tuple[int, int, int]  # first word of the block, its last word, the word behind which it goes (−1: the start)


def edit_path(hypothesis: Tokens, reference: Tokens) -> tuple[int, list[Cell]]:
    """The distance, and the cells (hypothesis words, reference words) of its path from the start to the end."""
    columns, rows = len(hypothesis), len(reference)
    cost: dict[Cell, int] = {(0, 0): 0}
    before: dict[Cell, Cell] = {}

    def reach(cell: Cell, start: Cell, step: int) -> None:
        if cell not in cost or cost[start] + step < cost[cell]:
            cost[cell], before[cell] = cost[start] + step, start

    diagonals: dict[int, list[int]] = {column: [] for column in range(columns + 2)}
    for column in range(columns + 1):
        limit = min(diagonals[column]) + BEAM if diagonals[column] else None
        for row in range(rows + 1):
            here = (column, row)
            if here not in cost or (column < columns and limit is not None and cost[here] > limit):
                continue
            if column < columns and row < rows:
                differs = hypothesis[column] != reference[row]
                reach((column + 1, row + 1), here, differs)
                diagonals[column + 1].append(cost[here] + differs)
            if column < columns:
                reach((column + 1, row), here, 1)
            if row < rows:
                reach((column, row + 1), here, 1)
    path = [(columns, rows)]
    while path[-1] != (0, 0):
        path.append(before[path[-1]])
    return cost[columns, rows], path[::-1]


def alignment(hypothesis: Tokens, reference: Tokens, path: list[Cell]) -> tuple[list[int], list[bool], list[bool]]:
    """For each reference word the hypothesis word at or before it (−1: none); which words of both are wrong."""
    aligned = [-1] * len(reference)
    hypothesis_wrong, reference_wrong = [True] * len(hypothesis), [True] * len(reference)
    for (h, r), (next_h, next_r) in pairwise(path):
        if next_r > r:
            aligned[r] = next_h - 1
        if next_h > h and next_r > r and hypothesis[h] == reference[r]:
            hypothesis_wrong[h] = reference_wrong[r] = False
    return aligned, hypothesis_wrong, reference_wrong


def shifts(hypothesis: Tokens, reference: Tokens, path: list[Cell]) -> Iterator[Shift]:
    """The shifts that are thought of, by start, length, place in the reference and target."""
    aligned, hypothesis_wrong, reference_wrong = alignment(hypothesis, reference, path)
    for start, word in enumerate(hypothesis):
        if not any(
            word == other and aligned[r] != start and -FARTHEST - 1 <= aligned[r] - start <= FARTHEST
            for r, other in enumerate(reference)
        ):
            continue
        for end in range(start, min(start + LONGEST, len(hypothesis))):
            block = hypothesis[start : end + 1]
            size = len(block)
            places = [r for r in range(len(reference) - size + 1) if reference[r : r + size] == block]
            if not places:
                break
            if not any(hypothesis_wrong[start : end + 1]):
                continue
            near = [r for r in places if not start <= aligned[r] <= end and -FARTHEST <= aligned[r] - start <= FARTHEST]
            if not near:
                break
            for r in near:
                if any(reference_wrong[r : r + size]):
                    targets = [-1 if behind < 0 else aligned[behind] for behind in range(r - 1, r + size)]
                    yield from ((start, end, target) for target in targets if target != start)


def shifted(words: Tokens, start: int, end: int, target: int) -> Tokens:
    """The words with the block start … end behind the word at the target; if that is inside, so much further on."""
    block, rest = words[start : end + 1], words[:start] + words[end + 1 :]
    if target < start:
        place = target + 1
    elif target > end:
        place = target + 1 - len(block)
    else:
        place = target
    return rest[:place] + block + rest[place:]


def best_shift(hypothesis: Tokens, reference: Tokens, distance: int, path: list[Cell]) -> Tokens | None:
    """What the chosen shift makes of the hypothesis."""
    candidates = list(shifts(hypothesis, reference, path))
    best, chosen = distance, None
    for size in range(LONGEST, 0, -1):
        for start, end, target in candidates:
            if end - start + 1 != size:
                continue
            repaired = distance - best
            if repaired > 2 * size or (chosen is not None and repaired == 2 * size):
                return chosen
            words = shifted(hypothesis, start, end, target)
            total = edit_path(words, reference)[0] + 1
            if total < best or (chosen is None and total == best):
                best, chosen = total, words
    return chosen


def edits(hypothesis: Tokens, reference: Tokens) -> int:
    made = 0
    while True:
        distance, path = edit_path(hypothesis, reference)
        words = best_shift(hypothesis, reference, distance, path)
        if words is None:
            return distance + made
        hypothesis, made = words, made + 1
