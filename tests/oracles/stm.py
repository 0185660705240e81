"""STM (Liu & Gildea 2005): matches of subtrees of each depth, which are cut out one by one."""

from . import trees


def height(tree: tuple) -> int:
    return 1 + max(map(height, tree[1:]), default=0)


def cut(tree: tuple, levels: int) -> tuple:
    return (tree[0], *(cut(child, levels - 1) for child in tree[1:] if levels > 1))


def subtrees(node: tuple, depth: int) -> list[tuple]:
    """The one of this depth at a node, if the tree below is as high."""
    return [cut(node, depth)] if height(node) >= depth else []


def counts(hypothesis: trees.Text, references: list[trees.Text], depth: int) -> tuple[list[int], list[int]]:
    return trees.counts(hypothesis, references, subtrees, depth)


def corpus(hypotheses: list[trees.Text], references: list[list[trees.Text]], depth: int) -> float:
    return trees.corpus(hypotheses, references, subtrees, depth)
