"""Cohen's κ."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers, divided
from steelyard.inference.agreement.coefficient import AgreementCoefficient

Array = NDArray[Any]


class Cohen(AgreementCoefficient):
    """Agreement beyond that of two assessors who draw from their own answers; the mean over pairs of assessors.

        κ = 1 − Do / De, De = Σ p₁(a) p₂(b) d(a, b)

    Reference: Cohen (1960), A coefficient of agreement for nominal scales; Light (1971) for the mean over pairs.

    >>> import steelyard as sy
    >>> rows = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
    >>> sy.agree(rows, "cohen").value("cohen")
    0.0
    """

    name: ClassVar[str] = "cohen"
    chance: ClassVar[str] = (
        "each assessor draws from the distribution of their own answers (Cohen; Light: mean over pairs)"
    )

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return the mean κ of each resample, over the pairs of assessors for which it is defined."""
        kappas = answers.kappas(weights)
        defined = ~np.isnan(kappas)
        return divided(np.where(defined, kappas, 0).sum(axis=1), defined.sum(axis=1))

    def notice(self, answers: Answers) -> str | None:
        """Say how many pairs of assessors are left out."""
        kappas = answers.kappas(answers.all_items())[0]
        lost = int(np.isnan(kappas).sum())
        return f"{lost} of {len(kappas)} pairs of assessors are undefined and left out of the mean" if lost else None
