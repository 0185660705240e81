"""The figure of systems: panels in the order given, better to the right, each with axes of its own."""

import itertools

import pytest

import steelyard as sy
from steelyard.report.vega import specification

FEW = {"draws": sy.Draws(resamples=20, trials=20), "run": sy.Run(threads=1)}
FEW |= {"levels": "system", "coefficients": "pearson"}


@pytest.fixture(scope="module")
def figure():
    found = sy.meta(sy.sample(), ["ter", "bleu", "chrf"], dimensions=["fluency", "adequacy"], **FEW)
    return specification(found.account().figures[0])


def panels(figure):
    return [panel for row in figure["vconcat"] for panel in row["hconcat"]]


def test_panels_are_in_the_order_given_and_name_both_sides(figure):
    measures = ["ter (less is better)", "bleu", "chrf"]
    expected = [f"{measure}, {human}" for human, measure in itertools.product(["fluency", "adequacy"], measures)]
    assert [panel["title"] for panel in panels(figure)] == expected


def test_each_panel_has_its_own_points_and_axes(figure):
    assert figure["resolve"]["scale"] == {"x": "independent", "y": "independent"}
    for panel in panels(figure):
        chosen = {one["filter"]["field"]: one["filter"]["equal"] for one in panel["transform"]}
        rows = [row for row in figure["data"]["values"] if all(row[name] == value for name, value in chosen.items())]
        assert sorted(row["system"] for row in rows) == sorted(sy.sample().systems)


def test_axes_of_which_less_is_better_are_turned_round(figure):
    turned = [
        [layer["encoding"]["x"]["scale"].get("reverse", False) for layer in panel["layer"]] for panel in panels(figure)
    ]
    assert turned == [[True, True], [False, False], [False, False]] * 2


def test_one_system_and_equal_scores_can_be_drawn():
    pytest.importorskip("vl_convert", reason="skipped: figures, as vl-convert-python is not installed")
    from steelyard.report.figures import svg

    human = {"A": [1.0, 2.0], "B": [2.0, 1.0]}
    corpus = sy.Corpus.of({"A": ["x", "y"], "B": ["x", "y"]}, ["x", "y"])
    found = sy.meta(corpus, "chrf", human=human, **FEW)
    assert "chrf" in svg(found.account().figures[0])
