"""TKM and DTKM: the cosine between the subtrees of all shapes of two trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Mean, option
from steelyard.measures.kinds.parsed import ConstituentsCompared, DependenciesCompared, TreesCompared
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class TreeKernelMeasure(Mean, TreesCompared):
    """A measure of all subtrees that outputs and references have in common, whatever their shapes."""

    undefined: ClassVar[str] = "no reference has a tree"

    decay: float = option(1.0, "weight of each production of a subtree (λ), above 0 up to 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.decay <= 1:
            raise SpecError(f"{self.name}: decay={self.decay} is not possible; expected above 0 up to 1")

    def values(self, batch: Batch) -> Array:
        """Return for each segment the highest cosine with a reference; nan where no reference has a tree."""
        ours, references = batch.hypothesis_forests(*self.trees), batch.reference_forests(*self.trees)
        cosines = np.max([self._cosines(ours, theirs, batch.stop) for theirs in references], axis=0)
        return np.where(np.max([theirs.lengths() for theirs in references], axis=0) > 0, cosines, np.nan)

    def _cosines(self, ours: _core.Trees, theirs: _core.Trees, stop: _core.Stop) -> Array:
        between, left, right = _core.log_tree_kernels(ours, theirs, float(self.decay), stop).T
        bare = np.isneginf(left), np.isneginf(right)
        with np.errstate(invalid="ignore"):
            cosines = np.where(bare[0] | bare[1], 0.0, np.exp(between - (left + right) / 2))
        return np.where(bare[0] & bare[1], _equal(ours, theirs, stop), cosines)


def _equal(ours: _core.Trees, theirs: _core.Trees, stop: _core.Stop) -> Array:
    """Tell which texts, of nodes without children, are the same; a text without any is none."""
    matches = _core.subtree_matches(ours, [theirs], 1, stop)[:, 0]
    return np.asarray((matches == ours.lengths()) & (matches == theirs.lengths()) & (matches > 0))


@dataclass(frozen=True, kw_only=True)
class Tkm(ConstituentsCompared, TreeKernelMeasure):
    """TKM, the tree kernel metric (Liu & Gildea 2005): the highest cosine of subtree counts with any reference.

    cos = H(h)·H(r) / (|H(h)| |H(r)|), H(x) the counts of all subtrees of x: a node with all its children or none, and
    so for each of the children, one production at least. The products are those of Collins & Duffy's kernel, which
    never lists the subtrees. Nodes are phrases and parts of speech.

    Statistics: the sum of the segments' cosines, and the number of segments.

    Left open: the score of a test set is the mean over segments. `decay` (λ) weighs a subtree of k productions by λᵏ
    in the products; the paper has 1. Sentences of a segment are trees side by side. A text whose trees have no
    production has the cosine 1 with an equal one, and 0 with any other; an output without words has 0. The longer the
    trees, the more the cosine is one of the few largest subtrees, and is next to 0 or 1; a smaller λ softens that.

    Reference: Liu & Gildea (2005); Collins & Duffy (2001), Convolution kernels for natural language.

    >>> import steelyard as sy
    >>> sy.parse("tkm(decay=0.5)").decay
    0.5
    """

    name: ClassVar[str] = "tkm"


@dataclass(frozen=True, kw_only=True)
class Dtkm(DependenciesCompared, TreeKernelMeasure):
    """DTKM, the dependency tree kernel metric (Liu & Gildea 2005): TKM over dependency trees, whose nodes are words.

    Statistics and what is left open are as in `tkm`; words are compared in lower case.

    >>> import steelyard as sy
    >>> str(sy.parse("dtkm(case=keep)"))
    'dtkm(case=keep)'
    """

    name: ClassVar[str] = "dtkm"
