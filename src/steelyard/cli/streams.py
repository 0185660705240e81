"""Standard streams that are closed or cannot be written any more."""

from __future__ import annotations

import io
import os
import sys

from steelyard.characters import visible


def replace_closed() -> None:
    """Put streams in the place of standard output and error where Python found them closed and has none."""
    if sys.stdout is None:
        # A descriptor for reading only: whoever writes learns that it is not possible.
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.open(os.devnull, os.O_RDONLY), "w")), "utf-8")
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def speak_utf8() -> None:
    """Have help written as UTF-8, as results are: the encoding of a locale may lack arrows and Greek letters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def say(line: str) -> None:
    """Print a line on standard error, if it takes one; on a terminal it is broken where the terminal ends.

    Whatever names and texts are in it, nothing breaks the line or steers the terminal.
    """
    try:
        print(_fitting(f"steelyard: {visible(line)}"), file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = io.StringIO()


def _fitting(line: str) -> str:
    """Return a line as it is, or wrapped where it goes to a terminal that is narrower."""
    if not sys.stderr.isatty():
        return line
    import shutil
    import textwrap

    return textwrap.fill(line, shutil.get_terminal_size().columns, break_on_hyphens=False, break_long_words=False)


def give_up_output() -> None:
    """Let go of what standard output does not take.

    Python would try once more when it ends, and print a message and leave with an exit code of its own.
    """
    try:
        sys.stdout.flush()
    except OSError:
        sys.stdout = io.StringIO()
