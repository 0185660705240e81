"""The limit on cells of CSV, which belongs to the whole process."""

import csv
import threading

from steelyard.files.csv_rows import long_cells


def test_threads_that_read_at_once_leave_the_limit_as_it_was():
    before = csv.field_size_limit()
    within, over = threading.Event(), threading.Event()

    def read():
        with long_cells():
            within.set()
            over.wait(10)

    with long_cells():
        other = threading.Thread(target=read)
        other.start()
        assert not within.wait(0.1)
    over.set()
    other.join()
    assert csv.field_size_limit() == before
