import io

import pytest

from steelyard.cli import progress as module
from steelyard.cli.progress import bar, progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_is_drawn_where_there_is_no_terminal():
    stream = io.StringIO()
    with progress(stream) as draw:
        assert draw is None
    assert stream.getvalue() == ""


def test_the_bar_is_drawn_and_erased(monkeypatch):
    monkeypatch.setattr(module, "_PAUSE", 0)
    stream = Terminal()
    with progress(stream) as draw:
        draw(50, 100)
        draw(100, 100)
    assert " 50%" in stream.getvalue() and "100%" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_another_round_has_a_speed_of_its_own(monkeypatch):
    clock = iter([0, 100, 200, 201, 202])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock))
    stream = Terminal()
    with progress(stream) as draw:
        for done in (50, 100, 0, 50):
            draw(done, 100)
    drawn = [part.partition("] ")[2] for part in stream.getvalue().split("\r\x1b[K") if part]
    assert drawn == [
        " 50%, 0 segments/s, 1:40 left", "100%, 0 segments/s, 0:00 left", "  0%, 0 segments/s",
        " 50%, 50 segments/s, 0:01 left",
    ]  # fmt: skip


def test_a_quick_run_draws_nothing():
    stream = Terminal()
    with progress(stream) as draw:
        draw(1, 1)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("columns", [200, 80, 57, 56, 40, 30, 20, 5])
def test_the_bar_fits_the_terminal(monkeypatch, columns):
    monkeypatch.setattr(module, "_PAUSE", 0)
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = Terminal()
    with progress(stream) as draw:
        draw(50, 1_000_000_000)
    drawn = [part for part in stream.getvalue().split("\r\x1b[K") if part]
    assert drawn and all(len(part) < columns for part in drawn)


def test_a_narrow_bar_keeps_the_share():
    assert bar(250, 1000, 10, 40) == "[##.....]  25%, 25 segments/s, 0:30 left"
    assert bar(250, 1000, 10, 34) == "25%, 25 segments/s, 0:30 left"
    assert bar(250, 1000, 10, 10) == "25%, 25 se"


def test_bar_says_share_speed_and_time_left():
    assert bar(250, 1000, 10) == "[######..................]  25%, 25 segments/s, 0:30 left"
    assert bar(1, 1_000_000, 1).endswith(", 277:46:39 left")
    assert bar(0, 10, 0) == "[........................]   0%, 0 segments/s"
