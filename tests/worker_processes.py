"""Processes that annotate and still run, as the system lists them."""

import time
from pathlib import Path


def workers(mark: str = "annotation.worker") -> set[int]:
    """Return the workers whose command line holds a mark."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if state != "Z" and "annotation.worker" in command and mark in command:
            found.add(int(folder.name))
    return found


def gone(mark: str, seconds: float) -> bool:
    """Tell whether no such worker runs any more, at the latest after some seconds."""
    end = time.monotonic() + seconds
    while workers(mark) and time.monotonic() < end:
        time.sleep(0.05)
    return not workers(mark)
