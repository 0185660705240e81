"""Processes that annotate and still run, as the system lists them."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class _Running(NamedTuple):
    process: int
    parent: int
    group: int
    command: str


def _running() -> Iterator[_Running]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if state != "Z" and "annotation.worker" in command:
            yield _Running(int(folder.name), int(parent), int(group), command)


def own_workers(mark: str) -> set[int]:
    """Return the workers of this process whose command line holds a mark."""
    return {one.process for one in _running() if one.parent == os.getpid() and mark in one.command}


def workers_of(group: int) -> set[int]:
    """Return the workers of a process group, which outlive the process that it is named after."""
    return {one.process for one in _running() if one.group == group}


def gone(group: int, seconds: float) -> bool:
    """Tell whether no worker of a process group runs any more, at the latest after some seconds."""
    end = time.monotonic() + seconds
    while workers_of(group) and time.monotonic() < end:
        time.sleep(0.05)
    return not workers_of(group)
