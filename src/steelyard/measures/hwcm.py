"""HWCM: how many chains of headwords the references have, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.parsed import DependenciesCompared, LevelMeasure
from steelyard.text import Batch


@dataclass(frozen=True, kw_only=True)
class Hwcm(DependenciesCompared, LevelMeasure):
    """HWCM, the headword chain metric (Liu & Gildea 2005): the mean over lengths of clipped chain precision.

    HWCM = (1/D) Σₙ clipped matches of chains of n words / chains of n words of the output. A chain is a path downwards
    in the dependency tree: I ← have → pen → a gives have-I, have-pen, pen-a and have-pen-a. Matches are clipped at the
    highest count of any one reference.

    Statistics: matches and chains for each length.

    Left open: counts of a test set are summed before they are divided. A length without chains is left out of the
    mean. `floor` takes the place of a precision of 0 (the paper has 10⁻³ for single segments). Words are compared in
    lower case.

    Reference: Liu & Gildea (2005), Syntactic features for evaluation of machine translation.

    >>> from steelyard.measures.hwcm import Hwcm
    >>> float(Hwcm(depth=2).score([5, 2, 5, 4]))
    0.75
    """

    name: ClassVar[str] = "hwcm"
    undefined: ClassVar[str] = "the outputs have no word"
    ceilings: ClassVar[dict[str, tuple[str, ...]]] = {"matches": ("chains",)}
    unit: ClassVar[str] = "chains"

    floor: float = option(0.0, "what a precision of 0 becomes, 0 to 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.floor <= 1:
            raise SpecError(f"{self.name}: floor={self.floor} is not possible; expected 0 to 1")

    def statistics(self, batch: Batch) -> Array:
        """Return segment × field."""
        outputs, references = batch.hypothesis_forests(*self.trees), batch.reference_forests(*self.trees)
        return _core.chain_matches(outputs, references, self.depth, batch.stop)

    def score(self, sums: Array) -> Array:
        """Return the mean over lengths."""
        return self.mean(sums, self.floor)
