"""One timed call in a process of its own.

    python -m benchmarks.worker CALL FOLDER      prints {"cpu", "wall", "peak", "scores"} as JSON

The clock runs around the scoring call only. Reading the files, imports and a first call on one segment, in
which every tool does what it does once per process, come before it. The peak is the process's, in bytes.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

from benchmarks.contestants import CALLS, Texts


def load(folder: Path) -> Texts:
    """Read ref.txt and every hyp*.txt of a folder."""
    outputs = {path.stem: _lines(path) for path in sorted(folder.glob("hyp*.txt"))}
    return Texts(outputs, _lines(folder / "ref.txt"))


def peak_bytes(usage: resource.struct_rusage) -> int:
    """Return the highest resident size; Linux counts in KiB, macOS in bytes."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of the processes it has started, such as a Java machine."""
    ticks = 0
    for child in _children():
        fields = (child / "stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def _children_s_peak() -> int:
    statuses = ((child / "status").read_text() for child in _children())
    return max((int(status.partition("VmHWM:")[2].split()[0]) * 1024 for status in statuses), default=0)


def _children() -> list[Path]:
    """Return the folders of running child processes, as Linux has them; of no other system."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return [Path("/proc") / number for number in listed.read_text().split()] if listed.exists() else []


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").rstrip("\n").split("\n")


def _main(call: str, folder: Path) -> None:
    texts = load(folder)
    CALLS[call](texts.first(1))()
    score = CALLS[call](texts)
    wall, cpu = time.perf_counter(), _cpu_seconds()
    scores = score()
    cpu, wall = _cpu_seconds() - cpu, time.perf_counter() - wall
    peak = max(peak_bytes(resource.getrusage(resource.RUSAGE_SELF)), _children_s_peak())
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak, "scores": scores}))


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]))
