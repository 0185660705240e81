"""A user's Python function as a measure: the mean of what it gives for each segment."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.arguments import public
from steelyard.errors import InputError, SegmentError, SpecError
from steelyard.loading import Origin, digest_of, printing_to, said, shortened
from steelyard.measures.kinds.base import Array, Mean, Measure, option
from steelyard.results.numbers import LARGEST
from steelyard.text import Batch

#: As many texts without a single score are enough to give a function up.
PATIENCE = 100
#: An output and its references.
Pair = tuple[str, Sequence[str]]


@dataclass(frozen=True)
class FunctionFailures:
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


@dataclass(frozen=True, kw_only=True, eq=False)
class FunctionMeasure(Mean):
    """The mean over segments of a function of an output and its references.

    Statistics: the sum of the values, how many there are, and how many are undefined (None or nan).
    """

    name: ClassVar[str]
    family: ClassVar[str] = "function"
    undefined: ClassVar[str] = "the function gave none"
    function: ClassVar[Callable[..., Any]]

    better: str = option("higher", "which scores are the better ones", ("higher", "lower"))
    batch: bool = option(False, "the function takes all outputs, and the references of each, at once")
    low: float | None = option(None, "lowest possible score, where it is known")
    high: float | None = option(None, "highest possible score, where it is known")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        """Whether a better output scores higher."""
        return self.better == "higher"

    @property
    def bounds(self) -> tuple[float, float]:  # type: ignore[override]
        """Lowest and highest possible score."""
        return -math.inf if self.low is None else self.low, math.inf if self.high is None else self.high

    @property
    def digits(self) -> int:
        """Decimals that scores are shown with."""
        return 4

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionMeasure) and self._identity() == other._identity()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin is None or not self.origin.place:
            return _restored, (self.function, self.name, self.settings())
        return _opened_again, (self.origin, self.name, self.settings())

    def __hash__(self) -> int:
        return hash((self.name, self.better, self.batch))

    def _identity(self) -> tuple[Any, ...]:
        return self.name, self.function, self.better, self.batch, self.bounds

    def __str__(self) -> str:
        return super().__str__() if self.origin is not None and self.origin.written else self.name

    def values(self, batch: Batch) -> Array:
        """Return the function's value for each segment; what is no number is refused."""
        pairs = batch.texts()
        scores = np.empty(len(pairs))
        for row, attempt in enumerate(self._attempts(pairs)):
            score = _number(attempt)
            if score is None:
                raise SegmentError(row, _problem(attempt)) from _cause(attempt)
            scores[row] = score
        return scores

    def tried(self, pairs: Sequence[Pair]) -> tuple[NDArray[np.float64], FunctionFailures | None]:
        """Return one score per pair, nan where the function gives None or fails, and how often it failed, if it did.

        A batch function is called once, any other once per pair. One that fails on every text is an InputError, and
        so is one that fails on `PATIENCE` texts before its first score (if not batch), or a batch one that raises.
        """
        patience = len(pairs) if self.batch else min(PATIENCE, len(pairs))
        scores: list[float] = []
        failed, first = 0, ""
        for n, attempt in enumerate(self._attempts(pairs)):
            score = _number(attempt)
            scores.append(math.nan if score is None else score)
            if score is None:
                failed, first = failed + 1, first or self._failure(attempt, n, *pairs[n])
            if failed == n + 1 == patience:
                every = f"{failed:,} texts" if failed == len(pairs) else f"of the first {failed} texts"
                raise InputError(f"{first}; so it did with all {every}") from _cause(attempt)
        return np.array(scores, float), FunctionFailures(len(pairs), failed, first) if failed else None

    def _attempts(self, pairs: Sequence[Pair]) -> Iterator[Any]:
        """Yield what the function gives for each pair, or what it raises."""
        if self.batch:
            yield from self._together(pairs)
            return
        for output, references in pairs:
            with self._silent():
                try:
                    value = self.function(output, list(references))
                except (Exception, SystemExit) as error:
                    value = _Raised(error)
            yield value

    def _together(self, pairs: Sequence[Pair]) -> list[Any]:
        with self._silent():
            try:
                values = list(self.function([output for output, _ in pairs], [list(texts) for _, texts in pairs]))
            except (Exception, SystemExit) as error:
                problem = said(error)
                raise InputError(f"{self.name} failed on all {len(pairs):,} texts at once: {problem}") from error
        if len(values) != len(pairs):
            raise InputError(f"{self.name} gave {len(values):,} scores for {len(pairs):,} texts; expected one each")
        return values

    @contextmanager
    def _silent(self) -> Iterator[None]:
        """Refuse what the function prints on standard output, which is for results; one thread at a time runs it."""
        printed = io.StringIO()
        with printing_to(printed):
            yield
        if text := printed.getvalue():
            raise InputError(
                f"{self.name} printed {shortened(repr(text))} on standard output, which is for results; "
                f"take the print out, or print to sys.stderr"
            )

    def _failure(self, attempt: Any, number: int, output: str, references: Sequence[str]) -> str:
        where = f"text {number} (output {shortened(repr(output))}, reference {shortened(repr(references[0]))})"
        if isinstance(attempt, _Raised):
            return f"{self.name} failed on {where}: {said(attempt.error)}"
        return f"{self.name} gave {shortened(repr(attempt))} for {where}; {_expected(attempt)}"


