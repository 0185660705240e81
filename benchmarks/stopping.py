"""How much CPU time a process takes after Ctrl-C or SIGTERM, for every measure, in one segment of 150,000 words.

    python -m benchmarks.stopping [--words N] [--types N] [--after SECONDS] [MEASURE …]

Each signal comes after so many seconds of CPU time. The exit code is 1 if some process takes more than a second of CPU
time after it. Measures that are done, or refuse the segment, before the signal comes are shown as such.
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
    names = chosen.measures or [
        name for name, kind in registry().items() if kind.texts == "words" and not kind().annotator
    ]
    worst = 0.0
    print(f"{'measure':28}{'CPU s after Ctrl-C':>20}{'after SIGTERM':>16}{'peak MB':>10}")
    with tempfile.TemporaryDirectory(prefix="steelyard-stop-") as home:
        _write(Path(home), chosen.words, chosen.types)
        for name in names:
            stopped = [stop(Path(home), name, number, chosen.after) for number in _SIGNALS.values()]
            worst = max([worst, *(found.seconds for found in stopped if found.seconds is not None)])
            cells = ["done" if found.seconds is None else f"{found.seconds:.2f}" for found in stopped]
            remark = next((found.said for found in stopped if found.said), "")
            peak = max(found.peak for found in stopped) >> 20
            print(f"{name:28}{cells[0]:>20}{cells[1]:>16}{peak:>10,}  {remark[:90]}".rstrip(), flush=True)
    print(
        f"at most {worst:.2f} CPU s after a signal; the limit of {_MOST:g} is {'met' if worst <= _MOST else 'missed'}"
    )
    return int(worst > _MOST)


def stop(home: Path, measure: str, number: int, after: float) -> Stopping:
    """Score the segment, send a signal once so much CPU time is taken, and wait for the end."""
    command = [sys.executable, "-m", "steelyard", "score", "out.txt", "-r", "ref.txt", "-m", measure, "--json"]
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
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help="default: all over running words")
    parser.add_argument("--words", type=int, default=150_000, help="of the segment (default 150,000)")
    parser.add_argument("--types", type=int, default=30_000, help="different words (default 30,000)")
    parser.add_argument("--after", type=float, default=2.0, help="CPU seconds before the signal (default 2)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
