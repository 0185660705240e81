"""Krippendorff's α."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.agreement.answers import Answers, beyond_chance, several, weighted_means, weighted_sums
from steelyard.inference.agreement.coefficient import AgreementCoefficient

Array = NDArray[Any]


class Alpha(AgreementCoefficient):
    """Agreement beyond that of answers drawn, without replacement, from all that were given; for any distance.

        α = 1 − Do / De, De over all pairs of the answers given

    Reference: Krippendorff (2004), Content Analysis.

    >>> import steelyard as sy
    >>> rows = [("a", "ann", "yes"), ("a", "bob", "yes"), ("b", "ann", "no"), ("b", "bob", "yes")]
    >>> sy.agree(rows, "alpha").value("alpha")
    0.0
    """

    name: ClassVar[str] = "alpha"
    chance: ClassVar[str] = "answers are drawn without replacement from all that were given (Krippendorff)"
    apart: ClassVar[str] = "distance"

    def values(self, answers: Answers, weights: Array) -> Array:
        """Return α of each resample."""
        pairs = answers.pairs
        shares, total = answers.shares(weights)
        if answers.far is None:
            # Krippendorff's ordinal distance is the squared difference of the middles of ranks
            middles = np.cumsum(shares, axis=1) - shares / 2
            expected = 2 * ((shares * middles**2).sum(axis=1) - (shares * middles).sum(axis=1) ** 2)
            apart = _ordinal_apart(answers, weights, middles)
        else:
            expected = answers.far.expected(shares, shares, np.arange(len(pairs.scale)))
            apart = weighted_means(weights, answers.apart(answers.far) * 2 / (pairs.counts - 1)) * weights.sum(axis=1)
        return beyond_chance(apart / total, expected * total / (total - 1), several(shares))


def _ordinal_apart(answers: Answers, weights: Array, middles: Array) -> Array:
    pairs = answers.pairs
    size, item = len(pairs.scale), pairs.item[pairs.first]
    # the same two answers are the same distance apart, so they are counted together
    cells, cell = np.unique(pairs.answer[pairs.first] * size + pairs.answer[pairs.second], return_inverse=True)
    counts = weighted_sums(cell, item, weights, len(cells), 2 / (pairs.counts[item] - 1))
    return np.asarray((counts * (middles[:, cells // size] - middles[:, cells % size]) ** 2).sum(axis=1))
