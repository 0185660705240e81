"""Where our own time goes: CPU seconds per stage when a measure is scored from two files on one thread.

    python -m benchmarks.profile [--segments N] [--rounds N]

Every function of the compiled core, and the few Python functions that begin a stage, are wrapped by a clock
that stops while an inner one runs; what no stage claims is Python and numpy putting the results together.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from benchmarks import texts
from steelyard import Corpus, _core, scores
from steelyard.corpus.texts import FiledTexts, read_lines
from steelyard.engines import local
from steelyard.measures.notation import parse

_MEASURES = ("bleu", "chrf", "ter", "wer")
_READING, _CUTTING, _TOKENISING = "finding and checking lines", "reading chunks", "tokenising"
_KERNEL, _SCORING, _REST = "kernel", "scores from statistics", "assembling in Python"
_STAGES = (_READING, _CUTTING, _TOKENISING, _KERNEL, _REST, _SCORING)
#: Core functions that are not a measure's kernel.
_CORE = {"tokenise": _TOKENISING, "code_points": _TOKENISING, "trim_line_ends": _CUTTING, "blank": _READING}


class Clock:
    """Adds up CPU seconds by stage, each second once."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._running = [_REST]
        self._since = time.process_time()

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as a stage."""

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            self._switch()
            self._running.append(stage)
            try:
                return function(*arguments, **named)
            finally:
                self._switch()
                self._running.pop()

        return run

    def restart(self) -> None:
        """Forget everything."""
        self.spent.clear()
        self._since = time.process_time()

    def stop(self) -> dict[str, float]:
        """Return the seconds of each stage."""
        self._switch()
        return dict(self.spent)

    def _switch(self) -> None:
        now = time.process_time()
        self.spent[self._running[-1]] += now - self._since
        self._since = now


def wrap_core(clock: Clock) -> None:
    """Put a clock around the core's functions; classes are left as they are."""
    for name, function in list(vars(_core).items()):
        if callable(function) and not isinstance(function, type) and not name.startswith("_"):
            setattr(_core, name, clock.timed(_CORE.get(name, _KERNEL), function))
    FiledTexts.chunk = clock.timed(_CUTTING, FiledTexts.chunk)  # type: ignore[method-assign]


def stages(clock: Clock, folder: Path, measure: str, rounds: int) -> dict[str, float]:
    """Return the stages of the fastest of several runs."""
    read = clock.timed(_READING, read_lines)
    finish = clock.timed(_SCORING, scores.from_statistics)
    runs = []
    for _ in range(rounds):
        clock.restart()
        corpus = Corpus({"hyp": read(folder / "hyp.txt")}, (read(folder / "ref.txt"),))
        finish(local.collect(corpus, [measure], threads=1))
        runs.append(clock.stop())
    return min(runs, key=lambda spent: sum(spent.values()))


def encoding(folder: Path, rounds: int) -> float:
    """Return the seconds to take over Python strings, which come in place of reading lines."""
    lines = [path.read_text("utf-8").splitlines() for path in (folder / "hyp.txt", folder / "ref.txt")]
    seconds = []
    for _ in range(rounds):
        # strings keep their UTF-8 form once asked for it, so every round needs new ones
        fresh = [[line[:1] + line[1:] for line in column] for column in lines]
        started = time.process_time()
        Corpus.of({"hyp": fresh[0]}, fresh[1])
        seconds.append(time.process_time() - started)
    return min(seconds)


def start_up() -> float:
    """Return the CPU seconds from starting Python until a measure is ready."""
    code = "import time, steelyard; steelyard.score; steelyard.parse('bleu'); print(time.process_time())"
    run = [sys.executable, "-c", code]
    return min(float(subprocess.run(run, stdout=subprocess.PIPE, check=True).stdout) for _ in range(5))


def main() -> None:
    """Print the profile."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profile", description="Where the time goes.")
    parser.add_argument("--segments", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    clock = Clock()
    with tempfile.TemporaryDirectory(prefix="steelyard-profile-") as home:
        folder = Path(home)
        texts.write_pairs(folder, chosen.segments)
        size = sum(path.stat().st_size for path in folder.iterdir())
        strings = encoding(folder, chosen.rounds)
        wrap_core(clock)
        spent_by_measure = [stages(clock, folder, measure, chosen.rounds) for measure in _MEASURES]
    print(f"CPU ms, one thread, {chosen.segments:,} segments ({size / 1e6:.1f} MB), best of {chosen.rounds}")
    print("\n".join(_table(spent_by_measure)))
    print(f"start-up of the process: {start_up() * 1000:.0f}")
    print(f"taking over Python strings, in place of files: {strings * 1000:.0f}")


def _table(spent_by_measure: list[dict[str, float]]) -> list[str]:
    totals = [sum(spent.values()) for spent in spent_by_measure]
    lines = [f"{'':28}" + "".join(f"{parse(measure).name:>16}" for measure in _MEASURES)]
    for stage in _STAGES:
        shares = ((spent.get(stage, 0.0), total) for spent, total in zip(spent_by_measure, totals, strict=True))
        lines.append(f"{stage:28}" + "".join(f"{part * 1000:>10.1f}{part / all_:>6.0%}" for part, all_ in shares))
    return [*lines, f"{'total':28}" + "".join(f"{total * 1000:>10.1f}{'':6}" for total in totals)]


if __name__ == "__main__":
    main()
