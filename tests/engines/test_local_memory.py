"""Memory is bounded by the chunk, not by the corpus."""

import os
import random
import subprocess
import sys

import pytest


def peak_mb(*arguments: str) -> float:
    """Run the command line and return its peak resident memory."""
    child = os.posix_spawn(sys.executable, [sys.executable, "-m", "steelyard", *arguments], os.environ)
    _, status, usage = os.wait4(child, 0)
    assert status == 0
    return usage.ru_maxrss / 1024


def write_lines(path, count: int, seed: int) -> None:
    drawn = random.Random(seed)
    words = [f"{'abcdefghij'[n % 10]}{n}" for n in range(5000)]
    block = [" ".join(drawn.choices(words, k=17)) + "." for _ in range(10_000)]
    with path.open("w") as file:
        for _ in range(count // len(block)):
            file.write("\n".join(block) + "\n")


@pytest.mark.long
def test_a_million_segments_take_little_more_memory_than_ten_thousand(tmp_path):
    peaks = []
    for count in (10_000, 1_000_000):
        write_lines(tmp_path / "hyp.txt", count, 1)
        write_lines(tmp_path / "ref.txt", count, 2)
        files = [str(tmp_path / "hyp.txt"), "-r", str(tmp_path / "ref.txt")]
        peaks.append(peak_mb("score", *files, "-m", "bleu", "--json", "--out", str(tmp_path / f"{count}.json")))
    assert peaks[1] - peaks[0] <= 300, peaks


COMPARING = """
import resource
import numpy as np
import steelyard as sy
from steelyard.scores import from_statistics
from steelyard.statistics import Statistics

random = np.random.default_rng(1)
rows = np.empty((2, 1_000_000, 10), np.int32)
for field in range(10):
    rows[..., field] = random.integers(0, 20, (2, 1_000_000), dtype=np.int32)
rows[..., 4:8] += 20
measure = sy.parse("bleu")
statistics = Statistics("bleu", measure, ("A", "B"), measure.fields, rows, (1, 1))
scores = from_statistics([statistics])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
made = sy.compare(scores, draws=sy.Draws(resamples=1000, trials=200))
assert made.comparisons[0].n == 1_000_000
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


@pytest.mark.long
def test_a_million_segments_are_resampled_in_little_more_memory_than_their_statistics():
    ran = subprocess.run([sys.executable, "-c", COMPARING], capture_output=True, text=True, check=True)
    assert float(ran.stdout) <= 200, "MB beyond the statistics"
