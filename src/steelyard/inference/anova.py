"""Single-factor analysis of variance: do the means of several groups differ?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.errors import InputError
from steelyard.inference.checks import as_numbers
from steelyard.results.result import Result
from steelyard.results.signature import Signature
from steelyard.statistics.distributions import f_upper

Array = NDArray[Any]


@dataclass(frozen=True, repr=False)
class Anova(Result):
    """F of the group means with its degrees of freedom, p, and the effect η²: the share of variance between groups.

    means     group → mean; n values in all, `missing` ones (nan) left out
    """

    f: float
    p: float
    between: int
    within: int
    effect: float
    means: dict[str, float]
    n: int
    missing: int
    reason: str | None = None
    signature: Signature = Signature.of("anova", design="one-way", missing="left out")


@public
def anova(groups: Mapping[str, Sequence[float] | Array]) -> Anova:
    """Test whether the means of groups are all the same, supposing normal values of one variance (Fisher).

    >>> found = anova({"HEAD": [5, 6, 7, 6], "HUM": [7, 8, 9, 8]})
    >>> found.f, found.between, found.within, round(found.p, 4), found.effect
    (12.0, 1, 6, 0.0134, 0.66...)
    """
    if not isinstance(groups, Mapping):
        raise InputError(f"groups={type(groups).__name__} is not possible; give the values of each group by its name")
    if len(groups) < 2:
        raise InputError(f"an analysis of variance needs two groups or more, there are {len(groups)}")
    values = {name: as_numbers(group).reshape(-1) for name, group in groups.items()}
    kept = {name: group[~np.isnan(group)] for name, group in values.items()}
    if empty := [name for name, group in kept.items() if not len(group)]:
        raise InputError(f"the group {empty[0]!r} has no values; leave it out")
    if any(np.isinf(group).any() for group in kept.values()):
        raise InputError("an analysis of variance cannot take infinite numbers")
    pooled = np.concatenate(list(kept.values()))
    n, missing = len(pooled), sum(map(len, values.values())) - len(pooled)
    between, within = len(kept) - 1, n - len(kept)
    means = {name: float(group.mean()) for name, group in kept.items()}
    middle = pooled.mean()
    inside = sum(float(((group - group.mean()) ** 2).sum()) for group in kept.values())
    across = sum(len(group) * float((group.mean() - middle) ** 2) for group in kept.values())
    undefined = (math.nan, math.nan, between, within, math.nan, means, n, missing)
    if within < 1:
        return Anova(*undefined, "every group has one value; nothing tells how far values scatter within a group")
    if np.ptp(pooled) == 0:
        return Anova(*undefined, "all values are the same")
    if across + inside == 0 or (inside == 0 and any(np.ptp(group) > 0 for group in kept.values())):
        return Anova(*undefined, "the values differ by less than their squares can tell; scale them up")
    effect = across / (across + inside)
    if inside == 0:
        return Anova(math.inf, 0.0, between, within, 1.0, means, n, missing, "no group has any variance within")
    f = (across / between) / (inside / within)
    return Anova(f, f_upper(f, between, within), between, within, effect, means, n, missing)
