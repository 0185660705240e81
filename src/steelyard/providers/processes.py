"""Worker processes: a parser may crash or hang, and costs no more than the line it was at."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Event
from typing import Any

from steelyard.errors import MissingResource, Stopped

_LOADING = 300.0
_READ = 1 << 16
#: How often it is looked whether work is to stop, in seconds.
_GLANCE = 0.1
_DYING = 5.0


class Lost(Exception):
    """The process died, took too long, or the parser raised an error: what follows was not annotated."""


class Worker:
    """A process that annotates lines by one parser; an event that is set stops the waiting for it."""

    def __init__(self, parser: str, seconds: float, stop: Event) -> None:
        self._seconds = seconds
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (kept for as long as the process)
        # Answers have a pipe of their own, for a parser may print what it likes.
        self._answers, theirs = os.pipe()
        # In a session of its own, Ctrl-C does not reach it: we end it when we have kept what is done.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "steelyard.providers.worker", parser, str(theirs)], stdin=subprocess.PIPE,
            stdout=self._errors, stderr=self._errors, env=_environment(), pass_fds=(theirs,), start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self._replies: deque[bytes] = deque()
        self._rest = b""
        try:
            self._reply(_LOADING, stop)
        except BaseException as error:
            self.close()
            if isinstance(error, Lost):
                raise MissingResource(f"parser={parser} cannot be started: {error}") from None
            raise

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def annotate(self, lines: Sequence[str], stop: Event) -> Iterator[dict[str, Any]]:
        """Yield what was found, line by line, as often as the parser has something to say; raises Lost where it ends.

        The process can be used again if it is still alive and all was taken.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(lines).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Lost(self._death()) from None
        while "end" not in (reply := self._reply(self._seconds, stop)):
            yield reply
        if reply["end"] is not None:
            raise Lost(reply["end"])

    def close(self) -> None:
        """End the process."""
        self._end()
        os.close(self._answers)
        self._errors.close()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _reply(self, seconds: float, stop: Event) -> dict[str, Any]:
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._answers, selectors.EVENT_READ)
            while not self._replies:
                if stop.is_set():
                    raise Stopped("nobody waits for the answer any more")
                left = end - time.monotonic()
                if ready.select(min(max(left, 0.0), _GLANCE)):
                    self._read()
                elif left <= 0:
                    self._end()
                    raise Lost(f"no answer within {seconds:g} s")
        try:
            reply = json.loads(self._replies.popleft())
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            self._end()
            raise Lost("its answer cannot be read")
        return reply

    def _read(self) -> None:
        block = os.read(self._answers, _READ)
        if not block:
            raise Lost(self._death())
        *whole, self._rest = (self._rest + block).split(b"\n")
        self._replies.extend(whole)

    def _death(self) -> str:
        try:
            code = self._process.wait(_DYING)
        except subprocess.TimeoutExpired:
            self._end()
            return "it closed its pipe"
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        how = f"it was ended by signal {-code}" if code < 0 else f"it ended with code {code}"
        return how + (f" ({said[-1].strip()[:200]})" if said else "")


def _environment() -> dict[str, str]:
    """Return the environment of a worker: one thread each, and modules found where they are found here."""
    path = os.pathsep.join(folder for folder in sys.path if folder)
    return os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
