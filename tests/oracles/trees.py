"""Parts of trees that match, as STM and HWCM count them (Liu & Gildea 2005).

A tree is a tuple (label, child, child …), a text a list of trees. Parts are counted for each size, over all trees of a
text; matches are clipped at the maximum over single references.
"""

from collections import Counter
from collections.abc import Callable, Iterator

Text = list[tuple]
Parts = Callable[[tuple, int], list]


def nodes(tree: tuple) -> Iterator[tuple]:
    """Each node, as the tree below it."""
    yield tree
    for child in tree[1:]:
        yield from nodes(child)


def parts_of(text: Text, parts: Parts, size: int) -> Counter:
    return Counter(part for tree in text for node in nodes(tree) for part in parts(node, size))


def counts(hypothesis: Text, references: list[Text], parts: Parts, largest: int) -> tuple[list[int], list[int]]:
    """Clipped matches, and parts of the hypothesis, of size 1, 2 … largest."""
    matches, totals = [], []
    for size in range(1, largest + 1):
        ours, limit = parts_of(hypothesis, parts, size), Counter()
        for reference in references:
            limit |= parts_of(reference, parts, size)
        matches.append((ours & limit).total())
        totals.append(ours.total())
    return matches, totals


def corpus(
    hypotheses: list[Text], references: list[list[Text]], parts: Parts, largest: int, floor: float = 0.0
) -> float:
    """The mean precision of the sizes that the hypotheses have, a zero replaced; counts are summed over segments."""
    rows = [counts(h, several, parts, largest) for h, several in zip(hypotheses, references, strict=True)]
    matches = [sum(row[0][n] for row in rows) for n in range(largest)]
    totals = [sum(row[1][n] for row in rows) for n in range(largest)]
    precisions = [match / total or floor for match, total in zip(matches, totals, strict=True) if total]
    return sum(precisions) / len(precisions) if precisions else float("nan")
