"""Everything steelyard raises on purpose.

    SteelyardError
    ├── InputError            texts or tables that cannot be scored as they are
    │   ├── FormatError       a file that is not what its format asks for
    │   ├── MissingOutputs    a system without an output for some segment
    │   └── SegmentError      a segment that a measure cannot take
    ├── SpecError             an unknown measure, option or value
    ├── NotAdditive           a sum was asked for where no sum exists
    ├── MissingResource       an optional package or data file is not there
    └── Stopped               work that was stopped before its end, as by Ctrl-C

A message says what was found, where, what was expected and what to do. The command line prints it as one
line and leaves with exit code 2. A Notice is no error but a warning, which it prints likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from steelyard.characters import harmless

_in_shell = False


class SteelyardError(Exception):
    """Base of every error that is the input's or the request's fault; no name in its message steers a terminal."""

    def __str__(self) -> str:
        return harmless(super().__str__())


class InputError(SteelyardError):
    """Texts or tables that cannot be scored as they are."""


class FormatError(InputError):
    """A file that is not what its format asks for."""


class MissingOutputs(InputError):
    """A system has no output for some segment."""


class SegmentError(InputError):
    """A segment that a measure cannot take; `row` is its place in the batch, `problem` what is wrong with it."""

    def __init__(self, row: int, problem: str) -> None:
        super().__init__(problem)
        self.row = row
        self.problem = problem


class SpecError(SteelyardError):
    """An unknown measure, option or value."""


class NotAdditive(SteelyardError):
    """A sum was asked for where no sum exists."""


class MissingResource(SteelyardError):
    """An optional package or a data file is not there."""


class Stopped(SteelyardError):
    """Work was stopped before its end, as by Ctrl-C; whoever stopped it knows why."""


class Notice(UserWarning):
    """What is to be known of a run, though its results are what they would be without; it is warned of, not raised."""

    def __str__(self) -> str:
        return harmless(super().__str__())


@contextmanager
def speaking_shell() -> Iterator[None]:
    """Have messages name options of the command line, and not parameters of functions, while it runs."""
    global _in_shell
    before, _in_shell = _in_shell, True
    try:
        yield
    finally:
        _in_shell = before


def worded(shell: str, python: str) -> str:
    """Return what users are to write: on the command line if that is what runs, else in Python."""
    return shell if _in_shell else python


def accepting(*words: str) -> str:
    """Return how to have something accepted that is refused otherwise."""
    quoted = ", ".join(f'"{word}"' for word in words)
    return worded(f"--accept {','.join(words)}", f"accept=[{quoted}]")


def reason(error: OSError | UnicodeDecodeError) -> str:
    """Return why a file could not be read, without its name and number."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is not UTF-8 text"


def suggestion(word: object, names: Iterable[str], alike: float = 0.6) -> str:
    """Return "; did you mean 'x'?" for the names nearest to `word`, or a list of what there is.

    alike  the least share of letters in common, by which a name is near; one of the same letters always is
    """
    from difflib import get_close_matches

    options = sorted(names)
    folded: dict[str, list[str]] = {}
    for option in options:
        folded.setdefault(option.lower(), []).append(option)
    written = str(word).lower()
    nearest = [name for name in folded if sorted(name) == sorted(written)]
    nearest = nearest or get_close_matches(written, folded, n=2, cutoff=alike)
    near = [option for name in nearest for option in folded[name]][:2]
    if near:
        return "; did you mean " + " or ".join(repr(w) for w in near) + "?"
    return "; known: " + ", ".join(options)
