"""Penalties of MQM annotations by severity and category: those of Freitag et al. (2021), Experts, Errors, and Context,
or one's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real

from steelyard.corpus.segments import plain
from steelyard.errors import FormatError, SpecError, suggestion, worded
from steelyard.files.rows import Rows

#: Severity, or severity:category → penalty.
WEIGHTS: Mapping[str, float] = {
    "Major": 5.0,
    "Major:Non-translation": 25.0,
    "Minor": 1.0,
    "Minor:Fluency/Punctuation": 0.1,
    "Neutral": 0.0,
    "No-error": 0.0,
}


@dataclass(frozen=True)
class Weights:
    """Penalties by severity, and by severity and category; the most specific counts.

    A category stands for all below it: Minor:Fluency for Minor:Fluency/Grammar too. Case does not matter.
    """

    own: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.own, Mapping):
            raise SpecError(f"weights={self.own!r} is not possible; expected a mapping, as {{'Major': 5}}")
        for name, weight in self.own.items():
            severity, colon, category = name.partition(":") if isinstance(name, str) else ("", "", "")
            if not severity.strip() or (colon and not category.strip()):
                raise SpecError(f"{name!r} has no weight; expected a severity, or severity:category, as Minor:Fluency")
            if not isinstance(weight, Real) or isinstance(weight, bool) or not 0 <= weight < math.inf:
                raise SpecError(f"the weight of {name} is {weight!r}; expected a number from 0")

    @property
    def table(self) -> dict[str, float]:
        """All weights: those given, and the others as they are."""
        standard = {_folded(name): name for name in WEIGHTS}
        return {**WEIGHTS, **{standard.get(_folded(name), name): float(weight) for name, weight in self.own.items()}}

    def __str__(self) -> str:
        return ",".join(f"{name}={plain(weight)}" for name, weight in self.table.items())

    def penalties(self, rows: Rows) -> list[float]:
        """Return the penalty of each row."""
        self._check_used(rows)
        table = {_folded(name): weight for name, weight in self.table.items()}
        weights: dict[tuple[str, str], float] = {}
        penalties = []
        for n, error in enumerate(zip(rows.columns["severity"], rows.columns["category"], strict=True)):
            if error not in weights:
                weight = _weight(table, *error)
                if weight is None:
                    severities = sorted({name.partition(":")[0] for name in self.table})
                    raise FormatError(
                        f"{rows.where(n)}: the severity is {error[0]!r:.40}, which has no weight; known: "
                        f"{', '.join(severities)}; give it one "
                        f"({worded('--mqm-weight SEVERITY=NUMBER', 'sy.MQMAnnotations(path, {severity: number})')})"
                    )
                weights[error] = weight
            penalties.append(weights[error])
        return penalties

    def _check_used(self, rows: Rows) -> None:
        """Raise if a weight was given that is for no annotation of the file; it may be misspelt."""
        errors = dict.fromkeys(zip(rows.columns["severity"], rows.columns["category"], strict=True))
        names = {name for severity, category in errors for name in _names(severity, category)}
        used = {_folded(name): name for name in sorted(names)}
        for weight in self.own:
            if _folded(weight) not in used:
                alike = [name for name in used.values() if (":" in name) == (":" in weight)]
                raise SpecError(
                    f"no annotation of {rows.path} has the weight {weight!r:.60}" + suggestion(weight, alike)
                )


def _folded(name: str) -> str:
    """Return the name of a weight as it is looked up; Google's files write Non-translation with an exclamation mark."""
    severity, _, category = name.partition(":")
    return f"{severity.strip().lower()}:{category.strip().lower().rstrip('!')}".rstrip(":")


def _weight(table: Mapping[str, float], severity: str, category: str) -> float | None:
    return next((table[_folded(name)] for name in _names(severity, category) if _folded(name) in table), None)


def _names(severity: str, category: str) -> list[str]:
    """Return the names of weights that an error may have, the most specific first."""
    parts = category.split("/")
    return [*(f"{severity}:{'/'.join(parts[:length])}" for length in range(len(parts), 0, -1)), severity]
