"""A progress bar on standard error, shown only where that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_WIDTH = 24
_NARROWEST = 5
_PAUSE = 0.1
_ERASE = "\r\x1b[K"


@contextmanager
def progress(stream: TextIO | None = None, what: str = "segments") -> Iterator[Callable[[int, int], None] | None]:
    """Give a callback (so many done, so many in all) that draws the bar, or none; the end erases it."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield None
        return
    opened = begun = drawn = time.monotonic()
    last = 0

    def draw(done: int, total: int) -> None:
        nonlocal begun, drawn, last
        now = time.monotonic()
        if done < last:
            # Another round, as when texts are parsed before they are scored, with a speed of its own.
            begun = now
        last = done
        if now - drawn >= _PAUSE:
            drawn = now
            # One place stays free: a full line would wrap on some terminals, and could not be erased.
            stream.write(_ERASE + bar(done, total, now - begun, _columns(stream) - 1, what))
            stream.flush()

    try:
        yield draw
    finally:
        if drawn > opened:
            stream.write(_ERASE)
            stream.flush()


def bar(done: int, total: int, seconds: float, columns: int = 80, what: str = "segments") -> str:
    """Return the bar: share, speed, time left, in at most so many columns."""
    share = done / total if total else 1.0
    speed = done / seconds if seconds > 0 else 0.0
    left = f", {_clock((total - done) / speed)} left" if speed else ""
    text = f"{share:4.0%}, {speed:,.0f} {what}/s{left}"
    width = min(_WIDTH, columns - len(text) - len("[] "))
    if width < _NARROWEST:
        return text.lstrip()[:columns]
    full = round(share * width)
    return f"[{'#' * full}{'.' * (width - full)}] {text}"


def _columns(stream: TextIO) -> int:
    """Return the width of the terminal that is drawn on, which need not be that of standard output."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        import shutil

        return shutil.get_terminal_size().columns


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
