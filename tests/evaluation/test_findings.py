"""What a reader in a hurry is told."""

import pytest

import steelyard as sy

QUICK = sy.Draws(trials=500, resamples=30)
SYSTEMS = {"A": ["a b c d"] * 12, "B": ["a b c x"] * 12, "C": ["a x y z"] * 12}
ALIKE = {"A": [4, 3] * 6, "B": [3, 4] * 6, "C": [1, 2] * 6}
APART = {"A": [4, 5] * 6, "B": [3, 4] * 6, "C": [1, 2] * 6}


def _people(human, **choices):
    evaluation = sy.evaluate(SYSTEMS, ["a b c d"] * 12, "chrf", human=human, draws=QUICK, **choices)
    return [sentence for sentence in evaluation.findings() if sentence.startswith("People")]


@pytest.mark.parametrize(
    ("human", "sureness"),
    [
        (APART, "rate A highest: 4.50 on average, shown to be better than every other system."),
        ({**ALIKE, "A": [4, 3, 4] * 4}, "rate A highest: 3.67 on average, not told apart from B."),
        (ALIKE, "rate A and B highest: 3.50 on average."),
        ({"A": 4.0, "B": 3.0, "C": 1.0}, "rate A highest: 4.00 on average."),
    ],
)
def test_people_rate_systems_as_surely_as_measures_do(human, sureness):
    (sentence,) = _people(human)
    assert sentence.endswith(sureness)


@pytest.mark.parametrize(
    ("baseline", "trials", "few"),
    [(None, 50, "is best ({}), but 50 trials are too few to tell systems apart."),
     ("B", 30, "held against B, nothing, for 30 trials are too few to tell systems apart.")],
)  # fmt: skip
def test_too_few_trials_give_no_verdict(baseline, trials, few):
    draws = sy.Draws(trials=trials, resamples=30)
    evaluation = sy.evaluate(SYSTEMS, ["a b c d"] * 12, ["chrf", "wer"], human=APART, draws=draws, baseline=baseline)
    measure, *others, people = evaluation.findings()
    assert measure.startswith("chrf: ") and measure.endswith(few.format("100.00"))
    assert others[-1].startswith("3 pairs" if baseline is None else "2 pairs")
    assert others[-1].endswith(f"; {trials} trials are too few to confirm any.")
    assert "not told apart" not in people and f"{trials} trials are too few to tell systems apart." in people
    enough = sy.evaluate(SYSTEMS, ["a b c d"] * 12, ["chrf", "wer"], human=APART, draws=QUICK, baseline=baseline)
    assert not any("too few" in sentence for sentence in enough.findings())


def test_people_are_held_against_a_baseline_too():
    (sentence,) = _people(APART, baseline="B")
    assert sentence.endswith("rate A highest: 4.50 on average; held against B, better: A; worse: C.")


def test_an_interval_that_holds_every_value_is_no_evidence():
    systems = {**SYSTEMS, "D": ["q x y z"] * 12}
    human = {"A": [3, 2] * 6, "B": [4, 5] * 6, "C": [2, 1] * 6, "D": [3, 4] * 6}
    draws = sy.Draws(trials=200, resamples=300)
    evaluation = sy.evaluate(systems, ["a b c d"] * 12, "chrf", human=human, draws=draws)
    assert {(one.low, one.high) for one in evaluation.correlations} == {(-1, 1)}
    (table,) = [table for part in evaluation.account().parts for table in part.tables if table.name == "correlations"]
    (remark,) = table.remarks()
    assert remark.endswith("4 points are too few to say anything, as the interval holds every value")
