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
from pathlib import Path
from typing import Any

from steelyard.errors import MissingResource

_LOADING = 300.0
_READ = 1 << 16


class Lost(Exception):
    """The process died or took too long."""


class Worker:
    """A process that annotates lines by one parser."""

    def __init__(self, parser: str, seconds: float) -> None:
        self._seconds = seconds
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (kept for as long as the process)
        # Answers have a pipe of their own, for a parser may print what it likes.
        self._answers, theirs = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "steelyard.text.annotation.worker", parser, str(theirs)],
            stdin=subprocess.PIPE, stdout=self._errors, stderr=self._errors, env=_environment(), pass_fds=(theirs,),
        )  # fmt: skip
        os.close(theirs)
        self._replies: deque[bytes] = deque()
        self._rest = b""
        try:
            self._reply(_LOADING)
        except Lost as lost:
            self.close()
            raise MissingResource(f"parser={parser} cannot be started: {lost}") from None

    def annotate(self, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Yield what was found for each line; raises Lost at the line where the process is lost."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(lines).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Lost(self._death()) from None
        for _ in lines:
            yield self._reply(self._seconds)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        os.close(self._answers)
        self._errors.close()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _reply(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self._answers, selectors.EVENT_READ)
            while not self._replies:
                if not ready.select(max(0.0, end - time.monotonic())):
                    raise Lost(f"no answer within {seconds:g} s")
                block = os.read(self._answers, _READ)
                if not block:
                    raise Lost(self._death())
                *whole, self._rest = (self._rest + block).split(b"\n")
                self._replies.extend(whole)
        reply: dict[str, Any] = json.loads(self._replies.popleft())
        return reply

    def _death(self) -> str:
        code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        how = f"it was ended by signal {-code}" if code < 0 else f"it ended with code {code}"
        return how + (f" ({said[-1].strip()[:200]})" if said else "")


def _environment() -> dict[str, str]:
    """Return the environment of a worker: one thread each, and modules found where they are found here."""
    path = os.pathsep.join(one or str(Path.cwd()) for one in sys.path)
    return os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
