"""What must hold whatever is put in: only errors of ours, values within bounds, the same bits in any company."""

from __future__ import annotations

import io
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

import numpy as np

from steelyard.cli import main
from steelyard.errors import SteelyardError
from steelyard.scores import Scores

#: A case that takes longer hangs, or its input should have been refused; sizes are small.
SECONDS = 120
#: What rounding may add to a bound.
SLACK = 1e-9
_CODES = (0, 2)


class Broken(Exception):
    """Something that must hold does not."""


@contextmanager
def bounded_time() -> Iterator[None]:
    """End what hangs."""

    def end(*_: object) -> None:
        raise Broken(f"no end after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def quiet() -> Iterator[io.TextIOWrapper]:
    """Keep what is printed, and give what is said on standard error."""
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(errors), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield errors


def attempted(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or None if it is refused with a message; whatever else it raises comes through."""
    try:
        return call()
    except SteelyardError as error:
        if not str(error):
            raise Broken("an error without a message") from error
        return None


def answered(arguments: list[str]) -> None:
    """Run the command line, which may answer or refuse, in one line that steers no terminal."""
    with quiet() as errors:
        code = main(arguments)
        errors.seek(0)
        said = errors.read()
    if code not in _CODES:
        raise Broken(f"exit code {code}: steelyard {' '.join(map(repr, arguments))}: {said.strip()[-400:]}")
    if code and not said.strip():
        raise Broken(f"a refusal without a word: steelyard {' '.join(map(repr, arguments))}")
    if any(not (sign.isprintable() or sign == "\n") for sign in said):
        raise Broken(f"a message with control characters: {said!r}")


def within_bounds(scores: Scores) -> None:
    """See that all scores of measures lie within what these declare."""
    for statistics in scores.statistics:
        low, high = statistics.measure.bounds
        for level in ("system", "segment"):
            values = statistics.scores(level)[2]
            wrong = ~(np.isnan(values) | (values >= low - SLACK) & (values <= high + SLACK))
            if wrong.any():
                raise Broken(f"{statistics.label}: {values[wrong][0]!r} at level {level} is not within {low} … {high}")


def same_bits(what: str, left: Any, right: Any) -> None:
    """See that two arrays hold the very same numbers; undefined is undefined."""
    a, b = (np.where(np.isnan(side), np.nan, side) for side in (np.asarray(left, float), np.asarray(right, float)))
    if a.shape != b.shape or a.tobytes() != b.tobytes():
        raise Broken(f"{what}: {a.tolist()} and {b.tolist()}")
