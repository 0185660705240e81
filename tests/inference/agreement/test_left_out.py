"""Tags that are no answer are left out of answers, and of what items allow."""

import math

import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError
from steelyard.inference.agreement.left_out import without_tags
from steelyard.judgements.table import Judgements

ROWS = [
    ("1", "ann", "x"),
    ("1", "bob", {"x", "U"}),
    ("2", "ann", "U"),
    ("2", "bob", "y"),
    ("3", "ann", "y"),
    ("3", "bob", "x"),
]


def test_a_tag_is_left_out_of_answers_and_of_k():
    """Without U item 1 agrees, 2 has one answer, 3 differs: raw 1/2; of the two tags left chance is 1/2, so κ is 0."""
    report = sy.agree(ROWS, ["raw", "uniform"], leave_out="U")
    assert report.value("raw") == 0.5 and report.value("uniform") == 0 and report.disjunctive == 0
    assert report.notices[0] == "answers left out, for they are nothing but U: 1"
    assert all(figure.signature.endswith("|left-out:U") for figure in report.coefficients)
    whole = sy.agree(ROWS, ["raw", "uniform"])
    assert whole.value("raw") == pytest.approx((1 / 2 + 0 + 0) / 3) and whole.disjunctive == pytest.approx(1 / 3)
    assert whole.value("uniform") == pytest.approx((1 / 6 - 1 / 3) / (1 - 1 / 3)), "of x, y and U chance is 1/3"
    assert "left-out" not in whole.coefficients[0].signature


def test_listed_tags_are_fewer_then():
    listed = {("", str(n)): ("x", "y", "z", "U") for n in (1, 2, 3)}
    left = without_tags(Judgements(Judgements.of(ROWS).records, listed), ["U"])
    assert set(left.tags.values()) == {("x", "y", "z")} and len(left) == 5
    assert sy.agree(left, "uniform").value("uniform") == pytest.approx((1 / 2 - 1 / 3) / (1 - 1 / 3))
    numbers = sy.agree([("1", "ann", 9), ("1", "bob", 2), ("2", "ann", 3), ("2", "bob", 3)], "raw", leave_out=["9"])
    assert numbers.value("raw") == 1


def test_bad_requests():
    with pytest.raises(SpecError, match="no tag 'u' to leave out; did you mean 'U'"):
        sy.agree(ROWS, leave_out=["u"])
    with pytest.raises(InputError, match="nothing is left without U, x, y"):
        sy.agree(ROWS, leave_out=["U", "x", "y"])
    with pytest.raises(InputError, match="item '1' allows 3 tags, which may include U; list its tags"):
        without_tags(Judgements(Judgements.of(ROWS).records, {("", "1"): 3}), ["U"])
    assert math.isnan(sy.agree(ROWS[:3], "raw", leave_out=["x"]).value("raw"))
