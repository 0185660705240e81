"""Other people's code, kept apart from results."""

import io
import os
import sys
import threading

import pytest

from steelyard.loading import place_of, printing_to, run_file


def test_standard_output_is_given_back_whatever_other_threads_do():
    """Two threads that turn standard output away do so one after the other, or the first would leave it turned away."""
    before, entered = (sys.stdout, os.fstat(1)), threading.Event()

    def enter():
        with printing_to(io.StringIO()):
            entered.set()
            leave.wait()

    leave = threading.Event()
    other = threading.Thread(target=enter)
    with printing_to(io.StringIO()):
        other.start()
        assert not entered.wait(0.2)
    leave.set()
    other.join()
    assert entered.is_set() and (sys.stdout, os.fstat(1)) == before


def test_the_place_of_an_error_is_the_innermost_line_of_a_plugin_file(tmp_path):
    (file := tmp_path / "mine.py").write_text(
        "import math\n\ndef outer():\n    return inner()\n\ndef inner():\n    return math.sqrt(-1)\n"
    )
    with pytest.raises(ValueError) as caught:
        run_file(str(file)).outer()
    assert place_of(caught.value) == " (mine.py, line 7)"


def test_an_error_from_elsewhere_has_no_place_in_a_plugin_file():
    with pytest.raises(ZeroDivisionError) as caught:
        1 / 0  # noqa: B018
    assert place_of(caught.value) == place_of(ValueError("never raised")) == ""
