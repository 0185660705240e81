"""TKM (Liu & Gildea 2005): the cosine of vectors that count all subtrees (Collins & Duffy 2001), by listing them.

A subtree has at least one production, a node with all of its children; each child is left as a label or is a subtree
itself. A text without any production is similar to an equal one alone. A reference without nodes is none, and a
segment without references is left out of the mean.
"""

import itertools
import math
from collections import Counter

from .trees import Text, nodes


def subtrees(node: tuple) -> list[tuple]:
    """All that have their root at this node."""
    if len(node) == 1:
        return []
    choices = [[(child[0],), *subtrees(child)] for child in node[1:]]
    return [(node[0], *children) for children in itertools.product(*choices)]


def vector(text: Text) -> Counter:
    return Counter(subtree for tree in text for node in nodes(tree) for subtree in subtrees(node))


def productions(subtree: tuple) -> int:
    return sum(len(node) > 1 for node in nodes(subtree))


def kernel(left: Text, right: Text, decay: float = 1.0) -> float:
    """The inner product, to which a subtree adds λ to the number of its productions for each pair."""
    ours, theirs = vector(left), vector(right)
    return sum(count * theirs[subtree] * decay ** productions(subtree) for subtree, count in ours.items())


def cosine(left: Text, right: Text, decay: float = 1.0) -> float:
    norms = kernel(left, left, decay) * kernel(right, right, decay)
    return kernel(left, right, decay) / math.sqrt(norms) if norms else float(Counter(left) == Counter(right))


def corpus(hypotheses: list[Text], references: list[list[Text]], decay: float = 1.0) -> float:
    values = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        present = [reference for reference in several if reference]
        if present:
            values.append(max(cosine(hypothesis, reference, decay) for reference in present))
    return sum(values) / len(values) if values else float("nan")
