"""Memory is bounded by the chunk, not by the corpus."""

import os
import random
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
        peaks.append(peak_mb("score", *files, "-m", "bleu", "--json", "--out", str(tmp_path / "scores.json")))
    assert peaks[1] - peaks[0] <= 300, peaks
