"""Other people's code, kept apart from results."""

import io
import os
import sys
import threading

from steelyard.loading import printing_to


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
