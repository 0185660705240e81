"""Pearson's r."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from steelyard.inference.correlation.coefficient import Coefficient
from steelyard.inference.correlation.series import pearson

Array = NDArray[Any]


class Pearson(Coefficient):
    """How far points lie on a line.

        r = Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²)

    It is about distances, so one outlier may make it. p by Student's t supposes that both sides are normal.

    Reference: Pearson (1895), Note on regression and inheritance in the case of two parents.

    >>> import numpy as np
    >>> round(float(Pearson().values(np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 3, 2, 4]]))[0]), 4)
    0.8
    """

    name: ClassVar[str] = "pearson"
    about: ClassVar[str] = "Pearson's r"
    student: ClassVar[bool] = True

    def values(self, x: Array, y: Array) -> Array:
        """Return r of each row."""
        return pearson(x, y)
