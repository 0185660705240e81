"""The benchmarks run, and every tool agrees with us; how fast they are is not a test's business."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
for peer in ("sacrebleu", "bleuscore", "jiwer", "rapidfuzz", "nltk", "rouge_score"):
    pytest.importorskip(peer, reason=f"skipped: the benchmarks, as {peer} is not installed")


def ran(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


TASKS = (
    "bleu", "chrf", "wer", "rouge", "esk", "similarity-chrf", "kendall", "sets", "king", "threads-bleu", "files",
    "start", "single",
)  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
def test_a_small_run(task):
    shown = ran("benchmarks", "--rounds", "1", "--segments", "300", "--only", task)
    assert "scores: all tools agree to 9 digits" in shown and "ratio" in shown


def test_a_small_profile():
    shown = ran("benchmarks.profile", "--rounds", "1", "--segments", "300")
    assert all(stage in shown for stage in ("tokenising", "kernel", "total"))
