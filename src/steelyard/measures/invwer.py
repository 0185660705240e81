"""INVWER: word error rate with block inversions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SegmentError, SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.rate import ErrorRate

_HIGHEST = 250  # distances are kept in single bytes


@dataclass(frozen=True, kw_only=True)
class Invwer(ErrorRate):
    """INVWER (Leusch et al. 2003): edit distance in which two neighbouring blocks may change places at cost 1.

    Blocks nest as in a bracketing transduction grammar; the distance is exact. The worst case grows with the sixth
    power of the length, so texts longer than `limit` tokens are refused, by name, rather than approximated.

    Statistics: edits, and the reference length; normalised as WER.

    >>> import steelyard as sy
    >>> sy.score({"A": ["c d a b"]}, ["a b c d"], measures=["invwer"]).value("A", "invwer")  # one inversion
    25.0
    """

    name: ClassVar[str] = "invwer"
    printed: ClassVar[str] = "invWER"
    cost: ClassVar[str] = "with the sixth power of the length"

    limit: int = option(100, "longest text in tokens, up to 250")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.limit <= _HIGHEST:
            raise SpecError(f"{self.name}: limit={self.limit} is not possible; expected 1 to {_HIGHEST}")

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return distances with inversions."""
        lengths = np.maximum(hypotheses.lengths(), references.lengths())
        if len(lengths) and int(lengths.max()) > self.limit:
            row = int(np.argmax(lengths > self.limit))
            raise SegmentError(
                row,
                f"{lengths[row]} tokens are more than limit={self.limit}, as the cost grows with the sixth power of "
                f"the length; raise the limit (up to {_HIGHEST}) if you can wait, or leave invwer out",
            )
        return _core.invwer(hypotheses, references, stop)
