"""INVWER: word error rate with block inversions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from steelyard import _core
from steelyard.errors import InputError, SpecError
from steelyard.measures.base import Array, option
from steelyard.measures.rate import ErrorRate


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

    limit: int = option(60, "longest text in tokens")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.limit <= 250:
            raise SpecError(f"{self.name}: limit={self.limit} is not possible; expected 1 to 250")

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens) -> Array:
        """Return distances with inversions."""
        longest = max(int(t.lengths().max(initial=0)) for t in (hypotheses, references))
        if longest > self.limit:
            raise InputError(
                f"invwer: a text has {longest} tokens, more than limit={self.limit}; "
                f"the cost grows with the sixth power of the length; use invwer(limit={longest}) if you can wait"
            )
        return _core.invwer(hypotheses, references)
