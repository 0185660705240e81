"""How much CPU time a process takes after Ctrl-C or SIGTERM.

    python -m benchmarks.stopping [--words N] [--types N] [--after SECONDS] [MEASURE …]
    python -m benchmarks.stopping --commands [--after SECONDS] [NAME …]

Every measure scores one segment of 150,000 words; or commands draw far more resamples or simulations than anyone
would wait for. Each signal comes after so many seconds of CPU time. The exit code is 1 if some process takes more than
a second of CPU time after it. What is done, or refused, before the signal comes is shown as such.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.drawing import COMMANDS, write_corpus
from steelyard.measures.registry import registry

_MOST = 1.0
_TICKS = os.sysconf("SC_CLK_TCK")
_SIGNALS = {"Ctrl-C": signal.SIGINT, "SIGTERM": signal.SIGTERM}


@dataclass(frozen=True)
class Stopping:
    """What became of a process: CPU seconds after the signal (None if it was over before), peak, and last words."""

    seconds: float | None
    peak: int
    said: str


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; return the exit code."""
    chosen = _options(arguments)
    worst = 0.0
    print(f"{'what is stopped':28}{'CPU s after Ctrl-C':>20}{'after SIGTERM':>16}{'peak MB':>10}")
    with tempfile.TemporaryDirectory(prefix="steelyard-stop-") as home:
        for name, command in _commands(chosen, Path(home)).items():
            stopped = [stop(Path(home), command, number, chosen.after) for number in _SIGNALS.values()]
            worst = max([worst, *(stopping.seconds for stopping in stopped if stopping.seconds is not None)])
            cells = ["done" if stopping.seconds is None else f"{stopping.seconds:.2f}" for stopping in stopped]
            remark = next((stopping.said for stopping in stopped if stopping.said), "")
            peak = max(stopping.peak for stopping in stopped) >> 20
            print(f"{name:28}{cells[0]:>20}{cells[1]:>16}{peak:>10,}  {remark[:90]}".rstrip(), flush=True)
    print(
        f"at most {worst:.2f} CPU s after a signal; the limit of {_MOST:g} is {'met' if worst <= _MOST else 'missed'}"
    )
    return int(worst > _MOST)


def _commands(chosen: argparse.Namespace, home: Path) -> dict[str, list[str]]:
    """Write what the commands read, and return name → arguments of the command line."""
    if chosen.commands:
        write_corpus(home)
        return {name: COMMANDS[name].split() for name in chosen.names or COMMANDS}
    _write(home, chosen.words, chosen.types)
    names = chosen.names or [
        name for name, kind in registry().items() if kind.texts == "words" and not kind().annotator
    ]
    return {name: ["score", "out.txt", "-r", "ref.txt", "-m", name] for name in names}


def stop(home: Path, arguments: list[str], number: int, after: float) -> Stopping:
    """Run a command, send a signal once so much CPU time is taken, and wait for the end."""
    command = [sys.executable, "-m", "steelyard", *arguments, "--json"]
    process = subprocess.Popen(
        command, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=_heed, text=True
    )
    before: float | None = None
    while before is None and (used := _cpu(process.pid)) is not None:
        if used >= after:
            before = used
            process.send_signal(number)
        else:
            time.sleep(0.02)
    said = "" if process.stderr is None else process.stderr.read().strip()
    _, _, usage = os.wait4(process.pid, 0)
    seconds = None if before is None else usage.ru_utime + usage.ru_stime - before
    return Stopping(seconds, usage.ru_maxrss << 10, said)


def _heed() -> None:
    # Whoever runs us in the background may have it ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _cpu(process: int) -> float | None:
    """Return the CPU seconds of a process, None once it is over."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return None if fields[0] == "Z" else (int(fields[11]) + int(fields[12])) / _TICKS


def _write(home: Path, words: int, kinds: int) -> None:
    """Write an output and a reference of one line: most words are in the same order."""
    source = random.Random(1)
    types = [f"w{n}" for n in range(kinds)]
    reference = source.choices(types, [1 / (n + 1000) for n in range(kinds)], k=words)
    output = [word if source.random() < 0.7 else source.choice(types) for word in reference]
    cut = words // 3
    (home / "ref.txt").write_text(" ".join(reference) + "\n")
    (home / "out.txt").write_text(" ".join(output[cut:] + output[:cut]) + "\n")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stopping", description="Time what follows a signal.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="measures, by default all over running words")
    parser.add_argument("--commands", action="store_true", help="stop commands that draw, not measures")
    parser.add_argument("--words", type=int, default=150_000, help="of the segment (default 150,000)")
    parser.add_argument("--types", type=int, default=30_000, help="different words (default 30,000)")
    parser.add_argument("--after", type=float, default=2.0, help="CPU seconds before the signal (default 2)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
