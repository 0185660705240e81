"""Raw agreement."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers
from steelyard.inference.agreement.coefficient import AgreementCoefficient

Array = NDArray[Any]


class Raw(AgreementCoefficient):
    """The mean over items of the share of pairs of answers in common; of several tags, the share of all that both have.

    It needs no explanation, and tells nothing of what blind answers would give.

    Reference: Holsti (1969), Content Analysis for the Social Sciences and Humanities.

    >>> import steelyard as sy
    >>> sy.agree([("a", "ann", 1), ("a", "bob", 1), ("b", "ann", 0), ("b", "bob", 1)], "raw").value("raw")
    0.5
    """

    name: ClassVar[str] = "raw"
    chance: ClassVar[str] = "the share of answers in common, not corrected for chance"
    apart: ClassVar[str] = ""

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return 1 − observed disagreement."""
        return 1 - answers.observed(weights, answers.same)
