"""Coefficients of agreement: what one says of itself, and the door to all of them.

A coefficient is one file in `coefficients/`, or one of your own: a class derived from `AgreementCoefficient`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.agreement.answers import Answers
from steelyard.inference.checks import checked_answer
from steelyard.loading import FromOutside
from steelyard.plugins import Classes

Array = NDArray[Any]

#: In this order they are told, unless others are asked for.
USUAL = ("raw", "uniform", "pi", "cohen", "alpha")
# "kappa" is the name of several
_KAPPAS = "; the kappas are cohen (Cohen's), pi (Fleiss', Scott's π) and uniform (Randolph's)"


class AgreementCoefficient(FromOutside, ABC):
    """How far assessors give the same answers, mostly beyond chance: 1 − observed / expected disagreement.

    name     as it is chosen
    chance   its model of chance: what answers would be if assessors gave them blindly
    apart    what says how far two answers are apart: "distance", "weights", or nothing if they are the same or not
    """

    name: ClassVar[str]
    chance: ClassVar[str]
    apart: ClassVar[str] = "weights"

    @abstractmethod
    def values(self, answers: Answers, weights: Array) -> Array:
        """Return the coefficient for each row of weights, [resample, item]: how often each item counts.

        It is nan where chance alone gives full agreement.
        """

    def checked(self, answers: Answers, weights: Array) -> Array:
        """Return the values; what somebody's own coefficient gives is looked at first."""
        values = self.values(answers, weights)
        if not self.from_outside:
            return values
        return checked_answer(f"the coefficient {self.called}", values, len(weights), -math.inf, 1)

    def notice(self, answers: Answers) -> str | None:
        """Return what else there is to know of the coefficient of these answers."""
        del answers
        return None


_ALPHA = "Krippendorff's alpha is 'alpha'"
_PI = "Fleiss' kappa, which is Scott's π of several assessors, is 'pi'"
_CORRELATION = "correlation with human scores is another matter, see docs/meta.md"
#: Names that people know from elsewhere → what they are here.
_OTHER_NAMES = {
    "krippendorff": _ALPHA, "krippendorffalpha": _ALPHA, "krippendorffsalpha": _ALPHA,
    "fleiss": _PI, "scott": _PI, "scottpi": _PI, "scottspi": _PI,
    "randolph": "Randolph's kappa is 'uniform'", "bennett": "Bennett's S is 'uniform'", "s": "Bennett's S is 'uniform'",
    "percent": "the share of equal answers is 'raw'", "accuracy": "the share of equal answers is 'raw'",
    **dict.fromkeys(("pearson", "spearman", "kendall"), _CORRELATION),
}  # fmt: skip

#: All coefficients, by name.
COEFFICIENTS = Classes(
    "coefficient",
    "steelyard.inference.agreement.coefficients",
    "steelyard.agreement",
    AgreementCoefficient,  # type: ignore[type-abstract]
    ("chance",),
    _OTHER_NAMES,
)


#: A coefficient as users give it: a name of ours or of an installed package, MODULE:NAME or FILE.py:NAME, its class, or
#: itself.
GivenAgreement = str | type[AgreementCoefficient] | AgreementCoefficient


def coefficient_of(choice: GivenAgreement) -> AgreementCoefficient:
    """Return the coefficient that is meant."""
    if isinstance(choice, str) and "kappa" in choice.lower() and ":" not in choice and choice not in COEFFICIENTS:
        raise SpecError(f"unknown coefficient {choice!r}{_KAPPAS}")
    return COEFFICIENTS.instance(choice)
