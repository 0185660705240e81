"""PER: position-independent error rate, over words or m-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, Vector, option, write_value
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.rate import ErrorRate

#: The longest m-grams that the paper looks at.
_LONGEST = 8


@dataclass(frozen=True, kw_only=True)
class Per(ErrorRate, BoundedMeasure):
    """Position-independent error rate (Tillmann et al. 1997): the distance of two bags of words.

    d = ½ ( ||h| − |r|| + Σ |c_h(w) − c_r(w)| ) = max(|h|, |r|) − matches; normalised as WER.
    With order m the bags hold m-grams (Leusch et al. 2005, who look at m up to 8): word order then counts implicitly.
    With `orders=1:m` the distance is the mean over the lengths 1 … m, and any other range likewise: with one reference
    that is the mean of the rates, with several the nearest by that mean counts.

    Statistics: edits, added over the lengths, and the reference length in words.

    >>> import steelyard as sy
    >>> sy.score({"A": ["sat the cat"]}, ["the cat sat down"], measures=["per"]).value("A", "per")
    25.0
    """

    name: ClassVar[str] = "per"

    order: int = option(1, "length m of the n-grams in the bags, 1 to 8")
    orders: Vector | None = option(None, "first and last length, over which the mean is taken, as 1:8")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= _LONGEST:
            raise SpecError(f"{self.name}: order={self.order} is not possible; expected 1 to {_LONGEST}")
        if self.orders is None:
            return
        if self.order != 1:
            raise SpecError(f"{self.name}: order={self.order} and orders={write_value(self.orders)}: give one of them")
        if (
            len(self.orders) != 2
            or not 1 <= self.orders[0] <= self.orders[1] <= _LONGEST
            or any(map(_broken, self.orders))
        ):
            raise SpecError(
                f"{self.name}: orders={write_value(self.orders)} is not possible; "
                f"expected first:last, from 1 to {_LONGEST}"
            )

    @property
    def _range(self) -> tuple[int, int]:
        first, last = self.orders or (self.order, self.order)
        return int(first), int(last)

    def score(self, sums: Array) -> Array:
        """Return the error rate of summed statistics, the mean over the lengths."""
        first, last = self._range
        return super().score(sums) / (last - first + 1)

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return bag distances, added over the lengths."""
        first, last = self._range
        totals = [self.ngrams_in(tokens, last) for tokens in (hypotheses, references)]
        matches = _core.ngram_matches(self.enclosed(hypotheses), [self.enclosed(references)], last, stop)
        return np.asarray((np.maximum(*totals) - matches)[:, first - 1 :].sum(axis=1))


def _broken(number: float) -> bool:
    return number != int(number)
