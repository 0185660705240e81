"""Times steelyard and its peers on the same texts and says which targets are met.

    python -m benchmarks [--rounds N] [--segments N] [--quick] [--only TASK] [--json FILE]

The exit code is 1 if some peer's score differs from ours, else 0, whatever the times.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT, Library, Results, disagreements, measure, ratio, verdicts
from benchmarks.tasks import Task, sizes, summary_sizes, tasks

_PEERS = ("sacrebleu", "bleuscore", "jiwer", "rapidfuzz", "nltk", "rouge-score")
_STATED = 100_000
_AGREEMENT = Task.agreement


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; return the exit code."""
    chosen = _options(arguments)
    rounds, segments = (2, 10_000) if chosen.quick else (5, _STATED)
    rounds, segments = chosen.rounds or rounds, chosen.segments or segments
    asked = [task for task in tasks() if not chosen.only or task.name in chosen.only]
    todo = [task for task in asked if not task.needs or find_spec(task.needs)]
    about = _about(segments, rounds, chosen.ted.is_dir())
    print("\n".join(f"{name}: {value}" for name, value in about.items()))
    for task in asked:
        if task not in todo:
            print(f"left out: {task.title}, as {task.needs} is not installed")
    results: dict[str, Results] = {}
    disagreed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="steelyard-bench-") as home:
        library = Library(Path(home), sizes(segments), summary_sizes(segments), chosen.ted)
        library.generate({c.texts or task.texts for task in todo for c in task.contestants})
        for task in todo:
            results[task.name] = measure(task, rounds, library, _say)
            disagreed += disagreements(task, results[task.name])
            print("\n".join(_table(task, results[task.name])), flush=True)
    judged = verdicts(todo, results)
    print("\n".join(_judgement(judged)))
    if segments != _STATED:
        print(f"the bounds are stated for {_STATED:,} segments; {segments:,} give an indication only")
    loose = "".join(f" ({task.name}: {task.agreement:g})" for task in todo if task.agreement > _AGREEMENT)
    print("scores:", "; ".join(disagreed) or f"all tools agree to 9 digits{loose}")
    if chosen.json:
        kept = {name: {tool: asdict(m) for tool, m in by_tool.items()} for name, by_tool in results.items()}
        whole = {"about": about, "tasks": kept, "targets": judged, "disagreements": disagreed}
        chosen.json.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 1 if disagreed else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Time steelyard and its peers.")
    parser.add_argument("--rounds", type=_count, help="runs of every tool (default 5; quick 2)")
    parser.add_argument("--segments", type=_count, help="size of the texts (default 100,000; quick 10,000)")
    parser.add_argument("--quick", action="store_true", help="small texts, few rounds; only indicative")
    names = [task.name for task in tasks()]
    parser.add_argument("--only", action="append", choices=names, metavar="TASK", help=f"one of {', '.join(names)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers here too")
    ted = ROOT.parent / "shared" / "data" / "ted-zhen"
    ted_help = "sys.*.txt and ref.B.txt for TER; where it is not there, generated texts of the same size"
    parser.add_argument("--ted", type=Path, default=ted, metavar="FOLDER", help=ted_help)
    return parser.parse_args(arguments)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not possible; expected 1 or more")
    return number


def _about(segments: int, rounds: int, ted: bool) -> dict[str, str]:
    load = f"load {os.getloadavg()[0]:.1f} at the start"
    peers = ", ".join(f"{name} {version(name)}" for name in _PEERS)
    return {
        "steelyard": f"{version('steelyard')} against {peers}",
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}, {load}",
        "texts": f"{segments:,} generated segments, one reference each; TER: {'TED' if ted else 'generated'}",
        "runs": f"lowest of {rounds} rounds, tools in turn, a fresh process each, one thread unless told",
        "times": "CPU (user and system) and wall time of the scoring call, without imports and reading;"
        " of the whole process for wc -w and where a title says so",
    }


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _table(task: Task, results: Results) -> list[str]:
    """Return a task's table, one row per contestant; ratios are contestant ÷ first."""
    columns = ("score", "CPU s", "wall s", "peak MB", "CPU ratio", "wall ratio")
    lines = ["", task.title, " " * 26 + "".join(f"{column:>11}" for column in columns)]
    for name, run in results.items():
        score = f"{sum(run.scores) / len(run.scores):.4f}" if run.scores else ""
        cpu, wall = (ratio(task, results, name, quantity) for quantity in ("cpu", "wall"))
        cells = (
            score,
            f"{run.cpu:.3f}",
            f"{run.wall:.3f}",
            f"{run.peak / 1e6:.0f}",
            f"{cpu:.2f}×",
            f"{wall:.2f}×",
        )
        lines.append(f"  {name:24}" + "".join(f"{cell:>11}" for cell in cells))
    return lines


def _judgement(judged: list[dict[str, Any]]) -> list[str]:
    lines = ["", f"{'target':38}{'measured':>10}{'limit':>9}{'':10}{'aim':>9}"]
    for target in judged:
        bounds = "".join(
            f"{_bound(target['sign'], target[word]):>9}  {_word(target[word + '_met']):8}" for word in ("limit", "aim")
        )
        lines.append(f"{target['label']:38}{target['value']:>10.2f}{bounds}".rstrip())
    return lines


def _bound(sign: str, bound: float | None) -> str:
    return "" if bound is None else f"{sign} {bound:g}"


def _word(met: bool | None) -> str:
    return "" if met is None else "met" if met else "missed"


if __name__ == "__main__":
    sys.exit(main())
