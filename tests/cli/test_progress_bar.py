import io

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


def test_a_quick_run_draws_nothing():
    stream = Terminal()
    with progress(stream) as draw:
        draw(1, 1)
    assert stream.getvalue() == ""


def test_bar_says_share_speed_and_time_left():
    assert bar(250, 1000, 10) == "[######..................]  25%, 25 segments/s, 0:30 left"
    assert bar(1, 1_000_000, 1).endswith(", 277:46:39 left")
    assert bar(0, 10, 0) == "[........................]   0%, 0 segments/s"
