"""Tests that reject too often, or hardly ever, say so wherever they are used, and what they say is true."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks import calibration
from click.testing import CliRunner

import steelyard as sy
from steelyard.cli import steelyard as commands
from steelyard.inference.comparison.compare import compare
from steelyard.inference.comparison.significance import TESTS, FamilyTest, significance_test
from steelyard.inference.comparison.tests.sacrebleu import bootstrap_p

PAGE = Path(__file__).parents[3] / "docs" / "significance.md"
HARDLY = ("unpaired-t", "unpaired-z", "tukey", "scheffe")
WARNED = {"sacrebleu-bootstrap": "rejects too often", **dict.fromkeys(HARDLY, "hardly find anything")}
PAIR = np.array([(0, 1)])


@pytest.fixture(scope="module")
def two():
    return calibration.two_systems(measures=["bleu"])


@pytest.mark.parametrize("test", TESTS.own())
def test_each_says_so_in_every_table(two, test):
    notices = compare(two, test=test, draws=sy.Draws(trials=50, resamples=20)).notices
    assert any("reject" in notice for notice in notices) is (test in WARNED)
    if test in WARNED:
        assert significance_test(test).warning in notices and "at level .05" in significance_test(test).warning


@pytest.mark.parametrize("test", WARNED)
def test_the_page_and_the_help_say_so(test):
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ") and f"`{test}`" in line]
    assert any("at level .05" in row for row in rows)
    shown = " ".join(CliRunner().invoke(commands, ["compare", "--help"]).output.split())
    assert WARNED[test] in shown and test in shown


def rejections(statistics, segments, simulations):
    """How often each rejects at .05 systems that are dealt at random from two."""
    counts = dict.fromkeys(WARNED, 0)
    for number in range(simulations):
        random = np.random.default_rng([7, number])
        values = statistics.values[:, random.integers(0, statistics.values.shape[1], segments)]
        swapped = random.integers(0, 2, segments).astype(bool)
        values[:, swapped] = values[::-1, swapped]
        alike = replace(statistics, values=values, ids=None, facets={})
        units = np.asarray(statistics.measure.at_level("segment").score(values), float)
        counts["sacrebleu-bootstrap"] += bootstrap_p(alike, PAIR, 199, number)[0] <= 0.05
        for name in HARDLY:
            test = significance_test(name)
            p = test.p(units, PAIR)[0] if isinstance(test, FamilyTest) else test.p(*units)
            counts[name] += p <= 0.05
    return counts


def test_they_are_true_of_the_sample(two):
    counts = rejections(two.statistics[0], 100, 200)
    assert counts.pop("sacrebleu-bootstrap") >= 17, "10 are 5 %, and 17 or more would be 2 % of all simulations then"
    assert max(counts.values()) <= 4, "10 are 5 %, and 4 or fewer would be 3 %"


@pytest.mark.long
@pytest.mark.parametrize("measure", ["bleu", "chrf", "ter"])
def test_they_are_true_of_ted(shared, measure):
    (statistics,) = calibration.two_systems(shared / "data" / "ted-zhen", [measure]).statistics
    counts = rejections(statistics, 200, 2000)
    assert 0.09 <= counts.pop("sacrebleu-bootstrap") / 2000 <= 0.13
    assert max(counts.values()) <= 5
