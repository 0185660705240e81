"""STM and DSTM: how many subtrees of each depth the references have, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.parsed import ConstituentsCompared, DependenciesCompared, LevelMeasure
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class SubtreeMeasure(LevelMeasure):
    """A measure of the subtrees that outputs and references have in common."""

    undefined: ClassVar[str] = "the outputs have no tree"
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("subtrees",)}
    unit: ClassVar[str] = "subtrees"

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        outputs, references = batch.hypothesis_forests(*self.trees), batch.reference_forests(*self.trees)
        return _core.subtree_matches(outputs, references, self.depth, batch.stop)

    def score(self, sums: Array) -> Array:
        """Return the mean over depths."""
        return self.mean(sums)


@dataclass(frozen=True, kw_only=True)
class Stm(ConstituentsCompared, SubtreeMeasure):
    """STM, the subtree metric (Liu & Gildea 2005): the mean over depths of clipped subtree precision.

    STM = (1/D) Σₙ clipped matches of depth-n subtrees / depth-n subtrees of the output. A depth-n subtree is a node of
    the constituent tree with all that is below it, cut at n levels, where there are n levels; phrases and parts of
    speech are nodes, words are not. Matches are clipped at the highest count of any one reference.

    Statistics: matches and subtrees for each depth.

    Left open: counts of a test set are summed before they are divided, as in BLEU. A depth without subtrees is left
    out of the mean. Sentences of a segment are trees side by side. Trees are the parser's, or ours made from its
    dependencies (see docs/annotation.md).

    Reference: Liu & Gildea (2005), Syntactic features for evaluation of machine translation.

    >>> from steelyard.measures.stm import Stm
    >>> float(Stm(depth=3).score([6, 3, 1, 7, 4, 2]))  # figure 2 of the paper: (6/7 + 3/4 + 1/2) / 3
    0.70238...
    """

    name: ClassVar[str] = "stm"


@dataclass(frozen=True, kw_only=True)
class Dstm(DependenciesCompared, SubtreeMeasure):
    """DSTM, the dependency subtree metric (Liu & Gildea 2005): STM over dependency trees, whose nodes are words.

    Statistics: matches and subtrees for each depth. What is left open is as in `stm`; words are compared in lower case.

    >>> from steelyard.measures.stm import Dstm
    >>> float(Dstm(depth=2).score([2, 1, 4, 2]))
    0.5
    """

    name: ClassVar[str] = "dstm"
