"""Severity: which measures are stricter than which."""

import json
import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError, SpecError


def test_severity_of_arrays():
    strict, middle, mild = [0.1, 0.2, 0.3], [0.1, 0.3, 0.3], [0.2, 0.3, 0.4]
    found = sy.severity({"mild": mild, "strict": strict, "middle": middle, "again": strict, "odd": [0.9, 0.0, 0.3]})
    relations = {(p.first, p.second): p.relation for p in found.pairs}
    assert relations["mild", "strict"] == "less severe" and relations["strict", "middle"] == "more severe"
    assert relations["strict", "again"] == "equal" and relations["mild", "odd"] == "neither"
    assert ("strict", "middle") in found.steps and ("middle", "mild") in found.steps
    assert ("strict", "mild") not in found.steps
    pair = next(p for p in found.pairs if (p.first, p.second) == ("strict", "middle"))
    assert (pair.lower, pair.equal, pair.higher, pair.scale) == (1, 2, 0, "native")


def test_severity_leaves_out_what_is_missing_and_turns_error_rates():
    table = {"a": [[0.5, math.nan], [0.2, 0.1]], "b": [[40, 1], [70, math.nan]]}
    found = sy.severity(table, lower_is_better=["b"], bounds={"a": (0, 1), "b": (0, 100)})
    assert (found.n, found.missing) == (2, 2)
    assert found.pairs[0].relation == "more severe" and found.pairs[0].scale == "share"
    assert sy.severity(table, scale="observed", lower_is_better=["b"]).pairs[0].relation == "equal"
    assert "|scale:observed|outputs:2|missing:2|" in sy.severity(table, scale="observed").signature
    nothing = sy.severity({"a": [math.nan], "b": [1]}).pairs[0]
    assert nothing.relation == "undefined" and "no output has a score" in nothing.reason
    assert nothing.to_dict()["lower"] is nothing.to_dict()["equal"] is nothing.to_dict()["higher"] is None


def test_severity_of_measures_whose_bounds_nobody_knows():
    table = {"comet": [0.7, 0.8], "judge": [70, 80], "chrf": [50, 60]}
    found = sy.severity(table, bounds={"chrf": (0, 100)})
    assert {pair.relation for pair in found.pairs} == {"undefined"} and not found.steps
    reasons = {(pair.first, pair.second): pair.reason for pair in found.pairs}
    told = "the bounds of {} are not known; sy.severity can do without (scale)"
    assert reasons["comet", "judge"] == reasons["comet", "chrf"] == told.format("comet")
    assert reasons["judge", "chrf"] == told.format("judge")
    assert sy.severity(table, scale="observed").pairs[0].relation == "equal"
    assert sy.severity(table, scale="native").pairs[0].relation == "more severe"


def test_severity_of_scores_by_bounds():
    one = sy.Corpus.of(
        {name: list(texts) for name, texts in sy.sample().systems.items()}, list(sy.sample().references[0])
    )
    names = ["wer", "per", "rouge-1", "rouge-1(kind=recall)", "unigram-precision", "unigram-f1", "chrf", "overlap"]
    found = sy.severity(sy.score(one, measures=names, level="segment"))
    relations = {(p.first, p.second): p.relation for p in found.pairs}
    assert found.n == 360 and found.scale == "bounds"
    assert relations["wer", "per"] == "more severe", "a distance of bags is never above one of sequences"
    assert relations["unigram-f1", "overlap"] == "less severe", "x/(2-x) is never above x"
    assert relations["wer", "chrf"] == "undefined"
    assert "no scale in common" in next(p for p in found.pairs if (p.first, p.second) == ("wer", "chrf")).reason
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_severity_is_a_partial_order_on_random_tables():
    numbers = np.random.default_rng(5)
    for _ in range(50):
        table = {str(n): numbers.integers(0, 3, 4) for n in range(5)}
        found = sy.severity(table)
        below = {a: {b for b in table if (table[a] <= table[b]).all() and (table[a] < table[b]).any()} for a in table}
        for pair in found.pairs:
            assert (pair.relation == "more severe") == (pair.second in below[pair.first])
            assert (pair.relation == "less severe") == (pair.first in below[pair.second])
        reached = {a: _reached(a, found.steps) for a in table}
        assert reached == below, "the steps give the whole order"
        assert all(not any(c in below[b] for b in below[a]) for a, c in found.steps), "and no step follows from others"


def _reached(start, steps):
    found = {b for a, b in steps if a == start}
    return found.union(*(_reached(b, steps) for b in found))


@pytest.mark.parametrize(
    ("scores", "options", "error", "told"),
    [
        ({"a": [1]}, {}, InputError, "1 measure given, at least 2"),
        ({"a": [1], "b": [1, 2]}, {}, InputError, "different outputs"),
        ({"a": ["x"], "b": [1]}, {}, InputError, "arrays of numbers"),
        ([1, 2], {}, SpecError, "not list"),
        ({"a": [1], "b": [1]}, {"scale": "bound"}, SpecError, "did you mean 'bounds'"),
        ({"a": [1], "b": [1]}, {"lower_is_better": ["c"]}, SpecError, "no scores of 'c'"),
    ],
)
def test_severity_refuses_what_it_cannot_compare(scores, options, error, told):
    with pytest.raises(error, match=told):
        sy.severity(scores, **options)


@pytest.mark.parametrize("bounds", [(1, 2), 0.5, "ab", {"a": 1}, {"a": (0, 1, 2)}, {"a": "xy"}])
def test_bounds_that_are_none(bounds):
    with pytest.raises(SpecError, match="bounds are not possible; expected measure → lowest and highest"):
        sy.severity({"a": [1.0, 2.0], "b": [2.0, 1.0]}, bounds=bounds)
