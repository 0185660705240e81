"""Plots in plain characters put every value where it belongs."""

import math

import numpy as np
import pytest

from steelyard.report.plain_plots import drawn
from steelyard.report.study import text
from steelyard.studies.base import Bars, Histogram, Points, Study


def body(line):
    return line.split("│")[1]


def test_bars_are_to_scale():
    plot = Bars("Values", ("a", "long name"), (0.0, 1.0), ((-1.0, 0.5), (0.75, 1.0)))
    title, empty, first, second, axis, ends = drawn(plot)
    assert (title, empty) == ("Values", "")
    # from -1 to 1 in 49 places: each is 1/24 wide
    assert (body(first).index("├"), body(first).index("●"), body(first).index("┤")) == (0, 24, 36)
    assert body(second)[24] == "┊" and body(second)[42:] == "├─────●"
    assert len(body(first)) == len(body(second)) == 49
    assert first.endswith("│ 0.000") and second.startswith("long name │")
    assert ends.split() == ["-1.000", "1.000"] and len(ends) == len(axis)


def test_bars_without_values_or_intervals():
    lines = drawn(Bars("", ("a", "b", "c"), (math.nan, 2.0, 2.0), ((0.0, 1.0), (math.nan, math.nan), (2.0, math.inf))))
    assert lines[2].endswith("undefined") and "●" not in lines[2] and "├" in lines[2]
    assert "├" not in lines[3] and "├" not in lines[4] and body(lines[3])[48] == "●"
    alone = drawn(Bars("", ("a",), (3.0,)))
    assert body(alone[2]).index("●") == 24 and alone[-1].split() == ["2.500", "3.500"]
    assert drawn(Bars("", (), ()))[2:] == [f" └{'─' * 49}", "  -0.500" + " " * 38 + "0.500"]


@pytest.mark.parametrize("seed", range(5))
def test_points_are_counted_in_their_cells(seed):
    """As a two-dimensional histogram around the same grid of cells has them."""
    random = np.random.default_rng(seed)
    x, y = random.normal(size=(2, 60)).round(1)
    lines = drawn(Points("", tuple(x), tuple(y)))[2:15]
    marks = np.array([list(line.split("│")[1].ljust(49)) for line in lines])

    def place(values, cells):
        return [round((v - values.min()) / (values.max() - values.min()) * (cells - 1)) for v in values]

    counts = np.zeros((13, 49), int)
    np.add.at(counts, ([12 - n for n in place(y, 13)], place(x, 49)), 1)
    wanted = np.select([counts >= 5, counts >= 2, counts >= 1], ["●", "•", "·"], " ")
    assert (marks == wanted).all() and (counts > 1).any()


def test_points_left_out_are_told():
    lines = drawn(Points("", (0.0, 1.0, math.nan, 2.0), (0.0, 1.0, 1.0, math.inf), ("heterogeneity", "gain")))
    assert lines[-2].startswith("gain (up) over heterogeneity;")
    assert lines[-1] == "2 undefined or infinite, left out"
    assert sum(line.count("·") for line in lines[2:15]) == 2


def test_a_histogram_counts_every_value():
    values = (*[0.0] * 10, *[0.3] * 4, 1.0, math.nan)
    lines = drawn(Histogram("", values))
    counts, edges = np.histogram(values[:-1], 5)
    assert [int(line.split("│")[1].strip("█ ")) for line in lines[2:7]] == counts.tolist()
    assert lines[2].split(" │")[0].strip() == f"{edges[0]:.3f} … {edges[1]:.3f}"
    # 10 of 10, 4 of 10 and 1 of 10 of 49 places, rounded up
    assert [line.count("█") for line in lines[2:7]] == [49, 20, 0, 0, 5]
    assert lines[-1] == "1 undefined or infinite, left out"
    assert drawn(Histogram("", (math.nan,)))[2:] == ["all 1 values are undefined or infinite"]
    assert [line.split()[-1] for line in drawn(Histogram("", (2.0, 2.0)))[2:]] == ["2"]


def test_a_study_shows_its_plots_after_its_tables():
    study = Study("s", "Paper", (), ("finding",), {}, ("signature",), (Bars("Bars", ("a",), (1.0,)),))
    shown = text(study)
    assert shown.index("Paper") < shown.index("Bars") < shown.index("●") < shown.index("finding")
    assert "Bars" not in str(study.to_dict())
