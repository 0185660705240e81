"""Correlation of means over random groups of items."""

import math
from dataclasses import replace

import numpy as np
import pytest

from steelyard.errors import InputError, SpecError
from steelyard.inference.correlation.correlation import correlate
from steelyard.inference.correlation.partitions import partitioned_correlation, partitions_figure
from steelyard.report.figures import svg


@pytest.fixture
def noisy():
    random = np.random.default_rng(1)
    truth = random.normal(size=60)
    return truth + random.normal(size=(2, 60)) * 1.5


def test_groups_of_one_are_the_items(noisy):
    (one,) = partitioned_correlation(*noisy, sizes=[1], partitions=50)
    value = correlate(*noisy).value
    assert (one.mean, one.minimum, one.maximum) == pytest.approx((value,) * 3)
    assert (one.points, one.left_out, one.n) == (60, 0, 60)


def test_box_is_that_of_plain_partitions(noisy):
    (found,) = partitioned_correlation(*noisy, sizes=[4], partitions=4000)
    random = np.random.default_rng(9)
    plain = []
    for _ in range(4000):
        groups = random.permutation(60).reshape(15, 4)
        plain.append(np.corrcoef(*(side[groups].mean(axis=1) for side in noisy))[0, 1])
    box = (found.first_quartile, found.median, found.third_quartile)
    assert box == pytest.approx(np.quantile(plain, [0.25, 0.5, 0.75]), abs=0.02)
    assert found.mean == pytest.approx(np.mean(plain), abs=0.02)
    assert found.minimum <= found.first_quartile <= found.median <= found.third_quartile <= found.maximum


def test_what_does_not_fill_a_group_is_told(noisy):
    x, y = noisy
    x = x.copy()
    x[0] = math.nan
    (found,) = partitioned_correlation(x, y, sizes=[7], partitions=10)
    assert (found.n, found.missing, found.points, found.left_out) == (59, 1, 8, 3)


def test_ten_thousand_partitions_are_repeatable():
    x, y = np.random.default_rng(0).random((2, 600))
    found = partitioned_correlation(x, y)
    assert found == partitioned_correlation(x, y) != partitioned_correlation(x, y, seed=1)


def test_undefined_and_refused(noisy):
    (found,) = partitioned_correlation(np.ones(9), noisy[0][:9], sizes=[2], partitions=5)
    assert math.isnan(found.mean) and found.undefined == 5 and "the scores of one side are all the same" in found.reason
    assert found.to_dict()["mean"] is None
    for wrong in ([0], [21], [1.5]):
        with pytest.raises(SpecError, match="sizes from 1 to 20"):
            partitioned_correlation(*noisy, sizes=wrong)
    with pytest.raises(SpecError, match="partitions=0"):
        partitioned_correlation(*noisy, partitions=0)
    with pytest.raises(InputError, match="one length"):
        partitioned_correlation([1, 2, 3], [1, 2])


def test_figure_has_a_box_for_each_size(noisy):
    parts = partitioned_correlation(*noisy, partitions=20)
    figure = partitions_figure((*parts, replace(parts[0], size=8, value=math.nan)))
    assert figure.kind == "boxes" and [row["size"] for row in figure.rows] == [1, 2, 4]
    assert [row[figure.middle] for row in figure.rows] == [part.median for part in parts]
    pytest.importorskip("vl_convert")
    assert "items in a group" in svg(figure)
