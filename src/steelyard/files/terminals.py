"""Terminals that bytes for files are written to: nothing in them may steer one."""

from __future__ import annotations

import codecs
import io
from typing import IO, Any, cast

from steelyard.characters import harmless


def guarded(file: IO[bytes]) -> IO[bytes]:
    """Return a file as it is, or, where it is a terminal, one that shows there what is written as visible text."""
    return cast(IO[bytes], _Guarded(file)) if file.isatty() else file


class _Guarded(io.BufferedIOBase):
    """A terminal that is handed visible text only; bytes that are no UTF-8 are shown as escapes."""

    def __init__(self, terminal: IO[bytes]) -> None:
        self._terminal = terminal
        # Writers may part their bytes anywhere.
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def writable(self) -> bool:
        """Tell that it can be written to."""
        return True

    def write(self, content: Any) -> int:
        """Show what bytes hold."""
        self._terminal.write(harmless(self._decoder.decode(bytes(content))).encode())
        return len(content)

    def flush(self) -> None:
        """Hand on what is there."""
        self._terminal.flush()
