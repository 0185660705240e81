"""Agreement beyond evenly drawn answers."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers, beyond_chance, weighted_means
from steelyard.inference.agreement.coefficient import AgreementCoefficient

Array = NDArray[Any]


class Uniform(AgreementCoefficient):
    """Agreement beyond that of answers drawn evenly from what each item allows (S; Randolph's free-marginal κ).

        1 − Do / De, De = 1 − 1/k for an item that allows k tags

    Reference: Bennett, Alpert & Goldstein (1954); Randolph (2005).

    >>> import steelyard as sy
    >>> rows = [("a", "ann", "x"), ("a", "bob", "x"), ("b", "ann", "y"), ("b", "bob", "x")]
    >>> sy.agree(rows, "uniform").value("uniform")
    0.0
    """

    name: ClassVar[str] = "uniform"
    chance: ClassVar[str] = "an answer is one tag, and every tag that the item allows is as likely as any other"

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return the coefficient of each resample."""
        return beyond_chance(answers.observed(weights, answers.steps), weighted_means(weights, answers.uniform))
