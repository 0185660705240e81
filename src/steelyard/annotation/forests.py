"""Forests: the trees of texts as arrays, nodes in preorder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from steelyard import _core
from steelyard.annotation.layers import layer_of, words
from steelyard.corpus.sentences import Annotation, Sentence

#: (label, place of the parent among the nodes of the tree, -1 for the root), in preorder.
Nodes = list[tuple[str, int]]


def constituents(sentence: Sentence, tags: Sequence[str]) -> Nodes:
    """Return phrases and the tags of words; words are no nodes."""
    nodes: Nodes = []
    open_: list[tuple[int, int]] = []  # end and node of the phrases that are open
    spans = iter((*layer_of(sentence, "phrases"), None))
    span = next(spans)
    for place, tag in enumerate(tags):
        while open_ and open_[-1][0] <= place:
            open_.pop()
        while span is not None and span.first == place:
            nodes.append((span.label, open_[-1][1] if open_ else -1))
            open_.append((span.end, len(nodes) - 1))
            span = next(spans)
        nodes.append((tag, open_[-1][1] if open_ else -1))
    return nodes


def dependencies(sentence: Sentence, fold: bool) -> Nodes:
    """Return words, each below the word it depends on."""
    forms, below = words(sentence, fold), dependents_of(sentence)
    nodes: Nodes = []
    waiting = [(root, -1) for root in reversed(below[-1])]
    while waiting:
        place, parent = waiting.pop()
        nodes.append((forms[place], parent))
        waiting += ((dependent, len(nodes) - 1) for dependent in reversed(below.get(place, ())))
    return nodes


#: Kind → the tree of a sentence; constituents are over tags or over universal parts of speech.
KINDS: dict[str, Callable[[Sentence, bool], Nodes]] = {
    "tag": lambda sentence, fold: constituents(sentence, layer_of(sentence, "tags")),
    "pos": lambda sentence, fold: constituents(sentence, layer_of(sentence, "pos")),
    "dependencies": dependencies,
}


class Numbering:
    """Numbers for the labels of all forests that are compared."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def forest(self, texts: Iterable[Annotation], kind: str, fold: bool) -> _core.Trees:
        """Return the trees of texts."""
        offsets = [0]
        labels: list[int] = []
        parents: list[int] = []
        for sentences in texts:
            begin = len(labels)
            for nodes in map(KINDS[kind], sentences, [fold] * len(sentences)):
                shift = len(labels) - begin
                labels += (self._numbers.setdefault(label, len(self._numbers)) for label, _ in nodes)
                parents += (parent if parent < 0 else parent + shift for _, parent in nodes)
            offsets.append(len(labels))
        arrays = np.array(offsets, np.int64), np.array(labels, np.int32), np.array(parents, np.int32)
        return _core.Trees(*arrays)


def treelets(sentences: Sequence[Sentence]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each word that has dependents, and it with them in the order of the text; roots depend on ""."""
    for sentence in sentences:
        forms = sentence.words
        below = dependents_of(sentence)
        for head in (-1, *range(len(sentence))):
            if head in below:
                places = sorted([head, *below[head]]) if head >= 0 else below[head]
                yield "" if head < 0 else forms[head], tuple(forms[place] for place in places)


def dependents_of(sentence: Sentence) -> dict[int, list[int]]:
    """Return for each word that has any, and for -1, the places of its dependents in the order of the text."""
    below: dict[int, list[int]] = {}
    for place, head in enumerate(layer_of(sentence, "heads")):
        below.setdefault(head, []).append(place)
    return below
