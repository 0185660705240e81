"""Scott's π."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers, beyond_chance, several
from steelyard.inference.agreement.coefficient import AgreementCoefficient

Array = NDArray[Any]


class Pi(AgreementCoefficient):
    """Agreement beyond that of answers drawn from the distribution of all answers (π; Fleiss' κ for many assessors).

        1 − Do / De, De = Σ p(a) p(b) d(a, b)

    Reference: Scott (1955), Reliability of content analysis; Fleiss (1971).

    >>> import steelyard as sy
    >>> rows = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
    >>> round(sy.agree(rows, "pi").value("pi"), 4)
    -0.3333
    """

    name: ClassVar[str] = "pi"
    chance: ClassVar[str] = (
        "all assessors draw from one distribution, that of all answers (Scott; Fleiss for more than two assessors)"
    )

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return π of each resample."""
        shares, every = answers.shares(weights)[0], np.arange(len(answers.pairs.scale))
        expected = answers.steps.expected(shares, shares, every)
        return beyond_chance(answers.observed(weights, answers.steps), expected, several(shares))
