"""MQM annotations as judgements: an output's score by one rater is minus the sum of the penalties of its errors.

A file is TSV with a heading and a row for each error; an output without errors has one row of severity No-error.

    system seg rater category severity                                                  seg (or id) as in `rows`
    system doc doc_id seg_id rater source target category severity                      as Google published them
    system doc docSegId globalSegId rater source target category severity metadata      later ones

Weights are those of Freitag et al. (2021), Experts, Errors, and Context. Published rows are placed by `mqm_segments`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import TypeVar

from steelyard.corpus.corpus import Judgement
from steelyard.corpus.formats.rows import Rows
from steelyard.corpus.formats.segments import plain
from steelyard.errors import FormatError, SpecError, suggestion

DIMENSION = "mqm"
#: Severity, or severity:category → penalty.
WEIGHTS: Mapping[str, float] = {
    "Major": 5.0,
    "Major:Non-translation": 25.0,
    "Minor": 1.0,
    "Minor:Fluency/Punctuation": 0.1,
    "Neutral": 0.0,
    "No-error": 0.0,
}
_RATER = ("rater", "assessor")
_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True)
class Weights:
    """Penalties by severity, and by severity and category; the most specific counts.

    A category stands for all below it: Minor:Fluency for Minor:Fluency/Grammar too. Case does not matter.
    """

    given: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.given, Mapping):
            raise SpecError(f"weights={self.given!r} is not possible; expected a mapping, as {{'Major': 5}}")
        for name, weight in self.given.items():
            severity, colon, category = name.partition(":") if isinstance(name, str) else ("", "", "")
            if not severity.strip() or (colon and not category.strip()):
                raise SpecError(f"{name!r} has no weight; expected a severity, or severity:category, as Minor:Fluency")
            if not isinstance(weight, Real) or isinstance(weight, bool) or not 0 <= weight < math.inf:
                raise SpecError(f"the weight of {name} is {weight!r}; expected a number from 0")

    @property
    def table(self) -> dict[str, float]:
        """All weights: those given, and the others as they are."""
        known = {_folded(name): name for name in WEIGHTS}
        return {**WEIGHTS, **{known.get(_folded(name), name): float(weight) for name, weight in self.given.items()}}

    def __str__(self) -> str:
        return ",".join(f"{name}={plain(weight)}" for name, weight in self.table.items())

    def penalties(self, rows: Rows) -> list[float]:
        """Return the penalty of each row."""
        self._check_used(rows)
        table = {_folded(name): weight for name, weight in self.table.items()}
        found: dict[tuple[str, str], float] = {}
        penalties = []
        for n, error in enumerate(zip(rows.columns["severity"], rows.columns["category"], strict=True)):
            if error not in found:
                weight = _weight(table, *error)
                if weight is None:
                    known = sorted({name.partition(":")[0] for name in self.table})
                    raise FormatError(
                        f"{rows.where(n)}: the severity is {error[0]!r:.40}, which has no weight; known: "
                        f"{', '.join(known)}; give it one (--mqm-weight SEVERITY=NUMBER)"
                    )
                found[error] = weight
            penalties.append(found[error])
        return penalties

    def _check_used(self, rows: Rows) -> None:
        """Raise if a weight was given that is for no annotation of the file; it may be misspelt."""
        errors = dict.fromkeys(zip(rows.columns["severity"], rows.columns["category"], strict=True))
        names = {name for severity, category in errors for name in _names(severity, category)}
        known = {_folded(name): name for name in sorted(names)}
        for given in self.given:
            if _folded(given) not in known:
                shown = [name for name in known.values() if (":" in name) == (":" in given)]
                raise SpecError(f"no annotation of {rows.path} has the weight {given!r:.60}" + suggestion(given, shown))


@dataclass(frozen=True)
class Annotations(os.PathLike[str]):
    """A file of MQM annotations, with weights of one's own: severity, or severity:category → penalty."""

    path: str | Path
    weights: Mapping[str, float] = field(default_factory=dict)

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)


def is_mqm(header: Sequence[str]) -> bool:
    """Tell by its heading whether a file holds annotations of errors."""
    return {"category", "severity"} <= set(header) and "score" not in header


def check_header(rows: Rows) -> None:
    """Raise unless systems, raters and segments are named."""
    header = set(rows.header)
    placed = {"seg", "id", "seg_id", "globalSegId"} & header or ("doc" in header and {"doc_id", "docSegId"} & header)
    if "system" not in header or len(header & set(_RATER)) != 1 or not placed or {"seg", "id"} <= header:
        raise FormatError(
            f"{rows.path}, line 1: the columns are {', '.join(rows.header)}; expected for MQM annotations system, seg "
            f"(or id, or doc and doc_id or docSegId, or seg_id or globalSegId), rater, category and severity"
        )


def judgements(rows: Rows, segments: Sequence[int], weights: Weights) -> tuple[Judgement, ...]:
    """Return a judgement for each output and rater."""
    found = totals(rows, segments, weights)
    return tuple(Judgement(system, n, rater, DIMENSION, value) for (system, n, rater), value in found.items())


def totals(rows: Rows, segments: Sequence[_Name], weights: Weights) -> dict[tuple[str, _Name, str], float]:
    """Return (system, segment, rater) → minus the sum of penalties, in order of appearance."""
    penalties: dict[tuple[str, _Name, str], list[float]] = {}
    outputs = zip(rows.columns["system"], segments, rows.column(*_RATER), strict=True)
    for output, penalty in zip(outputs, weights.penalties(rows), strict=True):
        penalties.setdefault(output, []).append(penalty)
    return {output: 0.0 - math.fsum(some) for output, some in penalties.items()}


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
