import math
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.report.svg import Interval, Point, intervals, scatter, ticks

NAN = math.nan


def drawn(parts):
    return ElementTree.fromstring("".join(parts))


def within(figure, *names):
    """The figure's size, and all its elements of some kinds."""
    _, _, across, down = map(float, figure.attrib["viewBox"].split())
    return across, down, [one for one in figure.iter() if one.tag in names]


def test_intervals_are_where_their_values_are():
    figure = drawn(intervals("t <1>", "d & e", [Interval("A", 30, 20, 40), Interval("<B>", 10, NAN, NAN)]))
    assert figure.attrib["role"] == "img" and figure.attrib["aria-label"] == "t <1>. d & e"
    a, b = figure.iter("circle")
    (whisker,) = [line for line in figure.iter("line") if line.attrib["class"] == "whisker"]
    ends = float(whisker.attrib["x1"]), float(whisker.attrib["x2"])
    assert sum(ends) / 2 == pytest.approx(float(a.attrib["cx"]), abs=0.1)
    assert float(b.attrib["cx"]) < ends[0] and b[0].text == "<B>: 10"
    assert a[0].text == "A: 30 [20, 40]"


def test_an_undefined_score_is_said_to_be_so():
    figure = drawn(intervals("t", "d", [Interval("A", NAN, NAN, NAN)]))
    assert "undefined" in [text.text for text in figure.iter("text")] and not list(figure.iter("circle"))


finite = st.floats(-1e6, 1e6)


@given(finite, finite)
def test_ticks_are_few_round_and_around_the_values(a, b):
    low, high = sorted((a, b))
    if high - low < 1e-6:
        high = low + 1
    marks = ticks(low, high)
    assert marks[0] <= low + 1e-6 and marks[-1] >= high - 1e-6 and 2 <= len(marks) <= 8
    step = marks[1] - marks[0]
    leading = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert any(leading == pytest.approx(nice, rel=1e-4) for nice in (1, 2, 2.5, 5, 10))


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=13))
def test_scatter_stays_in_its_frame(pairs):
    points = [Point(x, y, f"sys{n}", f"system {n}") for n, (x, y) in enumerate(pairs)]
    across, down, circles = within(drawn(scatter("t", "d", ("x", "y"), points)), "circle")
    assert len(circles) == len(points)
    for circle in circles:
        assert 0 <= float(circle.attrib["cx"]) <= across and 0 <= float(circle.attrib["cy"]) <= down


def test_labels_do_not_leave_the_figure_or_cover_each_other():
    points = [Point(0, 0, "first", ""), Point(100, 50, "rightmost", ""), Point(100, 50.5, "neighbour", "")]
    figure = drawn(scatter("t", "d", ("x", "y"), points))
    labels = [one for one in figure.iter("text") if one.attrib.get("class") == "label"]
    assert [label.attrib["text-anchor"] for label in labels] == ["start", "end", "end"]
    assert abs(float(labels[1].attrib["y"]) - float(labels[2].attrib["y"])) >= 12


def test_what_is_undefined_is_left_out_and_one_value_has_room():
    figure = drawn(scatter("t", "d", ("x", "y"), [Point(1, NAN, "a", ""), Point(3, 3, "b", "told")]))
    (circle,) = figure.iter("circle")
    assert circle[0].text == "told"
    assert drawn(intervals("t", "d", [Interval("A", 5, 5, 5)])) is not None


@pytest.mark.parametrize("value", [0.0, 1e-9, -3.0, 72.8, 1e5])
def test_marks_of_one_value_are_short_and_different(value):
    figure = drawn(intervals("t", "d", [Interval("A", value, value, value)]))
    marks = [text.text for text in figure.iter("text") if text.attrib.get("class") == "faint"]
    assert len(set(marks)) == len(marks) >= 2 and max(map(len, marks)) <= (7 if value != 1e-9 else 14)


def test_long_names_are_cut():
    figure = drawn(intervals("t", "d", [Interval("n" * 60, 1, 0, 2)]))
    assert max(len(text.text) for text in figure.iter("text")) == 24
