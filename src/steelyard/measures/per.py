"""PER: position-independent error rate, over words or m-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from steelyard import _core
from steelyard.errors import SpecError
from steelyard.measures.kinds.base import Array, option
from steelyard.measures.kinds.bounded import BoundedMeasure
from steelyard.measures.kinds.rate import ErrorRate


@dataclass(frozen=True, kw_only=True)
class Per(ErrorRate, BoundedMeasure):
    """Position-independent error rate (Tillmann et al. 1997): the distance of two bags of words.

    d = ½ ( ||h| − |r|| + Σ |c_h(w) − c_r(w)| ) = max(|h|, |r|) − matches; normalised as WER.
    With order m the bags hold m-grams (Leusch et al. 2005): word order then counts implicitly.

    Statistics: edits, and the reference length in words.

    >>> import steelyard as sy
    >>> sy.score({"A": ["sat the cat"]}, ["the cat sat down"], measures=["per"]).value("A", "per")
    25.0
    """

    name: ClassVar[str] = "per"

    order: int = option(1, "length m of the n-grams in the bags, 1 to 4")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= 4:
            raise SpecError(f"{self.name}: order={self.order} is not possible; expected 1 to 4")

    def distance(self, hypotheses: _core.Tokens, references: _core.Tokens, stop: _core.Stop) -> Array:
        """Return bag distances."""
        totals = [self.ngrams_in(tokens, self.order)[:, -1] for tokens in (hypotheses, references)]
        matches = _core.ngram_matches(self.enclosed(hypotheses), [self.enclosed(references)], self.order, stop)[:, -1]
        return np.asarray(np.maximum(*totals) - matches)
