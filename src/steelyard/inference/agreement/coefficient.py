"""Coefficients of agreement: what one says of itself, and the door to all of them.

A coefficient is one file in `coefficients/`, or one of your own: a class derived from `AgreementCoefficient`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.agreement.answers import Answers
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

    def notice(self, answers: Answers) -> str | None:
        """Return what else there is to know of the coefficient of these answers."""
        del answers
        return None


#: All coefficients, by name.
COEFFICIENTS = Classes(
    "coefficient",
    "steelyard.inference.agreement.coefficients",
    "steelyard.agreement",
    AgreementCoefficient,  # type: ignore[type-abstract]
    ("chance",),
)


def coefficient_of(name: str) -> AgreementCoefficient:
    """Return the coefficient of a name: one of ours, of an installed package, MODULE:NAME or FILE.py:NAME."""
    if not isinstance(name, str) or ("kappa" in name.lower() and ":" not in name and name not in COEFFICIENTS):
        raise SpecError(f"unknown coefficient {name!r}{_KAPPAS if isinstance(name, str) else ''}")
    return COEFFICIENTS.load(name)()
