"""CDER: edit distance with long jumps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.measures.kinds.base import Array
from steelyard.measures.kinds.rate import ErrorRate


@dataclass(frozen=True, kw_only=True)
class Cder(ErrorRate):
    """CDER (Leusch, Ueffing & Ney 2006): edit distance in which a jump in the hypothesis costs 1.

    The reference must be covered completely and once; words of the hypothesis may be used again or not at all:
    D(i, l) = min( D(i−1, l−1) + [hᵢ ≠ rₗ], D(i−1, l) + 1, D(i, l−1) + 1, minₖ D(k, l) + 1 ), distance D(|h|, |r|).

    Statistics: edits, and the reference length; normalised as WER.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c d a b"]}, ["a b c d"], measures=["cder"]).value("A", "cder")
    75.0
    """

    name: ClassVar[str] = "cder"

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return distances with long jumps."""
        return _core.cder(hypotheses, references, stop)
