"""Processes that annotate: they end when they should, and what was done by then is kept."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.loading import digest_of
from steelyard.providers.cache import AnnotationCache
from worker_processes import begun, gone, wait_for_lines, workers

TESTS = Path(__file__).resolve().parents[1]
PARSER = "parsers.unruly:dawdling"
IDENTITY = f"unruly-1-dawdling/trees-1/code-{digest_of((TESTS / 'parsers' / 'unruly.py').read_bytes())}"
_SCRIPT = """
import sys
from steelyard.providers import annotator
annotator._MOST_LINES = 2
annotator.annotator_of(sys.argv[1]).annotate((line.strip() for line in open(sys.argv[2])), int(sys.argv[3]))
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that begins to annotate lines in a process of its own."""
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("UNRULY_LOG", str(tmp_path / "log"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]))
    running = []

    def begin(parser, lines, count=2):
        (tmp_path / "lines").write_text("".join(f"{line}\n" for line in lines))
        arguments = [sys.executable, "-c", _SCRIPT, parser, str(tmp_path / "lines"), str(count)]
        running.append(begun(arguments, stderr=subprocess.PIPE))
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.wait()


LINES = [f"line number {n}" for n in range(100)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_what_was_done_is_there_after_the_program_was_killed(run, tmp_path, how):
    process = run(PARSER, LINES)
    wait_for_lines(tmp_path / "log", 8)
    process.send_signal(how)
    process.wait()
    assert gone(tmp_path / "cache"), "workers are left"
    asked = {line.partition(" ")[2] for line in (tmp_path / "log").read_text().splitlines()}
    lacking = set(AnnotationCache(tmp_path / "cache" / "annotations-2.sqlite").lacking(IDENTITY, LINES))
    # of two workers, at most a batch of two lines each is lost
    assert len(asked & lacking) <= 4 and len(asked - lacking) >= 4


def test_the_next_run_goes_on_where_the_last_was_killed(run, tmp_path):
    process = run(PARSER, LINES[:30])
    wait_for_lines(tmp_path / "log", 8)
    process.kill()
    process.wait()
    assert gone(tmp_path / "cache")
    first = {line.partition(" ")[2] for line in (tmp_path / "log").read_text().splitlines()}
    (tmp_path / "log").unlink()
    assert run(PARSER, LINES[:30]).wait() == 0
    second = {line.partition(" ")[2] for line in (tmp_path / "log").read_text().splitlines()}
    assert first | second == set(LINES[:30]) and len(first & second) <= 4


def test_a_worker_that_hangs_ends_itself_when_nobody_is_there(run, tmp_path):
    process = run("parsers.unruly", ["a !hang here"], 1)
    wait_for_lines(tmp_path / "log", 1)
    process.kill()
    process.wait()
    assert workers(tmp_path / "cache")
    assert gone(tmp_path / "cache")


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("line", ["line number", "a !hang in"])
def test_control_c_ends_at_once(run, tmp_path, count, line):
    process = run(PARSER, [f"{line} {n}" for n in range(100)], count)
    wait_for_lines(tmp_path / "log", 1)
    os.killpg(process.pid, signal.SIGINT)
    told = process.communicate()[1].decode()
    assert (
        process.returncode == -signal.SIGINT and told.endswith("KeyboardInterrupt\n") and told.count("Traceback") == 1
    )
    assert gone(tmp_path / "cache")
    assert len((tmp_path / "log").read_text().splitlines()) < 100, "the rest was waited for"
