"""Cells that say that there is no number."""

import pytest

from steelyard.files.rows import is_none

BLANKS = 1_000_000


@pytest.mark.parametrize("cell", ["", " ", "nan", " None\t", "NA", "n/a", "NULL ", " " * BLANKS, " " * BLANKS + "na"])
def test_what_says_that_there_is_no_number(cell):
    assert is_none(cell)


@pytest.mark.parametrize("cell", ["0", "nan 1", "nana", " " * BLANKS + "x", "na" + " " * BLANKS + "x"])
def test_what_does_not(cell):
    assert not is_none(cell)
