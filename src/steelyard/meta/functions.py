"""A user's Python function as a measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import InputError, SpecError

_SHOWN = 120


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

    def scores(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """Return one score per output; nan where the function gives None.

        A batched function is called once, any other once per output. What it raises becomes an InputError that names
        the text.
        """
        if not self.batched:
            pairs = enumerate(zip(outputs, references, strict=True))
            return np.array([self._one(n, output, list(several)) for n, (output, several) in pairs], float)
        try:
            given = self.function(list(outputs), [list(several) for several in references])
            values = list(given)
        except Exception as error:
            raise InputError(f"{self.name} failed on all {len(outputs):,} texts at once: {_told(error)}") from error
        if len(values) != len(outputs):
            raise InputError(f"{self.name} gave {len(values):,} scores for {len(outputs):,} texts; expected one each")
        return np.array([self._number(value, n, outputs[n], references[n]) for n, value in enumerate(values)], float)

    def _one(self, number: int, output: str, references: list[str]) -> float:
        try:
            value = self.function(output, references)
        except Exception as error:
            where = self._where(number, output, references)
            raise InputError(f"{self.name} failed on {where}: {_told(error)}") from error
        return self._number(value, number, output, references)

    def _number(self, value: Any, number: int, output: str, references: Sequence[str]) -> float:
        if value is None:
            return float("nan")
        try:
            if isinstance(value, str | bytes):
                raise TypeError
            return float(value)
        except (TypeError, ValueError):
            where = self._where(number, output, references)
            raise InputError(f"{self.name} gave {_cut(repr(value))} for {where}; expected a number") from None

    def _where(self, number: int, output: str, references: Sequence[str]) -> str:
        return f"text {number} (output {_cut(repr(output))}, reference {_cut(repr(references[0]))})"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {_cut(str(error))}" if str(error) else type(error).__name__


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
