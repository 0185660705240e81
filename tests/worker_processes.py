"""Processes that annotate and still run, as the system lists them."""

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_PATIENCE = 120


def workers(cache: Path) -> set[int]:
    """Return the workers of those who keep annotations in a folder, which is each test's own."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            command, environment = ((folder / name).read_bytes().split(b"\0") for name in ("cmdline", "environ"))
        except OSError:
            continue
        ours = f"STEELYARD_CACHE={cache}".encode() in environment
        if state != "Z" and ours and b"steelyard.providers.worker" in command:
            found.add(int(folder.name))
    return found


def gone(cache: Path) -> bool:
    """Wait until no such worker runs any more; tell whether that came to pass before all patience was lost."""
    return waited_for(lambda: not workers(cache))


def wait_for_lines(log: Path, count: int) -> None:
    """Wait until a parser has been called with so many lines."""
    assert waited_for(lambda: log.exists() and len(log.read_text().splitlines()) >= count)


def waited_for(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, long enough for any machine, however busy; tell whether it came to hold."""
    end = time.monotonic() + _PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def begun(command: list[str], ignored: Sequence[int] = (), **options) -> subprocess.Popen:
    """Begin a program that heeds all signals but some, also where whoever runs the tests ignores others."""

    def heed() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

    return subprocess.Popen(command, start_new_session=True, preexec_fn=heed, **options)
