"""F between assessors."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers
from steelyard.inference.agreement.coefficient import AgreementCoefficient
from steelyard.inference.agreement.distances import overlap

Array = NDArray[Any]


class F(AgreementCoefficient):
    """The mean over items of the mean F of two answers, each a set of tags; of single tags it is raw agreement.

        F = 2 |A ∩ B| / (|A| + |B|)

    Whichever answer is taken for the key, F is the same: precision is recall the other way round. What both leave out
    counts for nothing, so chance is not corrected for.

    Reference: Hripcsak & Rothschild (2005), Agreement, the F-measure, and reliability in information retrieval; MUC
    reported agreement between annotators so.

    >>> import steelyard as sy
    >>> sy.agree([("a", "ann", {"x", "y"}), ("a", "bob", {"x", "y", "z"})], "f").value("f")
    0.8
    """

    name: ClassVar[str] = "f"
    chance: ClassVar[str] = "the mean F of two answers, each a set of tags, not corrected for chance"
    apart: ClassVar[str] = ""

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return the mean F of each resample."""
        return 1 - answers.observed(weights, overlap(answers.pairs.scale))
