"""Figures in plain characters put every value where it belongs, and fit the terminal."""

import math

import numpy as np
import pytest

from steelyard.report import text
from steelyard.report.plots import plot
from steelyard.report.terminal import width
from steelyard.results.account import Account
from steelyard.results.figure import Axis, Figure

X, Y = Axis("x", "across"), Axis("y", "up")
ROWS = tuple(
    {"x": float(n), "y": n * n / 7, "low": n - 1.0, "high": n + 1.0, "c": "猫" if n % 2 else "b"} for n in range(9)
)


def drawn(kind, rows=ROWS, x=X, y=Y, columns=None, **more):
    return plot(Figure("f", "A title", kind, rows, x, y, **more), columns)


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("kind", ["points", "lines", "histogram", "heatmap"])
def test_no_figure_is_wider_than_the_terminal(kind, columns):
    lines = drawn(kind, columns=columns, colour="y" if kind == "heatmap" else "c")
    assert lines[0] == "A title" and max(map(width, lines)) <= columns


def test_values_with_intervals_lie_where_they_are():
    rows = ({"s": "A", "v": 1.0, "low": 0.0, "high": 2.0}, {"s": "B", "v": math.nan, "low": math.nan, "high": math.nan})
    first, second = drawn("intervals", rows, Axis("v"), Axis("s"), low="low", high="high")[2:4]
    assert first.startswith("A │├") and first.endswith("┤│ 1.000") and first.index("●") == len("A │") + 24
    assert "●" not in second and second.endswith("undefined")


def test_what_is_undefined_is_counted():
    rows = (*ROWS, {"x": math.nan, "y": 1.0})
    assert drawn("points", rows)[-1] == drawn("histogram", rows)[-1] == "1 undefined or infinite, left out"
    assert drawn("histogram", ({"x": math.nan},))[-1] == "all 1 values are undefined or infinite"


def test_each_panel_is_drawn():
    lines = drawn("points", column="c")
    assert "c b" in lines and "c 猫" in lines


def bars(title, names, values, intervals=(), kind="intervals"):
    bounds = intervals or [(math.nan, math.nan)] * len(names)
    rows = [
        {"name": name, "value": value, "low": low, "high": high}
        for name, value, (low, high) in zip(names, values, bounds, strict=True)
    ]
    return Figure("one", title, kind, tuple(rows), Axis("value"), Axis("name"), low="low", high="high")


def points(x, y, names=("x", "y")):
    rows = tuple({names[0]: a, names[1]: b} for a, b in zip(x, y, strict=True))
    return Figure("one", "", "points", rows, Axis(names[0]), Axis(names[1]))


def histogram(values):
    return Figure("one", "", "histogram", tuple({"value": value} for value in values), Axis("value"), Axis(""))


def body(line):
    return line.split("│")[1]


def test_bars_are_to_scale():
    figure = bars("Values", ("a", "long name"), (0.0, 1.0), ((-1.0, 0.5), (0.75, 1.0)))
    title, empty, first, second, axis, ends = plot(figure)
    assert (title, empty) == ("Values", "")
    # from -1 to 1 in 49 places: each is 1/24 wide
    assert (body(first).index("├"), body(first).index("●"), body(first).index("┤")) == (0, 24, 36)
    assert body(second)[24] == "┊" and body(second)[42:] == "├─────●"
    assert len(body(first)) == len(body(second)) == 49
    assert first.endswith("│ 0.000") and second.startswith("long name │")
    assert ends.split() == ["-1.000", "1.000"] and len(ends) == len(axis)


def test_bars_without_values_or_intervals():
    lines = plot(bars("", ("a", "b", "c"), (math.nan, 2.0, 2.0), ((0.0, 1.0), (math.nan, math.nan), (2.0, math.inf))))
    assert lines[2].endswith("undefined") and "●" not in lines[2] and "├" in lines[2]
    assert "├" not in lines[3] and "├" not in lines[4] and body(lines[3])[48] == "●"
    alone = plot(bars("", ("a",), (3.0,)))
    assert body(alone[2]).index("●") == 24 and alone[-1].split() == ["2.500", "3.500"]
    assert plot(bars("", (), ()))[2:] == [f" └{'─' * 49}", "  -0.500" + " " * 38 + "0.500"]


@pytest.mark.parametrize("seed", range(5))
def test_points_are_counted_in_their_cells(seed):
    """As a two-dimensional histogram around the same grid of cells has them."""
    random = np.random.default_rng(seed)
    x, y = random.normal(size=(2, 60)).round(1)
    lines = plot(points(tuple(x), tuple(y)))[2:15]
    marks = np.array([list(line.split("│")[1].ljust(49)) for line in lines])

    def place(values, cells):
        return [round((v - values.min()) / (values.max() - values.min()) * (cells - 1)) for v in values]

    counts = np.zeros((13, 49), int)
    np.add.at(counts, ([12 - n for n in place(y, 13)], place(x, 49)), 1)
    wanted = np.select([counts >= 5, counts >= 2, counts >= 1], ["●", "•", "·"], " ")
    assert (marks == wanted).all() and (counts > 1).any()


def test_points_left_out_are_told():
    lines = plot(points((0.0, 1.0, math.nan, 2.0), (0.0, 1.0, 1.0, math.inf), ("heterogeneity", "gain")))
    assert lines[-2].startswith("gain (up) over heterogeneity;")
    assert lines[-1] == "2 undefined or infinite, left out"
    assert sum(line.count("·") for line in lines[2:15]) == 2


def test_a_histogram_counts_every_value():
    values = (*[0.0] * 10, *[0.3] * 4, 1.0, math.nan)
    lines = plot(histogram(values))
    counts, edges = np.histogram(values[:-1], 5)
    assert [int(line.split("│")[1].strip("█ ")) for line in lines[2:7]] == counts.tolist()
    assert lines[2].split(" │")[0].strip() == f"{edges[0]:.3f} … {edges[1]:.3f}"
    # 10 of 10, 4 of 10 and 1 of 10 of 49 places, rounded up
    assert [line.count("█") for line in lines[2:7]] == [49, 20, 0, 0, 5]
    assert lines[-1] == "1 undefined or infinite, left out"
    assert plot(histogram((math.nan,)))[2:] == ["all 1 values are undefined or infinite"]
    assert [line.split()[-1] for line in plot(histogram((2.0, 2.0)))[2:]] == ["2"]


def test_boxes_stand_one_below_the_other_with_the_names_of_their_panels():
    boxes = ((system, size) for system in "AB" for size in (1, 2))
    rows = tuple({"system": system, "size": size, "mean": size / 2, "low": 0.0, "high": 1.0} for system, size in boxes)
    size, mean = Axis("size", ordinal=True), Axis("mean")
    lines = plot(Figure("one", "Boxes", "boxes", rows, size, mean, column="system", low="low", high="high"))
    assert [line.split(" │")[0] for line in lines[2:6]] == ["A 1", "A 2", "B 1", "B 2"]
    assert [line.split("│ ")[1] for line in lines[2:6]] == ["0.500", "1.000"] * 2


def test_figures_stand_after_tables_and_before_findings():
    figure = bars("Bars", ("a",), (1.0,))
    shown = text.render(Account("Paper", figures=(figure,), findings=("finding",)))
    assert "Bars" not in shown
    plain = Figure("one", "Bars", "bars", figure.rows, figure.x, figure.y, plain=True)
    shown = text.render(Account("Paper", figures=(plain,), findings=("finding",)))
    assert shown.index("Paper") < shown.index("Bars") < shown.index("●") < shown.index("finding")
