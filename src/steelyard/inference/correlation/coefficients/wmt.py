"""The τ of the workshops on machine translation, which differ in what a tie of the measure counts.

C concordant, D discordant, X tied by the measure alone; the measure is the first side, people the second.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import PairCoefficient
from steelyard.inference.correlation.pairs import PairCounts, ordered
from steelyard.inference.correlation.series import share

Array = NDArray[Any]


class Kendall10(PairCoefficient):
    """A tie of the measure is an error.

        (C − D − X) / (C + D + X)

    Reference: Callison-Burch et al. (2010), Findings of the 2010 joint workshop.

    >>> import numpy as np
    >>> float(Kendall10().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0])
    0.6
    """

    name: ClassVar[str] = "kendall-10"
    about: ClassVar[str] = "Kendall's τ of WMT 2010 (a measure's tie is an error)"

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of each row."""
        untied, tied = counts.concordant + counts.discordant, counts.tied_left
        return share(counts.concordant - counts.discordant - tied, untied + tied)


class Kendall13(PairCoefficient):
    """Ties are left out; Goodman & Kruskal's γ.

        (C − D) / (C + D)

    Reference: Macháček & Bojar (2013), Results of the WMT13 metrics shared task.

    >>> import numpy as np
    >>> float(Kendall13().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0])
    1.0
    """

    name: ClassVar[str] = "kendall-13"
    about: ClassVar[str] = "Kendall's τ of WMT 2013 (without ties; Goodman-Kruskal γ)"

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of each row."""
        return share(counts.concordant - counts.discordant, counts.concordant + counts.discordant)


class Kendall14(PairCoefficient):
    """A tie of the measure is no error and no success.

        (C − D) / (C + D + X)

    Reference: Macháček & Bojar (2014), Results of the WMT14 metrics shared task.

    >>> import numpy as np
    >>> float(Kendall14().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0])
    0.8
    """

    name: ClassVar[str] = "kendall-14"
    about: ClassVar[str] = "Kendall's τ of WMT 2014 (a measure's tie counts nothing)"

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of each row."""
        untied = counts.concordant + counts.discordant
        return share(counts.concordant - counts.discordant, untied + counts.tied_left)


class KendallLike(PairCoefficient):
    """All pairs that are not concordant are errors, ties too.

        (C − errors) / N

    Reference: Bojar et al. (2017), Results of the WMT17 metrics shared task.

    >>> import numpy as np
    >>> round(float(KendallLike().values(np.array([[1.0, 2, 2, 3]]), np.array([[1.0, 2, 3, 3]]))[0]), 4)
    0.3333
    """

    name: ClassVar[str] = "kendall-like"
    about: ClassVar[str] = "WMT's τ-like coefficient (what is not ordered alike is an error)"
    of_ties: ClassVar[bool] = True

    def of_counts(self, counts: PairCounts) -> Array:
        """Return the coefficient of each row."""
        return ordered(counts)
