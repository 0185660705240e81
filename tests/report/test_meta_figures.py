"""The figure of systems: panels in the order given, better to the right, and labels that cover nothing."""

import itertools

import pytest

import steelyard as sy
from steelyard.report.labels import label_places
from steelyard.report.meta_figures import systems_figure

FEW = {"resamples": 20, "trials": 20, "threads": 1, "levels": "system", "coefficients": "pearson"}


@pytest.fixture(scope="module")
def figure():
    return systems_figure(sy.meta(sy.sample(), ["ter", "bleu", "chrf"], dimensions=["fluency", "adequacy"], **FEW))


def panels(figure):
    return [panel for row in figure["vconcat"] for panel in row["hconcat"]]


def axis(panel, channel):
    return panel["layer"][0]["encoding"][channel]


def test_panels_are_in_the_order_given_and_name_both_sides(figure):
    titles = [(axis(panel, "x")["title"], axis(panel, "y")["title"]) for panel in panels(figure)]
    measures = ["ter (less is better)", "bleu", "chrf"]
    assert titles == list(itertools.product(measures, ["fluency, people"])) + list(
        itertools.product(measures, ["adequacy, people"])
    )


def test_axes_of_which_less_is_better_are_turned_round(figure):
    assert [axis(panel, "x")["scale"]["reverse"] for panel in panels(figure)] == [True, False, False] * 2
    assert not any(axis(panel, "y")["scale"]["reverse"] for panel in panels(figure))


def test_every_point_is_inside_its_axes(figure):
    for panel in panels(figure):
        for channel, field in (("x", "score"), ("y", "quality")):
            low, high = axis(panel, channel)["scale"]["domain"]
            assert all(low < row[field] < high for row in panel["data"]["values"])


def test_labels_stay_within_bounds_and_cover_nothing():
    points = [(5.0, 5.0), (8.0, 6.0), (95.0, 50.0), (50.0, 50.0), (51.0, 50.0), (50.0, 51.0)]
    labels = ["left", "near", "right", "a", "b", "a very long label that has no room"]
    places = label_places(labels, points, (0, 100), 5)
    boxes = []
    for label, (x, y), one in zip(labels, points, places, strict=True):
        start = x + one.right - {"start": 0, "middle": 0.5, "end": 1}[one.held] * 5 * len(label)
        boxes.append((start, start + 5 * len(label), y + one.below - 10, y + one.below + 2, one.free))
    assert [one.free for one in places] == [True, True, True, True, True, False] and places[2].held == "end"
    assert all(left >= 0 and right <= 100 for left, right, *_, free in boxes if free)
    for one, other in itertools.combinations([box for box in boxes if box[4]], 2):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]


def test_one_system_and_equal_scores_can_be_drawn():
    pytest.importorskip("vl_convert", reason="skipped: figures, as vl-convert-python is not installed")
    from steelyard.report.figures import svg

    human = {"A": [1.0, 2.0], "B": [2.0, 1.0]}
    corpus = sy.Corpus.of({"A": ["x", "y"], "B": ["x", "y"]}, ["x", "y"])
    assert "chrf" in svg(systems_figure(sy.meta(corpus, "chrf", human=human, **FEW)))
