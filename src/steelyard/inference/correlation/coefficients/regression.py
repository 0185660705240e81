"""What Lin & Hovy (2003) print beside Pearson's r: its coefficient of determination, and the t of linear regression."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.inference.correlation.series import pearson

Array = NDArray[Any]
_FEWEST = 3


class Determination(Coefficient):
    """The share of the variance of one side that a line through the points has.

        CD = r²

    It does not tell which way the line runs.

    Reference: Lin & Hovy (2003), tables 2 and 3.

    >>> round(float(Determination().values(np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 3, 2, 4]]))[0]), 4)
    0.64
    """

    name: ClassVar[str] = "cd"
    about: ClassVar[str] = "coefficient of determination CD = r²"

    def values(self, x: Array, y: Array) -> Array:
        """Return r² of each row."""
        return pearson(x, y) ** 2


class RegressionT(Coefficient):
    """The t of the slope of a linear regression, with n - 2 degrees of freedom.

        LR_t = r √((n − 2) / (1 − r²))

    n is the number of points. It is undefined for fewer than three, and where all lie on a line.

    Reference: Lin & Hovy (2003), tables 2 and 3.

    >>> round(float(RegressionT().values(np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 3, 2, 4]]))[0]), 4)
    1.8856
    """

    name: ClassVar[str] = "lr-t"
    about: ClassVar[str] = "t of linear regression LR_t, n − 2 degrees of freedom"
    why_undefined: ClassVar[str] = "LR_t is not finite: it needs three points that lie on no line"

    def values(self, x: Array, y: Array) -> Array:
        """Return t of each row."""
        r = pearson(x, y)
        n = (~np.isnan(x + y)).sum(axis=-1)
        spread = 1 - r * r
        defined = (n >= _FEWEST) & (spread > 0)
        return np.where(defined, r * np.sqrt(np.maximum(n - 2, 0) / np.where(defined, spread, 1.0)), np.nan)
