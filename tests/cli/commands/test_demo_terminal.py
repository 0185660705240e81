"""The tour on a real terminal of 80 columns."""

from terminals import lines_on_a_terminal, width


def test_no_line_of_the_tour_is_wider_than_the_terminal(tmp_path):
    lines = lines_on_a_terminal(80, tmp_path, "-m", "steelyard", "demo")
    assert len(lines) > 200
    assert [line for line in lines if width(line) > 80] == []
