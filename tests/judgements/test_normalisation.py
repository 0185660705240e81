"""Assessors: normalised scores, how they use the scale, whether they agree with themselves."""

import math

import numpy as np
import pytest

from steelyard.errors import InputError, SpecError
from steelyard.judgements.assessors import distributions, self_consistency
from steelyard.judgements.normalisation import normalise
from steelyard.judgements.table import Judgements


def ratings(*rows) -> Judgements:
    return Judgements.of(rows)


def test_every_assessor_has_mean_0_and_deviation_1():
    draw = np.random.default_rng(1)
    rows = [
        (n, name, float(draw.normal(mean, sd))) for name, mean, sd in (("a", 3, 1), ("b", 70, 20)) for n in range(50)
    ]
    for name in "ab":
        own = normalise(Judgements.of([row for row in rows if row[1] == name]))
        scores = np.array([one.score for one in own.scores])
        assert scores.mean() == pytest.approx(0, abs=1e-12) and scores.std() == pytest.approx(1)
    both = normalise(Judgements.of(rows))
    a, b = (np.array([row[2] for row in rows if row[1] == name]) for name in "ab")
    expected = ((a - a.mean()) / a.std() + (b - b.mean()) / b.std()) / 2
    assert [one.score for one in both.scores] == pytest.approx(expected.tolist())
    assert "assessors:2|items:50" in both.signature and all(one.n == 2 for one in both.scores)


def test_an_assessor_without_spread_is_left_out_and_named():
    made = normalise(ratings(("1", "ann", 1), ("2", "ann", 3), ("1", "bob", 4), ("3", "bob", 4)))
    assert made.left_out == ("bob",) and made.lost == (("", "3"),)
    assert [(one.item, one.score, one.n) for one in made.scores] == [("1", -1.0, 1), ("2", 1.0, 1)]
    assert made.notices() == (
        "left out, for all their scores are the same: bob",
        "items that only these have rated, and which have no score now: 1",
    )
    with pytest.raises(InputError, match="all scores of each assessor are the same"):
        normalise(ratings(("1", "ann", 1), ("2", "ann", 1)))
    with pytest.raises(InputError, match="1 of 2 scores do not name their assessors"):
        normalise(Judgements.of([("1", "ann", 2.0), ("1", " ", 3.0)]))
    with pytest.raises(InputError, match="needs numbers"):
        normalise(ratings(("1", "ann", "x"), ("2", "ann", "y")))


def test_the_divisor_is_chosen_and_signed():
    """1, 3 and 5 deviate by √(8/3) as they are, and by 2 as a sample: WMT's z are −1, 0 and 1."""
    answers = ratings(("1", "ann", 1), ("2", "ann", 3), ("3", "ann", 5))
    assert [score.score for score in normalise(answers, "n-1").scores] == [-1, 0, 1]
    assert [score.score for score in normalise(answers).scores] == pytest.approx([-math.sqrt(1.5), 0, math.sqrt(1.5)])
    assert "|deviation:n-1|" in normalise(answers, "n-1").signature and "|deviation:n|" in normalise(answers).signature
    with pytest.raises(SpecError, match="unknown divisor 'n-2'"):
        normalise(answers, "n-2")


def test_system_scores_weighed_by_length():
    rows = [
        {"item": n, "assessor": "ann", "answer": v, "system": s} for s, n, v in (("A", 1, 1), ("A", 2, 3), ("B", 1, 3))
    ]
    made = normalise(Judgements.of(rows))
    deviation = math.sqrt(8 / 9)
    low, high = (1 - 7 / 3) / deviation, (3 - 7 / 3) / deviation
    assert made.systems() == pytest.approx({"A": (low + high) / 2, "B": high})
    assert made.systems({"1": 3, "2": 1}) == pytest.approx({"A": (3 * low + high) / 4, "B": high})
    assert made.systems({("A", "1"): 0, ("A", "2"): 1, ("B", "1"): 1})["A"] == pytest.approx(high)
    with pytest.raises(InputError, match="no length for item '2'"):
        made.systems({"1": 3})
    with pytest.raises(InputError, match="the length of item '1' is -1"):
        made.systems({"1": -1, "2": 1})


def test_distributions_share_their_answers():
    first, second = distributions(ratings(("1", "ann", 1), ("2", "ann", 4), ("1", "bob", 2), ("2", "bob", 2)))
    assert first.counts == {"1": 1, "2": 0, "4": 1} and second.counts == {"1": 0, "2": 2, "4": 0}
    assert (first.n, first.mean, first.sd, first.quartiles) == (2, 2.5, 1.5, (1.0, 1.75, 2.5, 3.25, 4.0))
    tags = distributions(ratings(("1", "ann", {"x", "y"}), ("2", "ann", "x")))[0]
    assert tags.counts == {"x": 1, "x|y": 1} and tags.to_dict() == {"assessor": "ann", "n": 2, "counts": tags.counts}


def test_many_numbers_are_counted_in_bins():
    found = distributions(Judgements.of([(n, "ann", n / 10) for n in range(1001)]))[0]
    assert list(found.counts)[:2] == ["0 to 10", "10 to 20"]
    assert list(found.counts.values()) == [100] * 9 + [101]


def test_self_consistency():
    rows = (
        ("1", "ann", 4.0, "", "1"),
        ("1", "ann", 4.0, "", "2"),
        ("2", "ann", 1.0, "", "1"),
        ("2", "ann", 3.0, "", "2"),
        ("1", "bob", 2.0),
    )
    (only,) = self_consistency(Judgements.of(rows))
    assert (only.assessor, only.raw, only.difference, only.n) == ("ann", 0.5, 1.0, 2)
    (tags,) = self_consistency(Judgements.of([("1", "ann", "x"), ("1", "ann", frozenset("xy"), "", "2")]))
    assert tags.raw == 0.5 and tags.to_dict()["difference"] is None


def test_normalised_scores_are_a_result_like_any():
    made = normalise(Judgements.of([("a", "ann", 4), ("b", "ann", 5), ("a", "bob", 1), ("b", "bob", 3)]))
    assert made.account().rows.rows == (("a", -1.0, 2), ("b", 1.0, 2))
    assert made.signature.get("assessors") == "2" and made.to_dict()["signature"] == made.signature
    assert repr(made).startswith("<NormalisedScores: ") and "<table" in made._repr_html_()
