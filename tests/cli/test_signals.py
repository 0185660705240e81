"""Ctrl-C and the signals that end a process: the longest kernel stops, and nothing half-written stays."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from worker_processes import begun, waited_for

# One segment that takes GTM hours.
WORDS = " ".join(f"w{n * n % 97}" for n in range(60_000))


@pytest.fixture
def texts(tmp_path):
    for name in ("A.txt", "ref.txt"):
        (tmp_path / name).write_text(f"{WORDS}\n")
    return tmp_path


def scoring(folder, *more, **options):
    """Begin to score, and wait until the kernel is at work: one that has no end takes all the CPU time there is."""
    command = [sys.executable, "-m", "steelyard", "score", "A.txt", "-r", "ref.txt", "-m", "gtm", *more]
    process = begun(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, **options)
    assert waited_for(lambda: process.poll() is not None or (threads_of(process) > 1 and cpu_seconds(process) > 0.8))
    assert process.poll() is None, process.stderr.read()
    return process


def threads_of(process) -> int:
    return len(list(Path(f"/proc/{process.pid}/task").iterdir()))


def cpu_seconds(process) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("number", "threads", "code", "said"),
    [(signal.SIGINT, "1", 130, b"\n"), (signal.SIGTERM, "2", 143, b""), (signal.SIGHUP, "1", 129, b"")],
)
def test_a_signal_ends_the_longest_kernel(texts, number, threads, code, said):
    process = scoring(texts, "--threads", threads, "--out", "scores.json", "--json")
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, b"", said)
    assert sorted(path.name for path in texts.iterdir()) == ["A.txt", "ref.txt"]


def test_ignored_signals_stay_ignored(texts):
    """Whoever starts us in the background, or by nohup, wants it to go on; SIGTERM ends it all the same."""
    ignored = [signal.SIGINT, signal.SIGHUP]
    process = scoring(texts, ignored=ignored)
    before = cpu_seconds(process)
    for number in ignored:
        process.send_signal(number)
    assert waited_for(lambda: process.poll() is not None or cpu_seconds(process) > before + 0.2)
    assert process.poll() is None
    process.terminate()
    assert process.wait(60) == 143


WRITING = """
import os, signal, sys
from pathlib import Path
from steelyard.cli import signals
from steelyard.files.disk import new_directory, replacing

signals.heed_signals()
try:
    with replacing(Path("file")) as file, new_directory(Path("folder")):
        file.write(b"half")
        os.kill(os.getpid(), int(sys.argv[1]))
except signals.Ended as ended:
    os.kill(os.getpid(), int(sys.argv[1]))
    sys.exit(ended.code)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_nothing_half_written_stays(tmp_path, number):
    process = begun([sys.executable, "-c", WRITING, str(int(number))], cwd=tmp_path)
    assert process.wait(60) == 128 + number
    assert list(tmp_path.iterdir()) == []
