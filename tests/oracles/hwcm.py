"""HWCM (Liu & Gildea 2005): matches of headword chains of each length, which are the ways down through a tree."""

from . import trees


def chains(node: tuple, length: int) -> list[tuple]:
    """The labels on every way down of so many nodes that begins at a node."""
    if length == 1:
        return [(node[0],)]
    return [(node[0], *rest) for child in node[1:] for rest in chains(child, length - 1)]


def counts(hypothesis: trees.Text, references: list[trees.Text], length: int) -> tuple[list[int], list[int]]:
    return trees.counts(hypothesis, references, chains, length)


def corpus(hypotheses: list[trees.Text], references: list[list[trees.Text]], depth: int, floor: float = 0.0) -> float:
    return trees.corpus(hypotheses, references, chains, depth, floor)
