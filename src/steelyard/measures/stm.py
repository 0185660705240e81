"""STM and DSTM: how many subtrees of each depth the references have, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.base import Array, option
from steelyard.measures.parsed import ParsedMeasure, WordsParsed, level_fields, mean_of_levels
from steelyard.text import Batch

_DEEPEST = 20


@dataclass(frozen=True, kw_only=True)
class Stm(ParsedMeasure):
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
    family: ClassVar[str] = "syntax"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined: ClassVar[str] = "the outputs have no tree"
    positional: ClassVar[tuple[str, ...]] = ("depth",)
    layer: str = option("tag", "parts of speech: the language's own tags, or universal ones", ("tag", "pos"))
    depth: int = option(4, "deepest subtrees (D)")

    @property
    def trees(self) -> tuple[str, str, bool]:
        """Parser, kind and case of the trees that are compared."""
        return self.parser, self.layer, False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.depth <= _DEEPEST:
            raise SpecError(f"{self.name}: depth={self.depth} is not possible; expected 1 to {_DEEPEST}")

    @property
    def fields(self) -> tuple[str, ...]:
        """Matches and subtrees for each depth."""
        return level_fields(self.depth, "subtrees")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        trees = self.trees
        return _core.subtree_matches(batch.hypothesis_forests(*trees), batch.reference_forests(*trees), self.depth)

    def score(self, sums: Array) -> Array:
        """Return the mean over depths."""
        return mean_of_levels(sums, self.depth)


@dataclass(frozen=True, kw_only=True)
class Dstm(WordsParsed, Stm):
    """DSTM, the dependency subtree metric (Liu & Gildea 2005): STM over dependency trees, whose nodes are words.

    Statistics: matches and subtrees for each depth. What is left open is as in `stm`; words are compared in lower case.

    >>> from steelyard.measures.stm import Dstm
    >>> float(Dstm(depth=2).score([2, 1, 4, 2]))
    0.5
    """

    name: ClassVar[str] = "dstm"

    layer: str = option("word", "what nodes are", ("word",))

    @property
    def trees(self) -> tuple[str, str, bool]:
        """Parser, kind and case of the trees that are compared."""
        return self.parser, "dependencies", self.case == "fold"
