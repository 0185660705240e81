"""A user's Python function as a measure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError

#: As many texts without a single score are enough to give a function up.
PATIENCE = 100
_SHOWN = 120


@dataclass(frozen=True)
class Failures:
    """In how many of its calls a function failed, and what it said the first time."""

    calls: int
    failed: int
    first: str

    def to_dict(self) -> dict[str, Any]:
        """Return the failures as the JSON output has them."""
        return {**vars(self)}


@dataclass(frozen=True)
class _Raised:
    """What a function raised instead of giving a score."""

    error: BaseException


@dataclass(frozen=True)
class MeasureFunction:
    """A function that scores an output against its references.

    function          f(output, references) → a number; or, where batched, f(outputs, references of each) → numbers
    name              what it is called in results; by default, the function's own name
    higher_is_better  whether a better output scores higher
    batched           whether the function takes all outputs at once
    bounds            lowest and highest possible score, where they are known
    """

    function: Callable[..., Any]
    name: str = ""
    higher_is_better: bool = True
    batched: bool = False
    bounds: tuple[float, float] = (-math.inf, math.inf)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise SpecError(f"{self.function!r} is no function; give one that takes an output and its references")
        if not self.name:
            object.__setattr__(self, "name", getattr(self.function, "__name__", type(self.function).__name__))

    def tried(
        self, outputs: Sequence[str], references: Sequence[Sequence[str]]
    ) -> tuple[NDArray[np.float64], Failures | None]:
        """Return one score per output, nan where the function gives None or fails, and how often it failed, if it did.

        A batched function is called once, any other once per output. One that fails on every text is an InputError, and
        so is one that fails on `PATIENCE` texts before its first score (if not batched), or a batched one that raises.
        """
        pairs = list(zip(outputs, references, strict=True))
        attempts = self._batch(outputs, references) if self.batched else itertools.starmap(self._one, pairs)
        patience = len(pairs) if self.batched else min(PATIENCE, len(pairs))
        scores: list[float] = []
        failed, first = 0, ""
        for n, attempt in enumerate(attempts):
            score = _number(attempt)
            scores.append(math.nan if score is None else score)
            if score is None:
                failed, first = failed + 1, first or self._failure(attempt, n, *pairs[n])
            if failed == n + 1 == patience:
                every = f"{failed:,} texts" if failed == len(pairs) else f"of the first {failed} texts"
                cause = attempt.error if isinstance(attempt, _Raised) else None
                raise InputError(f"{first}; so it did with all {every}") from cause
        return np.array(scores, float), Failures(len(pairs), failed, first) if failed else None

    def _one(self, output: str, references: Sequence[str]) -> Any:
        """Return what the function gives, or what it raises."""
        try:
            return self.function(output, list(references))
        except (Exception, SystemExit) as error:
            return _Raised(error)

    def _failure(self, attempt: Any, number: int, output: str, references: Sequence[str]) -> str:
        where = f"text {number} (output {_cut(repr(output))}, reference {_cut(repr(references[0]))})"
        if isinstance(attempt, _Raised):
            return f"{self.name} failed on {where}: {_told(attempt.error)}"
        return f"{self.name} gave {_cut(repr(attempt))} for {where}; expected a number"

    def _batch(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> list[Any]:
        try:
            values = list(self.function(list(outputs), [list(several) for several in references]))
        except (Exception, SystemExit) as error:
            raise InputError(f"{self.name} failed on all {len(outputs):,} texts at once: {_told(error)}") from error
        if len(values) != len(outputs):
            raise InputError(f"{self.name} gave {len(values):,} scores for {len(outputs):,} texts; expected one each")
        return values


def _number(value: Any) -> float | None:
    """Return a score as a number, nan for None; None for what is no number."""
    if value is None:
        return math.nan
    if isinstance(value, str | bytes):
        return None
    try:
        return float(value)
    except Exception:  # whatever the conversion of a user's object raises
        return None


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {_cut(str(error))}" if str(error) else type(error).__name__


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
