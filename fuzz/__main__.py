"""Feed steelyard random and damaged input until a time is over, or a number of times, and say what broke.

    python -m fuzz [--seconds N] [--seed N]        as many as there is time for, calls and files in turn
    python -m fuzz --calls N --files N [--seed N]  so many
    python -m fuzz --again call:SEED               one case that broke, with its traceback

Each case is made of a seed of its own, which is printed where it breaks. All files are in a temporary folder. The exit
code is 1 if anything broke.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from fuzz.running import CASES, Findings, bounded_memory, run, safe_place

_TOLD = 300.0


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for, and return the exit code."""
    asked = _options(arguments)
    with safe_place() as folder, bounded_memory():
        if asked.again:
            return _again(asked.again, folder)
        print(f"seed {asked.seed}", flush=True)
        findings, begun = Findings(), time.monotonic()
        told = begun
        for kind, seed in _planned(asked, begun):
            if finding := run(kind, seed, folder, findings):
                print(f"{finding}\n  again: python -m fuzz --again {kind}:{seed}", flush=True)
            if time.monotonic() - told > _TOLD:
                told = time.monotonic()
                print(findings.told(), flush=True)
    print(findings.told())
    return 1 if findings.broken else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Random and damaged input.")
    parser.add_argument("--seconds", type=float, default=60, help="how long, if no numbers are given")
    parser.add_argument("--calls", type=int, default=0, help="number of calls of the API")
    parser.add_argument("--files", type=int, default=0, help="number of damaged files")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="seed of all cases")
    parser.add_argument("--again", default="", metavar="KIND:SEED", help="run one case that broke again")
    return parser.parse_args(arguments)


def _planned(asked: argparse.Namespace, begun: float) -> Iterator[tuple[str, int]]:
    """Yield the kind and seed of each case."""
    numbers = {"call": asked.calls, "file": asked.files}
    if not any(numbers.values()):
        n = 0
        while time.monotonic() - begun < asked.seconds:
            # a file costs as much as some ten calls
            yield ("file" if n % 10 == 0 else "call"), asked.seed * 2**32 + n
            n += 1
        return
    for kind, count in numbers.items():
        yield from ((kind, asked.seed * 2**32 + n) for n in range(count))


def _again(case: str, folder: Path) -> int:
    kind, _, seed = case.partition(":")
    if kind not in CASES or not seed.isdecimal():
        sys.exit(f"--again {case}: expected KIND:SEED, as it was printed; kinds: {', '.join(CASES)}")
    findings = Findings()
    run(kind, int(seed), folder, findings)
    for error in findings.errors:
        traceback.print_exception(error)
    return 1 if findings.errors else 0


if __name__ == "__main__":
    sys.exit(main())