def function_kind(function: Callable[..., Any], name: str) -> type[FunctionMeasure]:
    """Return the class of the measures that a function gives."""
    if isinstance(function, type) or not callable(function):
        raise SpecError(f"{function!r} is no function; give one that takes an output and its references")
    body = {"__doc__": function.__doc__, "name": name, "function": staticmethod(function)}
    return type("FunctionMeasure", (FunctionMeasure,), body)


@public
def as_measure(
    function: Callable[..., Any],
    name: str = "",
    *,
    better: str = "higher",
    batch: bool = False,
    low: float | None = None,
    high: float | None = None,
) -> Measure:
    """Return a function f(output, references) → number as a measure.

    name        what it is called in results; by default, the function's own name
    better      "higher" or "lower": which scores are the better ones
    batch       whether it takes all outputs, and the references of each, at once, and gives as many numbers
    low, high   lowest and highest possible score, where they are known

    >>> as_measure(lambda output, references: len(output), "length").name
    'length'
    """
    kind = function_kind(function, name or getattr(function, "__name__", type(function).__name__))
    return kind(better=better, batch=batch, low=low, high=high, origin=_source(function))


def _restored(function: Callable[..., Any], name: str, settings: dict[str, Any]) -> FunctionMeasure:
    measure = function_kind(function, name)(**settings)
    if measure.origin != (now := _source(function)):
        raise SpecError(f"{name} was {measure.origin}, and is {now}; bring its file back as it was, or score again")
    return measure


def _opened_again(origin: Origin, name: str, settings: dict[str, Any]) -> FunctionMeasure:
    module, function = origin.opened()
    return function_kind(attrgetter(function)(module), name)(**settings)


def _source(function: Callable[..., Any]) -> Origin | None:
    """Return the file of a function, where it can be read, for its digest in the signature."""
    code = getattr(function, "__code__", None)
    try:
        with open(code.co_filename, "rb") as file:  # type: ignore[union-attr]  # noqa: PTH123
            return Origin("", file.name.rpartition("/")[2], digest_of(file.read()))
    except (AttributeError, OSError):
        return None


def _number(value: Any) -> float | None:
    """Return a score as a number, nan for None; None for what is no number, or one that is too large."""
    if value is None:
        return math.nan
    if isinstance(value, str | bytes | _Raised):
        return None
    try:
        number = float(value)
        return None if abs(number) > LARGEST else number
    except Exception:  # whatever the conversion of a user's object raises
        return None


def _cause(attempt: Any) -> BaseException | None:
    return attempt.error if isinstance(attempt, _Raised) else None


def _problem(attempt: Any) -> str:
    if isinstance(attempt, _Raised):
        return f"the function failed: {said(attempt.error)}"
    return f"the function gave {shortened(repr(attempt))}; {_expected(attempt)}"


def _expected(attempt: Any) -> str:
    return f"expected a number up to {LARGEST:g}, or None" if isinstance(attempt, float) else "expected a number"
