"""Runs the contestants of a task in turn, each time in a fresh process, and keeps the lowest numbers."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.tasks import ALL, FOLDER, TARGETS, Contestant, Target, Task
from benchmarks.worker import peak_bytes

ROOT = Path(__file__).resolve().parent.parent
# One thread for tools that take all cores by themselves, one order of hashing, and one locale for wc.
_ENVIRONMENT = {"RAYON_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Measured:
    """Best CPU and wall seconds over the rounds, lowest peak in bytes, and the scores (none for wc)."""

    cpu: float
    wall: float
    peak: int
    scores: list[float]

    def best(self, other: Measured) -> Measured:
        """Return the lower of each quantity."""
        return Measured(min(self.cpu, other.cpu), min(self.wall, other.wall), min(self.peak, other.peak), self.scores)


Results = dict[str, Measured]


class Library:
    """Folders of texts, made by child processes.

    Linux counts what the parent holds as a child's peak, so this process must stay small, and no peak below
    its own (about 20 MB) can be seen.
    """

    def __init__(self, home: Path, sizes: dict[str, int], summaries: dict[str, tuple[int, int]], ted: Path) -> None:
        self._home, self._sizes, self._summaries, self._ted = home, sizes, summaries, ted

    def generate(self, wanted: set[str]) -> None:
        """Write the largest text that is wanted; smaller ones are its beginning."""
        counts = {name: self._sizes[name] for name in wanted if name in self._sizes}
        if not counts:
            return
        largest = max(counts, key=lambda name: counts[name])
        folder = self._new(largest)
        _run([sys.executable, "-m", "benchmarks.texts", str(folder), str(counts[largest])])
        for name, count in counts.items():
            if name != largest:
                _copy_head(folder, self._new(name), count)

    def folder(self, name: str) -> Path:
        """Return the folder of a text."""
        folder = self._home / name
        if not folder.exists() and name in self._summaries:
            counts = map(str, self._summaries[name])
            _run([sys.executable, "-m", "benchmarks.texts", str(self._new(name)), *counts, "summaries"])
        elif not folder.exists():
            self._make_ted()
        return folder

    def _make_ted(self) -> None:
        folder = self._new("ted")
        if not self._ted.is_dir():
            _run([sys.executable, "-m", "benchmarks.texts", str(folder), "529", "13"])
            return
        shutil.copy(self._ted / "ref.B.txt", folder / "ref.txt")
        for path in self._ted.glob("sys.*.txt"):
            shutil.copy(path, folder / path.name.replace("sys.", "hyp.", 1))

    def _new(self, name: str) -> Path:
        folder = self._home / name
        folder.mkdir()
        return folder


def measure(task: Task, rounds: int, library: Library, say: Callable[[str], None]) -> Results:
    """Return the best of all rounds for every contestant; the contestants take turns in each round."""
    results: Results = {}
    for turn in range(min(rounds, task.most_rounds)):
        for contestant in task.contestants:
            folder = library.folder(contestant.texts or task.texts)
            run = _call(contestant, folder) if contestant.call else _command(contestant, folder)
            run = replace(run, cpu=run.cpu / contestant.pieces, wall=run.wall / contestant.pieces)
            say(f"{task.name}, round {turn + 1}: {contestant.name} {run.cpu:.3f} s")
            before = results.get(contestant.name)
            results[contestant.name] = run if before is None else before.best(run)
    return results


def disagreements(task: Task, results: Results) -> list[str]:
    """Return where a contestant's scores differ from ours on the same texts."""
    ours, *others = task.contestants
    differences = []
    for other in others:
        mine, theirs = results[ours.name].scores, results[other.name].scores
        if not theirs or other.texts:
            continue
        alike = [math.isclose(a, b, rel_tol=task.agreement, abs_tol=0.0) for a, b in zip(mine, theirs, strict=False)]
        if len(mine) != len(theirs) or not all(alike):
            at = alike.index(False) if False in alike else 0
            differences.append(f"{task.name}: {ours.name} {mine[at]} but {other.name} {theirs[at]}")
    return differences


def ratio(task: Task, results: Results, contestant: str, quantity: str) -> float:
    """Return contestant ÷ ours."""
    ours: float = getattr(results[task.contestants[0].name], quantity)
    theirs: float = getattr(results[contestant], quantity)
    return theirs / ours if ours else math.nan


def held_against(target: Target, task: Task, results: Results) -> float:
    """Return what was measured for a target."""
    if target.kind == "seconds":
        return results[target.contestant].cpu
    if target.kind == "growth":
        first = results[task.contestants[0].name]
        return (results[target.contestant].peak - first.peak) / 1e6
    measured = ratio(task, results, target.contestant, task.quantity)
    return 1 / measured if target.kind == "times" else measured


def verdicts(tasks: list[Task], results: dict[str, Results]) -> list[dict[str, Any]]:
    """Return every target that was measured, with the value and whether limit and aim are met."""
    named = {task.name: task for task in tasks}
    judged = []
    for target in TARGETS:
        if target.task in results:
            value = held_against(target, named[target.task], results[target.task])
            met = {"limit_met": target.meets(value, target.limit), "aim_met": target.meets(value, target.aim)}
            judged.append({**asdict(target), "sign": target.sign, "value": value, **met})
    return judged


def _call(contestant: Contestant, folder: Path) -> Measured:
    printed = _run([sys.executable, "-m", "benchmarks.worker", contestant.call, str(folder)])
    return Measured(**json.loads(printed))


def _command(contestant: Contestant, folder: Path) -> Measured:
    """Time a whole process by what the system accounts to it."""
    arguments: list[str] = []
    for word in contestant.command:
        arguments += map(str, sorted(folder.glob("*.txt"))) if word == ALL else [word.replace(FOLDER, str(folder))]
    started = time.perf_counter()
    process = subprocess.Popen(arguments, cwd=ROOT, env=os.environ | _ENVIRONMENT, stdout=subprocess.PIPE)
    printed = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with exit code {process.returncode}")
    scores = [score["value"] for score in json.loads(printed)["scores"]] if "--json" in arguments else []
    return Measured(usage.ru_utime + usage.ru_stime, wall, peak_bytes(usage), scores)


def _run(arguments: list[str]) -> str:
    environment = os.environ | _ENVIRONMENT
    done = subprocess.run(arguments, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with exit code {done.returncode}")
    return done.stdout


def _copy_head(source: Path, target: Path, lines: int) -> None:
    for path in source.glob("*.txt"):
        with path.open("rb") as whole, (target / path.name).open("wb") as head:
            head.writelines(islice(whole, lines))
