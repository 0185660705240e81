"""Processes that annotate and still run, as the system lists them."""

import time
from pathlib import Path


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
        if state != "Z" and ours and b"steelyard.text.annotation.worker" in command:
            found.add(int(folder.name))
    return found


def gone(cache: Path, seconds: float) -> bool:
    """Tell whether no such worker runs any more, at the latest after some seconds."""
    end = time.monotonic() + seconds
    while workers(cache) and time.monotonic() < end:
        time.sleep(0.05)
    return not workers(cache)
